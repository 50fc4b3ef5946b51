// <free-seats>: the chairs that nobody has taken, small, at the table's rim: those on the viewer's left, then those on
// the right, clockwise. Who has no seat yet chooses one of them.

import { h, keyed, setAttr, show } from "../dom.js";
import { t } from "../words.js";

export class FreeSeats extends HTMLElement {
  /** `choose(seat)` is called with a chair that was pressed. */
  constructor(table, choose) {
    super();
    this.table = table;
    this.choose = choose;
    this.left = h("div", { class: "side-left", role: "list", "aria-label": t("seat.freeLeft") });
    this.right = h("div", { class: "side-right", role: "list", "aria-label": t("seat.freeRight") });
    this.append(h("span", { class: "free-title", "aria-hidden": "true" }, t("seat.free")), this.left, this.right);
  }

  update(view, chosen) {
    const mayChoose = view.you.seat === null && view.you.waiting === null && view.state !== "closed";
    const free = freeSeats(view);
    show(this, free.length && view.state !== "closed" && !this.table.replayed);
    // Once a player has a seat and cards, a small screen has no room for these.
    setAttr(this, "data-quiet", !mayChoose && view.hand !== null && view.result === null);
    this.draw(this.left, free.filter(({ place }) => 2 * place <= view.max_seats), mayChoose, chosen);
    this.draw(this.right, free.filter(({ place }) => 2 * place > view.max_seats), mayChoose, chosen);
  }

  draw(side, free, mayChoose, chosen) {
    show(side, free.length);
    keyed(side, free, ({ seat }) => `${seat}-${mayChoose}`, ({ seat }) => this.chair(seat, mayChoose), (item, { seat }) => {
      if (mayChoose) setAttr(item.firstElementChild, "aria-pressed", String(seat === chosen));
    });
  }

  chair(seat, mayChoose) {
    const props = { class: "chair", "aria-label": t(mayChoose ? "seat.take" : "seat.empty", { seat }), title: t("seat.empty", { seat }) };
    const made = mayChoose ? h("button", { type: "button", ...props, onclick: () => this.choose(seat) }, String(seat)) : h("span", { role: "img", ...props }, String(seat));
    return h("div", { role: "listitem" }, made);
  }
}

/** The free chairs clockwise from the viewer's left, or from the first one, and how many places away each is. */
function freeSeats(view) {
  const from = view.you.seat ?? 0;
  const taken = new Set(view.seats.map((seat) => seat.seat));
  const all = Array.from({ length: view.max_seats }, (_, at) => at + 1).filter((seat) => !taken.has(seat));
  return all.map((seat) => ({ seat, place: (seat - from + view.max_seats) % view.max_seats || view.max_seats })).sort((a, b) => a.place - b.place);
}

customElements.define("free-seats", FreeSeats);
