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
      [one.name, chips(one.bought), chips(one.bought + one.net), signed(one.net)].forEach((text, at) => setText(row.children[at], text));
    });
    const payments = ledger.money_payments ?? ledger.payments;
    const amount = ledger.money_payments ? (value) => money(value, ledger) : chips;
    keyed(this.owing, payments, (one) => `${one.payer}-${one.payee}`, () => h("li"), (item, one) => setText(item, t("ledger.pays", { from: one.payer_name, to: one.payee_name, amount: amount(one.amount) })));
  }
}

function signed(amount) {
  return amount > 0 ? `+${chips(amount)}` : chips(amount);
}

function money(amount, { decimals, chip_value: { currency } }) {
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

customElements.define("ledger-panel", LedgerPanel);
