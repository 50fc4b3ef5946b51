// Choices of one thing among few: keep or discard a card, declare a way. The choice is staged; one button sends it.

import { h, keyed, setAttr, setText, show } from "../dom.js";
import { announce } from "../say.js";
import { code, has, t } from "../words.js";
import { guardedButton, mean } from "./guarded-button.js";
import "./playing-card.js";

class StagedChoice extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.className = "staged choice";
    this.title_ = h("h2", { class: "ask" });
    this.card = h("div", { class: "large" });
    this.list = h("div", { class: "choices", role: "group" });
    this.send = guardedButton({ name: "confirm", act: ({ decision, answer }) => table.answer(decision, answer), missed: (problem) => table.refuse(problem) });
    this.append(this.title_, this.card, this.list, h("div", { class: "buttons" }, this.send));
  }

  /** `choices` have a key, a title, a sentence, and the answer that they stand for. */
  draw(decision, title, choices, sendText) {
    if (this.shown !== decision.decision) {
      this.shown = decision.decision;
      this.chosen = null;
    }
    setText(this.title_, title);
    setAttr(this.list, "aria-label", title);
    keyed(this.list, choices, (one) => one.key, (one) => h("button", { type: "button", class: "choice-button", onclick: () => this.choose(one.key) }, h("strong"), h("span")), (button, one) => {
      const [name, sentence] = button.children;
      setText(name, one.title);
      setText(sentence, one.text);
      setAttr(button, "aria-pressed", String(this.chosen === one.key));
    });
    this.again = () => this.draw(decision, title, choices, sendText);
    const chosen = choices.find((one) => one.key === this.chosen);
    mean(this.send, sendText(chosen), { key: `${decision.decision}:${this.chosen}`, decision: decision.decision, answer: chosen?.answer }, { settle: false });
    this.send.disabled = !chosen || !this.table.ready;
  }

  choose(key) {
    this.chosen = key;
    this.again();
    announce(t("choice.chosen"));
  }
}

export class KeepOrDiscard extends StagedChoice {
  update(decision) {
    const { mine } = this.table;
    keyed(this.card, mine?.new_cards ?? [], (card) => card, (card) => h("playing-card", { code: card }));
    const choices = decision.legal.map(({ type }) => ({ key: type, title: code("action", type), text: has(`keep.${type}`) ? t(`keep.${type}`) : "", answer: { type } }));
    this.draw(decision, t("keep.title"), choices, (chosen) => (chosen ? t("keep.send", { action: chosen.title }) : t("choice.first")));
  }
}

export class DeclareWay extends StagedChoice {
  update(decision) {
    show(this.card, false);
    const { ways } = decision.legal.find((entry) => entry.type === "declare");
    const choices = ways.map((way) => ({ key: way, title: code("way", way), text: has(`declare.${way}`) ? t(`declare.${way}`) : "", answer: { type: "declare", way } }));
    this.draw(decision, t("declare.title"), choices, (chosen) => (chosen ? t("declare.send") : t("choice.first")));
  }
}

customElements.define("keep-or-discard", KeepOrDiscard);
customElements.define("declare-way", DeclareWay);
