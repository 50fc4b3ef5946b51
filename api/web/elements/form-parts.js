// Parts of forms: labelled fields, fields that follow what holds until somebody writes into them, and a refusal's
// faults told at the fields that they name.

import { freshId, h, setAttr } from "../dom.js";
import { t } from "../words.js";

/** A field under its label, with a hint where there is something to say. */
export function labelled(text, field, hint = null) {
  return h("p", { class: "field" }, h("label", { for: named(field).id }, text), field, hinted(field, hint));
}

/** A box to tick before its label. */
export function checked(text, box, hint = null) {
  return h("p", { class: "check" }, named(box), h("span", {}, h("label", { for: box.id }, text), hinted(box, hint)));
}

function named(field) {
  if (!field.id) field.id = freshId("field");
  return field;
}

function hinted(field, hint) {
  if (!hint) return null;
  const made = h("small", { id: `${field.id}-about` }, hint);
  field.setAttribute("aria-describedby", made.id);
  return made;
}

function read(field) {
  return field.type === "checkbox" ? field.checked : field.value;
}

/** Let a field show what holds now, unless something else has been written into it; `anew` writes over that too. */
export function follow(field, value, { anew = false } = {}) {
  if (anew || field.held === undefined || !touched(field)) field[field.type === "checkbox" ? "checked" : "value"] = value;
  field.held = value;
}

/** Whether a field says something else than what holds. */
export function touched(field) {
  return read(field) !== field.held;
}

/** Open what hides a field that the browser itself finds wrong: it cannot be pointed at while it is folded away. */
export function unfold(form) {
  form.addEventListener("invalid", ({ target }) => openAround(target), true);
}

function openAround(field) {
  for (let at = field.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
}

/** Tell each fault of a refusal at the field whose `name` it bears; whether one was found. */
export function showFaults(form, problem) {
  clearFaults(form);
  const faults = problem.body.faults ?? [];
  const told = faults.map((fault) => ({ fault, field: fieldOf(form, fault.field) })).filter(({ field }) => field);
  for (const { fault, field } of told) tell(field, fault);
  if (!told.length) return false;
  openAround(told[0].field);
  told[0].field.focus();
  return true;
}

export function clearFaults(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    setAttr(field, "aria-describedby", field.aboutBefore);
  }
  for (const told of form.querySelectorAll(".fault")) told.remove();
}

function fieldOf(form, path) {
  const fields = [...form.querySelectorAll("[name]")];
  return fields.find((field) => field.name === path) ?? fields.find((field) => path && field.name.startsWith(`${path}.`));
}

function tell(field, fault) {
  const told = h("strong", { class: "fault", id: freshId("fault") }, words(fault));
  field.aboutBefore = field.getAttribute("aria-describedby");
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", [told.id, field.aboutBefore].filter(Boolean).join(" "));
  field.closest(".field, .check").append(told);
}

function words({ bounds, detail }) {
  if (!bounds) return detail;
  return bounds.max === null ? t("fault.least", { min: bounds.min }) : t("fault.between", { min: bounds.min, max: bounds.max });
}
