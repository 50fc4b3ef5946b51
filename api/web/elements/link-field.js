// <link-field>: a link to be sent to somebody, and the button that copies it.

import { freshId, h, setAttr, setText } from "../dom.js";
import { note } from "../say.js";
import { t } from "../words.js";

// Such a link leads whoever follows it to their own device.
const HERE_ONLY = /^(localhost|.+\.localhost|127\..+|\[::1\])$/.test(location.hostname);

export class LinkField extends HTMLElement {
  constructor(label) {
    super();
    this.input = h("input", { type: "text", readonly: true, id: freshId("link"), onfocus: () => this.input.select() });
    this.label = h("label", { for: this.input.id }, label);
    this.append(h("p", { class: "field" }, this.label, this.input), h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => this.copy() }, t("people.copy"))));
    if (!HERE_ONLY) return;
    const told = h("p", { class: "hint", id: freshId("told") }, t("people.hereOnly"));
    setAttr(this.input, "aria-describedby", told.id);
    this.append(told);
  }

  /** Lead to a table, with a token of that kind if there is one. */
  lead(table, holder, token, label = null) {
    const secret = token ? `#${holder}=${token}` : "";
    const link = String(new URL(`?table=${table}${secret}`, document.baseURI.split(/[?#]/)[0]));
    if (this.input.value !== link) this.input.value = link;
    if (label) setText(this.label, label);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.input.value);
      note(t("people.copied"), "good");
    } catch {
      this.input.focus();
      note(t("people.copyYourself"));
    }
  }
}

customElements.define("link-field", LinkField);
