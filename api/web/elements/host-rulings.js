// <host-rulings>: what the host decides about a hand: a ruling in words, which stays with the hand, or that it is void.

import { h, freshId, setText } from "../dom.js";
import { note } from "../say.js";
import { t } from "../words.js";
import { AskFirst } from "./ask-first.js";

export class HostRulings extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.text = h("input", { type: "text", id: freshId("ruling"), maxlength: 500, required: true, autocomplete: "off" });
    this.label = h("label", { for: this.text.id });
    this.say = h("button", { type: "submit", class: "quiet" }, t("ruling.say"));
    this.void = new AskFirst({ text: t("ruling.void"), ask: () => t("ruling.voidAsk", { hand: this.hand }), act: () => this.rule(true), quiet: true });
    this.append(
      h("form", { onsubmit: (event) => this.submit(event) },
        h("p", { class: "field" }, this.label, this.text, h("small", {}, t("ruling.sayAbout"))),
        h("div", { class: "buttons" }, this.say),
      ),
      h("div", { class: "told" }, this.void, h("small", {}, t("ruling.voidAbout"))),
    );
  }

  update(view) {
    this.hand = view.hand;
    setText(this.label, view.hand ? t("ruling.of", { hand: view.hand }) : t("ruling.none"));
    this.text.disabled = this.say.disabled = view.hand === null || view.state === "closed";
    this.void.disabled = this.say.disabled || Boolean(view.result?.void);
  }

  submit(event) {
    event.preventDefault();
    this.rule(false);
  }

  async rule(isVoid) {
    const text = this.text.value.trim() || t("ruling.voidText");
    if (!(await this.table.hosting.rule(this.hand, text, isVoid))) return;
    this.text.value = "";
    note(isVoid ? t("ruling.voided") : t("ruling.said"), "good");
  }
}

customElements.define("host-rulings", HostRulings);
