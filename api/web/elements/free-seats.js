// <free-seats>: the chairs that nobody has taken, small, at the table's rim, clockwise: each stands between the players
// between whom it is, on the left before the first of them, on the right after the last. Who has no seat yet chooses one.

import { h, keyed, setAttr, show } from "../dom.js";
import { t } from "../words.js";

export class FreeSeats extends HTMLElement {
  /** `choose(seat)` is called with a chair that was pressed. */
  constructor(table, choose) {
    super();
    this.table = table;
    this.choose = choose;
    this.left = h("div", { class: "side-left", role: "list", "aria-label": t("seat.freeLeft") });
    this.between = h("div", { class: "between" });
    this.right = h("div", { class: "side-right", role: "list", "aria-label": t("seat.freeRight") });
    this.append(h("span", { class: "free-title", "aria-hidden": "true" }, t("seat.free")), this.left, this.between, this.right);
  }

  update(view, chosen) {
    const mayChoose = view.you.seat === null && view.you.waiting === null && view.state !== "closed";
    const { left, between, right, players } = chairs(view);
    show(this, view.seats.length < view.max_seats && view.state !== "closed" && !this.table.replayed);
    // Once a player has a seat and cards, a small screen has no room for these.
    setAttr(this, "data-quiet", !mayChoose && view.hand !== null && view.result === null);
    this.draw(this.left, left, mayChoose, chosen);
    keyed(this.between, between, ({ gap }) => gap, () => h("div", { role: "list", "aria-label": t("seat.free") }), (group, { gap, seats }) => {
      this.draw(group, seats, mayChoose, chosen);
      this.stand(group, gap, players);
    });
    this.draw(this.right, right, mayChoose, chosen);
  }

  draw(side, seats, mayChoose, chosen) {
    show(side, seats.length);
    side.style.setProperty("--count", seats.length);
    keyed(side, seats, (seat) => `${seat}-${mayChoose}`, (seat) => this.chair(seat, mayChoose), (item, seat) => {
      if (mayChoose) setAttr(item.firstElementChild, "aria-pressed", String(seat === chosen));
    });
  }

  /**
   * Where chairs stand in a gap between two players: `--row`, in parts of the width, if all players sit in one row; if
   * some sit at the sides, `--top` in parts of what is left of the row, or in a corner before it or after it.
   */
  stand(group, gap, players) {
    const atEachSide = players < 3 ? 0 : players < 6 ? 1 : 2;
    group.style.setProperty("--row", gap / players);
    group.classList.toggle("rising", gap < players / 2);
    group.style.setProperty("--top", (gap - atEachSide) / Math.max(players - 2 * atEachSide, 1));
    setAttr(group, "data-corner", !atEachSide ? null : gap === 1 ? "left" : gap === players - 1 ? "right" : null);
  }

  chair(seat, mayChoose) {
    const props = { class: "chair", "aria-label": t(mayChoose ? "seat.take" : "seat.empty", { seat }), title: t("seat.empty", { seat }) };
    const made = mayChoose ? h("button", { type: "button", ...props, onclick: () => this.choose(seat) }, String(seat)) : h("span", { role: "img", ...props }, String(seat));
    return h("div", { role: "listitem" }, made);
  }
}

/**
 * The free chairs clockwise from the viewer's left, or from the first one: before the first player, after the last, and
 * in each gap between two. At the near side, where nobody sits whom the viewer is not, those two are one gap, of which
 * each side gets half.
 */
function chairs(view) {
  const from = view.you.seat ?? 0;
  const placeOf = (seat) => (seat - from + view.max_seats) % view.max_seats || view.max_seats;
  const taken = new Set(view.seats.map((one) => one.seat));
  const players = [...taken].filter((seat) => seat !== from).map(placeOf);
  const free = Array.from({ length: view.max_seats }, (_, at) => at + 1).filter((seat) => !taken.has(seat)).sort((a, b) => placeOf(a) - placeOf(b));
  const groups = Array.from({ length: players.length + 1 }, () => []);
  for (const seat of free) groups[players.filter((place) => place < placeOf(seat)).length].push(seat);
  const [first, last] = [groups[0], players.length ? groups.at(-1) : []];
  const between = groups.slice(1, -1).map((seats, at) => ({ gap: at + 1, seats }));
  const near = players.length ? [...last, ...first] : first;
  const half = Math.ceil(near.length / 2);
  const halves = players.length ? { right: near.slice(0, half), left: near.slice(half) } : { left: near.slice(0, half), right: near.slice(half) };
  const sides = view.you.seat !== null && players.length ? { left: first, right: last } : halves;
  return { ...sides, between: between.filter(({ seats }) => seats.length), players: players.length };
}

customElements.define("free-seats", FreeSeats);
