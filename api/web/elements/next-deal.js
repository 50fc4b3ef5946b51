// <next-deal>: how long until the table deals the next hand by itself. When the moment has passed and nothing was heard
// of it, the table is asked.

import { h, setText, show } from "../dom.js";
import { announce } from "../say.js";
import { t } from "../words.js";
import "./clock-ring.js";

const HEARD_MS = 1_500;

export class NextDeal extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.clock = h("clock-ring");
    this.text = h("span");
    this.append(this.clock, this.text);
  }

  update(view) {
    const at = view.state === "waiting" ? view.deal_at : null;
    show(this, at !== null);
    if (at !== this.at) this.begin(at);
    setText(this.text, at !== null && this.table.now() < Date.parse(at) ? t("deal.next") : t("deal.now"));
    this.clock.run({ deadline: at }, () => this.table.now(), { over: () => this.pass() });
  }

  begin(at) {
    this.at = at;
    if (at === null) return;
    const seconds = Math.ceil((Date.parse(at) - this.table.now()) / 1_000);
    if (seconds > 0) announce(t("deal.in", { count: seconds }));
  }

  pass() {
    setText(this.text, t("deal.now"));
    const at = this.at;
    setTimeout(() => {
      if (this.isConnected && this.at === at) this.table.look();
    }, HEARD_MS);
  }
}

customElements.define("next-deal", NextDeal);
