// What holds for a table besides its games: its name, who may come, when the next hand is dealt, chips and money. The
// form that opens a table and the one that changes it later have these fields in common.

import { h } from "../dom.js";
import { t } from "../words.js";
import { checked, follow, labelled, touched } from "./form-parts.js";

const TICKED = ["private", "spectators", "auto_rebuy"];
const COINS = ["chips", "minor", "currency"];

export class TermFields {
  constructor() {
    const number = (name, most) => h("input", { type: "number", name, inputmode: "numeric", min: 1, max: most });
    this.fields = {
      name: h("input", { type: "text", name: "name", maxlength: 60, required: true, autocomplete: "off" }),
      deal_after_seconds: number("deal_after_seconds", 86_400),
      ...Object.fromEntries(TICKED.map((name) => [name, h("input", { type: "checkbox", name })])),
    };
    this.coins = {
      chips: number("chip_value.chips", 1_000_000_000),
      minor: number("chip_value.minor", 1_000_000_000),
      currency: h("input", { type: "text", name: "chip_value.currency", maxlength: 3, size: 4, autocomplete: "off", autocapitalize: "characters" }),
    };
    this.called = labelled(t("terms.name"), this.fields.name);
    this.dealing = labelled(t("terms.deal_after_seconds"), this.fields.deal_after_seconds, t("terms.dealing"));
    this.coming = h("div", {}, ...TICKED.map((name) => checked(t(`terms.${name}`), this.fields[name])));
    this.money = h("fieldset", {}, h("legend", {}, t("terms.money")), h("div", { class: "pair" }, ...COINS.map((name) => labelled(t(`terms.${name}`), this.coins[name]))), h("small", {}, t("terms.moneyHint")));
  }

  /** Show what holds, in the words of the API; `anew` also where something else has been written. */
  fill(terms, how = {}) {
    follow(this.fields.name, terms.name, how);
    follow(this.fields.deal_after_seconds, String(terms.deal_after_seconds ?? ""), how);
    for (const name of TICKED) follow(this.fields[name], terms[name], how);
    for (const name of COINS) follow(this.coins[name], String(terms.chip_value?.[name] ?? ""), how);
  }

  get value() {
    const { name, deal_after_seconds: delay } = this.fields;
    return {
      name: name.value.trim(),
      deal_after_seconds: delay.value === "" ? null : Number(delay.value),
      ...Object.fromEntries(TICKED.map((one) => [one, this.fields[one].checked])),
      chip_value: this.chipValue,
    };
  }

  /** Those that are to be otherwise than they are. */
  get changed() {
    const { chip_value: worth, ...plain } = this.value;
    const changed = Object.fromEntries(Object.entries(plain).filter(([name]) => touched(this.fields[name])));
    return Object.values(this.coins).some(touched) ? { ...changed, chip_value: worth } : changed;
  }

  /** Nothing is said of money where all is blank. */
  get chipValue() {
    const { chips, minor, currency } = this.coins;
    if (![chips, minor, currency].some((field) => field.value.trim())) return null;
    return { currency: currency.value.trim().toUpperCase(), minor: Number(minor.value), chips: Number(chips.value) };
  }
}
