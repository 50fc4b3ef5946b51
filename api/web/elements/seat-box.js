// <seat-box>: one seat as the table sees it: who sits there, chips, bet, state in words and a sign, clock, cards.

import { h, keyed, setAttr, setText, show } from "../dom.js";
import { announce } from "../say.js";
import { chips, code, t } from "../words.js";
import { drawCards } from "./card-row.js";
import "./clock-ring.js";

const OUT = new Set(["folded", "sitting-out", "leaving"]);

export class SeatBox extends HTMLElement {
  connectedCallback() {
    if (this.name) return;
    this.setAttribute("role", "group");
    this.name = h("span", { class: "who" });
    this.button = dealerMark();
    // A seat that is all-in may still have cards to decide about: the badge stays whatever it does.
    this.badge = h("span", { class: "badge", title: t("status.all-in") }, h("span", { class: "heard" }, t("status.all-in")));
    this.chips = h("span", { class: "chips" });
    this.status = h("span", { class: "status" });
    this.clock = h("clock-ring");
    this.bet = h("span", { class: "bet" });
    this.rows = h("div", { class: "rows" });
    this.append(
      h("div", { class: "plate" }, h("div", { class: "line" }, this.name, this.badge, this.button, this.clock), h("div", { class: "line" }, this.chips, this.bet, this.status)),
      this.rows,
    );
  }

  /** `seat` is a seat of the view. Its cards are drawn apart from the rest. */
  update(table, seat) {
    const { view } = table;
    const called = seat.bot ? t("seat.bot", { name: seat.name }) : seat.name;
    setText(this.name, called);
    show(this.button, isDealer(view, seat));
    setText(this.chips, chips(seat.chips));
    const said = this.says(seat, view);
    const away = seat.connected === false;
    setText(this.status, said);
    this.clock.run(seat, () => table.now());
    show(this.clock, Boolean(seat.deadline));
    setText(this.bet, seat.bet ? chips(seat.bet) : "");
    show(this.bet, seat.bet > 0);
    setAttr(this, "aria-label", t(away ? "seat.toldAway" : "seat.told", { name: called, seat: seat.seat, chips: chips(seat.chips), state: said }));
    setAttr(this.name, "title", away ? t("seat.away", { name: called }) : called);
    for (const [name, on] of [
      ["deciding", seat.deciding],
      ["banking", seat.on_time_bank],
      ["chosen", seat.has_chosen],
      ["out", OUT.has(seat.status) || (seat.status === "waiting" && !view.result && view.hand !== null)],
      ["away", away],
    ]) this.classList.toggle(name, Boolean(on));
    const allIn = seat.status === "all-in";
    if (allIn && this.dataset.state && this.dataset.state !== seat.status && !table.replayed) announce(t("seat.allIn", { name: called }));
    show(this.badge, allIn);
    this.dataset.state = seat.status;
  }

  says(seat, view) {
    if (seat.deciding) return t(seat.on_time_bank ? "seat.banking" : "seat.deciding");
    if (seat.has_chosen) return t("seat.chosen");
    if (seat.declared && (seat.in_hand || view.result)) return t("seat.declared", { way: code("way", seat.declared) });
    if (seat.status === "in" && isOf(view.phase, seat.last_action)) return code("doing", seat.last_action.type);
    if (seat.status === "waiting" && seat.chips && (view.hand === null || view.result)) return t("seat.ready");
    return code("status", seat.status === "waiting" && !seat.chips ? "broke" : seat.status);
  }

  /** `used` are the cards that won, at the showdown. */
  drawRows(seat, used) {
    const rows = seat.rows.filter((row) => row.cards.length);
    if (seat.new_cards.length) rows.push({ name: "new", cards: seat.new_cards, faces: seat.new_faces });
    keyed(this.rows, rows, (row) => row.name, () => h("div", { class: "row" }, h("span", { class: "label" }), h("div", { class: "cards" }), h("span", { class: "count" })), (made, row) => {
      const [label, cards, count] = made.children;
      // Also the only row that has cards yet may be one of two.
      const named = rows.length > 1 || (seat.rows.length > 1 && row.name !== "new");
      setText(label, named ? code("row", row.name) : "");
      show(label, named);
      // Many backs say no more than one of them and a number.
      const heap = row.cards.length > 2 && row.cards.every((card) => card === "??");
      drawCards(cards, heap ? ["??"] : row.cards, { used });
      setText(count, heap ? t("seat.backs", { count: row.cards.length }) : "");
    });
  }
}

/** The dealer's button, which stands on one plate of all. */
export function dealerMark() {
  return h("span", { class: "button", title: t("seat.dealer") }, h("span", { "aria-hidden": "true" }, "D"), h("span", { class: "heard" }, t("seat.dealer")));
}

export function isDealer(view, { seat }) {
  return view.dealer === seat && view.hand !== null;
}

/** Whether that was done in the betting that is under way. */
function isOf(phase, action) {
  return Boolean(action) && phase?.code === "bet" && phase.round === action.round;
}

customElements.define("seat-box", SeatBox);
