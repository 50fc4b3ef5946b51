// <bet-bar>: fold, check or call, bet or raise. Every amount comes from the decision; nothing is worked out here.

import { h, keyed, show } from "../dom.js";
import { settings } from "../keep.js";
import { chips, code, t } from "../words.js";
import { guardedButton, mean } from "./guarded-button.js";

const PASSIVE = ["check", "call", "bring-in"];
const OPENING = ["bet", "raise"];

export class BetBar extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.className = "bet-bar";
    const act = (meaning) => this.press(meaning);
    const missed = (problem) => table.refuse(problem);
    const twice = (meaning) => this.question(meaning);
    this.fold = guardedButton({ name: "fold", act, missed, twice });
    this.passive = guardedButton({ name: "passive", act, missed, twice });
    this.open = h("button", { type: "button", class: "open", "aria-expanded": "false", onclick: () => this.toggle() });
    this.confirm = guardedButton({ name: "confirm", act, missed, twice });
    this.slider = h("input", { type: "range", oninput: () => this.set(Number(this.slider.value)) });
    this.number = h("input", { type: "number", inputmode: "numeric", oninput: () => this.typed(), onchange: () => this.leave() });
    this.less = h("button", { type: "button", class: "step", "aria-label": t("bet.less"), onclick: () => this.set(this.amount - this.step) }, "−");
    this.more = h("button", { type: "button", class: "step", "aria-label": t("bet.more"), onclick: () => this.set(this.amount + this.step) }, "+");
    this.presets = h("div", { class: "presets" });
    this.exact = h("div", { class: "exact" }, this.less, this.slider, this.more, this.number);
    this.panel = h("div", { class: "raise", hidden: true }, this.presets, this.exact, this.confirm);
    this.main = h("div", { class: "buttons" }, this.fold, this.passive, this.open);
    this.append(this.panel, this.main);
  }

  update(decision) {
    const fresh = this.shownNumber !== decision.decision;
    this.shownNumber = decision.decision;
    const legal = new Map(decision.legal.map((entry) => [entry.type, entry]));
    this.free = legal.has("check");
    this.show(this.fold, legal.get("fold"), code("action", "fold"));
    const passive = PASSIVE.map((type) => legal.get(type)).find(Boolean);
    this.show(this.passive, passive, this.passiveText(passive));
    this.entry = OPENING.map((type) => legal.get(type)).find(Boolean) ?? null;
    show(this.open, this.entry !== null);
    if (!this.entry) {
      this.close();
      return;
    }
    this.open.textContent = code("action", this.entry.type);
    if (fresh) {
      this.close();
      this.typing = false;
    }
    this.step = Math.max(this.entry.suggested[0] ?? 1, 1);
    for (const field of [this.slider, this.number]) {
      field.min = this.entry.min_to;
      field.max = this.entry.max_to;
      field.setAttribute("aria-label", t("bet.amount"));
    }
    // One amount is no choice.
    const open = this.entry.max_to > this.entry.min_to;
    show(this.exact, open);
    show(this.presets, open);
    const amounts = [...new Set(this.entry.suggested)];
    keyed(this.presets, amounts, (to) => to, (to) => h("button", { type: "button", class: "preset", onclick: () => this.set(to) }), (button, to) => {
      button.textContent = to === this.entry.max_to && to >= this.stack() ? t("bet.allIn", { to: chips(to) }) : chips(to);
    });
    if (fresh || !(this.amount >= this.entry.min_to && this.amount <= this.entry.max_to)) this.set(this.entry.min_to);
    else this.set(this.amount);
  }

  /** All that this seat could have in front of it. */
  stack() {
    const { mine } = this.table;
    return mine ? mine.chips + mine.bet : Infinity;
  }

  passiveText(entry) {
    if (!entry) return "";
    return entry.to === undefined ? code("action", entry.type) : t("bet.withAmount", { action: code("action", entry.type), amount: chips(entry.adds ?? entry.to) });
  }

  show(button, entry, text) {
    mean(button, text, entry ? { key: `${this.shownNumber}:${text}`, decision: this.shownNumber, answer: { type: entry.type } } : null);
  }

  toggle() {
    const opened = this.panel.hidden;
    this.panel.hidden = !opened;
    this.open.setAttribute("aria-expanded", String(opened));
    if (opened) this.confirm.focus();
  }

  close() {
    this.panel.hidden = true;
    this.open.setAttribute("aria-expanded", "false");
  }

  /** What is typed counts as soon as it is legal, and stands as it is, whatever happens meanwhile, until one is done. */
  typed() {
    this.typing = true;
    const to = Number(this.number.value);
    if (to >= this.entry.min_to && to <= this.entry.max_to) this.set(to);
  }

  leave() {
    this.typing = false;
    this.set(Number(this.number.value));
  }

  set(amount) {
    const to = Math.round(Math.min(Math.max(amount || 0, this.entry.min_to), this.entry.max_to));
    this.amount = to;
    this.slider.value = to;
    if (!this.typing) this.number.value = to;
    this.slider.setAttribute("aria-valuetext", chips(to));
    const all = to >= this.stack();
    const text = all ? t("bet.confirmAllIn", { to: chips(to) }) : t(`bet.confirm.${this.entry.type}`, { to: chips(to) });
    mean(this.confirm, text, { key: `${this.shownNumber}:${text}`, decision: this.shownNumber, answer: { type: this.entry.type, to } }, { settle: false });
  }

  /** What is asked before an answer goes out, where anything is. */
  question({ answer }) {
    if (answer.type === "fold" && this.free) return t("bet.foldForNothing");
    return settings().confirm ? t("confirm.again") : null;
  }

  /** F folds, C checks or calls, R opens the amounts. */
  pressKey(key) {
    const button = { f: this.fold, c: this.passive, r: this.open }[key];
    if (!button || button.hidden) return false;
    button.click();
    return true;
  }

  press({ decision, answer }) {
    this.close();
    this.table.answer(decision, answer);
  }
}

customElements.define("bet-bar", BetBar);
