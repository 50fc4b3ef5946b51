// <ledger-panel>: what everybody bought and has, and who owes whom.

import { Problem } from "../api.js";
import { h, keyed, setText, show } from "../dom.js";
import { chips, money, t } from "../words.js";

export class LedgerPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.body = h("tbody");
    this.owing = h("ul");
    this.none = h("p", {}, t("ledger.none"));
    this.caption = h("caption");
    this.worth = h("th", { scope: "col" }, t("ledger.money"));
    this.sheet = h("table", {}, this.caption, h("thead", {}, h("tr", {}, ["name", "bought", "has", "net"].map((column) => h("th", { scope: "col" }, t(`ledger.${column}`))), this.worth)), this.body);
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
    const worth = ledger.chip_value;
    const inMoney = (minor) => money(minor, ledger.decimals, worth.currency);
    setText(this.caption, worth ? t("ledger.captionMoney", { chips: worth.chips, money: inMoney(worth.minor) }) : t("ledger.caption"));
    show(this.worth, worth);
    keyed(this.body, ledger.players, (one) => one.player, () => h("tr", {}, h("th", { scope: "row" }), h("td"), h("td"), h("td"), h("td")), (row, one) => {
      const texts = [one.name, chips(one.bought), chips(one.bought + one.net), signed(one.net), worth ? inMoney(one.money) : ""];
      texts.forEach((text, at) => setText(row.children[at], text));
      show(row.lastElementChild, worth);
    });
    const payments = ledger.money_payments ?? ledger.payments;
    const amount = ledger.money_payments ? inMoney : chips;
    keyed(this.owing, payments, (one) => `${one.payer}-${one.payee}`, () => h("li"), (item, one) => setText(item, t("ledger.pays", { from: one.payer_name, to: one.payee_name, amount: amount(one.amount) })));
  }
}

function signed(amount) {
  return amount > 0 ? `+${chips(amount)}` : chips(amount);
}

customElements.define("ledger-panel", LedgerPanel);
