// <staged-cards>: cards that are put into rows before anything is sent: new cards into rows with room, or all cards
// into rows of a given size. A tap and a tap, a drag, and the keys all end in `move`. One button sends.

import { draggable } from "../drag.js";
import { h, keyed, setAttr, setText, show } from "../dom.js";
import { recall, remember } from "../keep.js";
import { announce } from "../say.js";
import { cardName, code, t } from "../words.js";
import { drawPreview } from "./row-words.js";
import { guardedButton, mean } from "./guarded-button.js";
import "./playing-card.js";

const PREVIEW_MS = 250;

/** What both kinds of staging share. Subclasses say `begin`, `move`, `answer`, `complete`, `items` and `texts`. */
export class StagedCards extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.className = "staged";
    this.held = null;
    this.title_ = h("h2", { class: "ask" });
    this.hint = h("span");
    this.keysHint = h("span", { class: "keys-hint" });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": t("place.tray") });
    this.rows = h("div", { class: "rows" });
    this.undo = h("button", { type: "button", class: "quiet", onclick: () => this.startOver() }, t("place.undo"));
    this.send = guardedButton({ name: "confirm", act: ({ decision, answer }) => this.submit(decision, answer), missed: (problem) => table.refuse(problem) });
    this.append(this.title_, h("p", { class: "hint" }, this.hint, " ", this.keysHint), this.tray, this.rows, h("div", { class: "buttons" }, this.undo, this.send));
    this.addEventListener("keydown", (event) => this.key(event));
    draggable(this, {
      pick: (target) => target.closest("[data-drag]")?.dataset.card ?? null,
      over: (target) => target.closest("[data-place]"),
      drop: (card, place) => this.put(card, place),
    });
  }

  /** Show a decision; a draft of it that this device remembers comes back. */
  update(decision, entry) {
    const fresh = this.decision?.decision !== decision.decision;
    this.decision = decision;
    this.entry = entry;
    if (fresh) {
      this.held = null;
      this.words = null;
      const draft = recall(this.draftName());
      this.begin(draft?.decision === decision.decision ? draft.staged : null);
      this.changed({ saved: false });
    }
    this.draw();
  }

  /** What to do, and how with a keyboard, which is left out where there is none. */
  tell(hint, keys) {
    setText(this.hint, hint);
    setText(this.keysHint, keys);
  }

  draftName() {
    return `draft.${this.table.id}`;
  }

  startOver() {
    this.begin(null);
    this.held = null;
    this.changed();
  }

  /** Something was moved: keep the draft, draw, and ask what it would make. */
  changed({ saved = true } = {}) {
    if (saved) remember(this.draftName(), { decision: this.decision.decision, staged: this.staged });
    this.draw();
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.ask(), PREVIEW_MS);
  }

  async ask() {
    this.question?.abort();
    const question = (this.question = new AbortController());
    const draft = this.complete() ? this.answer() : this.partial();
    const told = draft && (await this.table.preview(this.decision.decision, draft, question.signal));
    if (question.signal.aborted) return;
    this.words = told;
    this.draw();
  }

  /** A draft that is not whole, where its kind has one. */
  partial() {
    return null;
  }

  tap(card) {
    if (this.held && this.held !== card && this.put(this.held, this.placeOf(card))) return;
    this.held = this.held === card ? null : card;
    if (this.held) announce(t("place.held", { card: cardName(card) }));
    this.draw();
  }

  /** Put a card to the place that an element stands for; false if it cannot go there. */
  put(card, place) {
    if (!place || !this.move(card, place.dataset.place)) return false;
    this.held = null;
    this.changed();
    return true;
  }

  key(event) {
    if (event.key === "Escape" && this.held) {
      this.held = null;
      this.draw();
      return;
    }
    const card = event.target.closest?.("[data-drag]")?.dataset.card;
    if (!card || !event.shiftKey || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const back = event.key === "ArrowLeft" || event.key === "ArrowUp";
    const across = event.key === "ArrowUp" || event.key === "ArrowDown";
    const place = this.next(card, back ? -1 : 1, across);
    if (place !== null && this.move(card, place)) {
      this.changed();
      this.querySelector(`[data-card="${card}"]`)?.focus();
      announce(t("place.moved", { card: cardName(card), row: this.placeName(place) }));
    }
  }

  /** A card that can be taken, as a button. */
  cardButton(card) {
    const made = h("button", { type: "button", class: "take", "data-drag": "", "data-card": card, onclick: () => this.tap(made.dataset.card) }, h("playing-card", { code: card }));
    return made;
  }

  drawCard(made, card) {
    made.dataset.card = card;
    setAttr(made.firstElementChild, "code", card);
    setAttr(made, "aria-pressed", String(this.held === card));
    setAttr(made, "aria-label", this.cardLabel(card));
  }

  cardLabel(card) {
    const place = this.where(card);
    return place === null ? cardName(card) : t("place.cardIn", { card: cardName(card), row: this.placeName(place) });
  }

  drawRow(made, { name, cards, room }) {
    const [head, list, words] = made.children;
    setText(head, room ? t("place.row", { row: code("row", name), count: room }) : code("row", name));
    list.style.setProperty("--gaps", Math.max(cards.length - 1, 1));
    keyed(list, cards, (item) => item.key, (item) => (item.own ? this.cardButton(item.card) : h("playing-card", { code: item.card })), (child, item) => {
      if (item.own) this.drawCard(child, item.card);
      if (item.place !== undefined) child.dataset.place = item.place;
    });
    drawPreview(words, this.words?.rows.find((row) => row.name === name));
  }

  drawSend(text) {
    const whole = this.complete();
    const answer = whole ? this.answer() : null;
    mean(this.send, text, { key: `${this.decision.decision}:${JSON.stringify(answer)}`, decision: this.decision.decision, answer }, { settle: false });
    this.send.disabled = !whole || !this.table.ready;
    show(this.undo, this.table.ready);
  }

  async submit(decision, answer) {
    if (await this.table.answer(decision, answer)) remember(this.draftName(), null);
  }
}
