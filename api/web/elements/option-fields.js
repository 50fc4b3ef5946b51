// The announced options of a game as fields of a form, from the words, values and bounds that the API gives. A field
// that is left alone stands at its default and is not sent.

import { h, freshId } from "../dom.js";
import { code, optionValue, optionWords, t } from "../words.js";
import { follow, touched } from "./form-parts.js";

/** Fields for a game's options; `.value` holds those that were changed, `.complaint` what is wrong with one. */
export class OptionFields extends HTMLElement {
  constructor(game) {
    super();
    this.className = "options";
    this.fields = game.options.map((option) => {
      const field = option.values && option.min === undefined ? words(option) : option.must_hold === undefined ? number(option) : set(option);
      field.id = freshId("option");
      field.name = `options.${option.name}`;
      const about = h("small", { id: `${field.id}-about` }, [optionWords(option).about, option.must_hold === undefined ? "" : listed(option)].join(" ").trim());
      field.setAttribute("aria-describedby", about.id);
      this.append(h("p", { class: "field" }, h("label", { for: field.id }, code("option", option.name)), field, about));
      return { option, field };
    });
  }

  /** Show what is announced now; blank is an option at its default. */
  fill(given, how = {}) {
    for (const { option, field } of this.fields) follow(field, written(option, given[option.name]), how);
  }

  /** Whether an option shall be otherwise than it is. */
  get touched() {
    return this.fields.some(({ field }) => touched(field));
  }

  get value() {
    const changed = this.fields.filter(({ field }) => field.value.trim() !== "");
    return Object.fromEntries(changed.map(({ option, field }) => [option.name, read(option, field.value.trim())]));
  }
}

function defaultText(option) {
  return t("option.default", { value: optionWords(option).usual });
}

function words(option) {
  const field = h("select", {}, h("option", { value: "" }, defaultText(option)));
  field.append(...option.values.map((value) => h("option", { value }, optionValue(option.name, value))));
  return field;
}

function number(option) {
  return h("input", { type: "number", inputmode: "numeric", min: option.min, max: option.max, placeholder: defaultText(option) });
}

function set(option) {
  return h("input", { type: "text", placeholder: defaultText(option), autocomplete: "off" });
}

/** What may be written into the field of a set: its values in words, or numbers. */
function listed(option) {
  return [...option.values.map((value) => `“${optionValue(option.name, value)}”`), t("option.numbers")].join(", ");
}

function written(option, value) {
  if (value === undefined) return "";
  return option.must_hold === undefined ? String(value) : optionValue(option.name, value);
}

function read(option, text) {
  if (option.values?.includes(text)) return text;
  const word = option.must_hold !== undefined && option.values.find((value) => optionValue(option.name, value) === text);
  if (word) return word;
  if (option.must_hold !== undefined && /^[\d\s,]+$/.test(text)) return text.split(/[\s,]+/).filter(Boolean).map(Number);
  return option.values ? text : Number(text);
}

customElements.define("option-fields", OptionFields);
