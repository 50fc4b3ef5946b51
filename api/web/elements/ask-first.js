// <ask-first>: a button for what cannot be undone. Pressing it asks in words, in its place; only "yes" acts.

import { freshId, h, setText, show } from "../dom.js";
import { t } from "../words.js";

export class AskFirst extends HTMLElement {
  /** `ask()` gives the question, or null where none is needed. */
  constructor({ text, ask, act, quiet = false }) {
    super();
    this.ask = ask;
    this.act = act;
    this.button = h("button", { type: "button", class: quiet ? "quiet" : null, onclick: () => this.press() }, text);
    this.question = h("p", { id: freshId("question") });
    this.no = h("button", { type: "button", onclick: () => this.close() }, t("sure.no"));
    this.sure = h("div", { class: "sure", role: "group", "aria-labelledby": this.question.id, hidden: true },
      this.question,
      h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: () => this.go() }, text), this.no),
    );
    this.sure.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.append(this.button, this.sure);
  }

  set disabled(off) {
    this.button.disabled = off;
    if (off && !this.sure.hidden) this.close();
  }

  /** The way back has the focus, so that a second Enter does no harm. */
  press() {
    const question = this.ask();
    if (!question) {
      this.act();
      return;
    }
    setText(this.question, question);
    this.turn(true);
    this.no.focus();
  }

  go() {
    this.close();
    this.act();
  }

  close() {
    this.turn(false);
    this.button.focus();
  }

  turn(asking) {
    show(this.button, !asking);
    show(this.sure, asking);
    this.classList.toggle("asking", asking);
  }
}

customElements.define("ask-first", AskFirst);
