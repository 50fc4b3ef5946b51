// <no-table>: what stands in a table's place where a link leads to none: what may have happened, and how to go on.

import { h } from "../dom.js";
import { t } from "../words.js";

export class NoTable extends HTMLElement {
  /** `why` is the refusal in words. */
  constructor(why) {
    super();
    this.append(
      h("header", { class: "page-bar" }, h("a", { class: "name", href: ".", "data-go": true }, h("img", { src: "web/icon.svg", alt: "", width: 32, height: 32 }), t("app"))),
      h("div", { class: "frame" },
        h("section", { class: "sheet", role: "alert" },
          h("h1", {}, t("gone.title")),
          h("p", {}, why),
          h("p", {}, t("gone.link")),
          h("p", {}, t("gone.over")),
          h("div", { class: "buttons" }, h("a", { class: "button primary", href: ".", "data-go": true }, t("gone.lobby")), h("a", { class: "button", href: "?open", "data-go": true }, t("lobby.open"))),
        ),
      ),
    );
  }
}

customElements.define("no-table", NoTable);
