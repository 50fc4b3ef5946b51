// <ledger-panel>: what everybody bought and has, and who owes whom.

import { Problem } from "../api.js";
import { h, keyed, setText, show } from "../dom.js";
import { chips, t } from "../words.js";

export class LedgerPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.body = h("tbody");
    this.owing = h("ul");
    this.none = h("p", {}, t("ledger.none"));
    this.sheet = h("table", {}, h("caption", {}, t("ledger.caption")), h("thead", {}, h("tr", {}, ["name", "bought", "has", "net"].map((column) => h("th", { scope: "col" }, t(`ledger.${column}`))))), this.body);
    this.append(this.none, this.sheet, h("h3", {}, t("ledger.owing")), this.owing);
  }

  async update(view) {
    if (this.shown === view.event) return;
    this.shown = view.event;
    let ledger = null;
    try {
      ledger = await this.table.api.get(`${this.table.path}/ledger`);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
    }
    show(this.none, ledger === null);
    show(this.sheet, ledger !== null);
    if (!ledger) return;
    keyed(this.body, ledger.players, (one) => one.player, () => h("tr", {}, h("th", { scope: "row" }), h("td"), h("td"), h("td")), (row, one) => {
      [one.name, chips(one.bought), chips(one.cashed + one.on_table), signed(one.net)].forEach((text, at) => setText(row.children[at], text));
    });
    keyed(this.owing, ledger.payments, (one) => `${one.from}-${one.to}`, () => h("li"), (item, one) => setText(item, t("ledger.pays", { from: one.from_name, to: one.to_name, chips: chips(one.chips) })));
  }
}

function signed(amount) {
  return amount > 0 ? `+${chips(amount)}` : chips(amount);
}

customElements.define("ledger-panel", LedgerPanel);
