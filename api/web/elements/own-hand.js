// <own-hand>: the viewer's own seat: chips, rows with what they make in words, cards not yet placed.

import { h, keyed, setText, show } from "../dom.js";
import { announce } from "../say.js";
import { chips, code, t } from "../words.js";
import { drawCards } from "./card-row.js";
import { drawPreview } from "./row-words.js";
import { dealerMark, isDealer } from "./seat-box.js";

const TOLD = new Set(["folded", "all-in", "sitting-out", "leaving"]);
const STAGED = new Set(["place", "arrange"]);

export class OwnHand extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("own.title"));
    this.tabIndex = -1;
    this.who = h("span", { class: "who" });
    this.button = dealerMark();
    this.chips = h("span", { class: "chips" });
    this.bet = h("span", { class: "bet" });
    this.status = h("span", { class: "status" });
    this.back = h("button", { type: "button", class: "primary", onclick: () => table.changeSeat({ sitting_out: false }) }, t("own.back"));
    this.why = h("span", { class: "why" });
    this.best = h("div", { class: "words best" });
    this.rows = h("div", { class: "rows" });
    this.append(h("div", { class: "plate" }, this.who, this.button, this.chips, this.bet, this.status, this.why, this.back), this.best, this.rows);
  }

  update(view, used) {
    const { mine, decision } = this.table;
    show(this, mine !== null);
    if (!mine) return;
    setText(this.who, mine.name);
    show(this.button, isDealer(view, mine));
    setText(this.chips, chips(mine.chips));
    setText(this.bet, mine.bet ? t("own.bet", { chips: chips(mine.bet) }) : "");
    this.drawState(mine, view);
    // While cards are staged the staging shows them.
    const rows = decision && STAGED.has(decision.type) ? [] : mine.rows.filter((row) => row.cards.length);
    if (mine.new_cards.length && !decision) rows.push({ name: "new", cards: mine.new_cards });
    const hands = view.you.hands ?? [];
    keyed(this.rows, rows, (row) => row.name, () => h("div", { class: "row" }, h("span", { class: "label" }), h("div", { class: "cards fits" }), h("div", { class: "words" })), (made, row) => {
      const [label, cards, words] = made.children;
      setText(label, mine.rows.length > 1 || row.name === "new" ? code("row", row.name) : "");
      show(label, Boolean(label.textContent));
      drawCards(cards, row.cards, { used: used?.size ? used : null, faces: row.faces });
      drawPreview(words, { hands: hands.filter((hand) => hand.row === row.name) });
    });
    drawPreview(this.best, { hands: hands.filter((hand) => !hand.row) });
  }

  /** What the seat's state is, in words; a new one is announced once. */
  drawState(mine, view) {
    const { chosen, satOut } = this.table;
    const out = mine.status === "sitting-out";
    const broke = mine.status === "waiting" && !mine.chips;
    const ready = mine.status === "waiting" && !broke && (view.hand === null || view.result);
    const state = chosen ? "chosen" : broke ? "broke" : mine.status;
    const why = out && satOut.has(mine.seat) ? t(`own.why.${satOut.get(mine.seat)}`) : broke ? t("own.why.broke") : "";
    const words = chosen ? t("own.chosen", { answer: code("action", chosen.answer.way ?? chosen.answer.type) }) : ready ? t("seat.ready") : code("status", state);
    setText(this.status, words);
    setText(this.why, why);
    show(this.why, Boolean(why));
    show(this.back, out);
    this.dataset.state = state;
    const key = chosen ? `${state} ${chosen.decision}` : state;
    if (this.toldState !== undefined && this.toldState !== key && !this.table.replayed && (chosen || broke || TOLD.has(state))) announce(why ? `${words}. ${why}` : `${words}.`);
    this.toldState = key;
  }

  /** The cards of the viewer's best hands, to be lit up on the board. */
  bestCards() {
    const hands = this.table.view?.you.hands ?? [];
    return new Set(hands.flatMap((hand) => hand.cards ?? []));
  }
}

customElements.define("own-hand", OwnHand);
