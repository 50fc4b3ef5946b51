// Words for people. Machine codes of the API are looked up here; whatever has no words yet is shown as the API says
// it, so that a new game, phase or option appears by itself.

import { settings } from "./keep.js";

// Each in its own name; the words are in a file of that tag, of which only the one that is spoken is loaded.
const LANGUAGES = { en: "English", de: "Deutsch" };

let words = {};
let tag = "en";
let plural = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** The languages there are, by tag, each in its own name. */
export function languages() {
  return Object.entries(LANGUAGES).map(([code, name]) => ({ tag: code, name }));
}

/** Speak the language of the settings, else the first of the browser's that is known. */
export async function chooseLanguage() {
  const wanted = settings().language;
  const asked = wanted === "auto" ? navigator.languages.map((one) => one.split("-")[0]) : [wanted];
  const chosen = asked.find((one) => one in LANGUAGES) ?? "en";
  words = (await import(`./words/${chosen}.js`))[chosen];
  tag = chosen;
  plural = new Intl.PluralRules(tag);
  numbers = new Intl.NumberFormat(tag);
  document.documentElement.lang = tag;
}

function find(key, within) {
  return key.split(".").reduce((at, part) => at?.[part], within);
}

/** Whether there are words for a key. */
export function has(key) {
  return find(key, words) !== undefined;
}

/** The words of a key; `{name}` is filled in. Plural forms are an object chosen by `values.count`. */
export function t(key, values = {}) {
  let found = find(key, words);
  if (found === undefined) return humanized(key.split(".").pop());
  if (typeof found === "object") found = found[plural.select(values.count)] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** Words for a machine code of a kind, such as `status.all-in`; the code itself, made readable, where there are none. */
export function code(kind, value) {
  const key = `${kind}.${value}`;
  return has(key) ? t(key) : humanized(String(value));
}

/** What cards make: as the API says it, or where this language has words of its own, by the category and the cards. */
export function handWords({ category, cards, text }) {
  if (!has(`made.${category}`)) return text;
  const ranks = cards.map(([rank]) => rank);
  const plurals = (at) => (ranks[at] ? t(`ranks.${ranks[at]}`) : "");
  const single = ranks.filter((rank, at) => ranks.indexOf(rank) === at && ranks.lastIndexOf(rank) === at);
  return t(`made.${category}`, {
    top: t(`rank.${ranks[0]}`),
    tops: plurals(0),
    seconds: plurals(2),
    lasts: plurals(3),
    rest: single.map((rank) => `, ${t(`rank.${rank}`)}`).join(""),
    list: ranks.join("-").replaceAll("T", "10"),
  });
}

/** The step in which a hand stands, likewise. */
export function phaseWords({ code: step, round, text }) {
  return has(`phase.${step}`) ? t(`phase.${step}`, { round }) : text;
}

/** What an option is about, and what it usually is: likewise by its name, else as the API says it. */
export function optionWords({ name, words: about, default_words: usual, default: value }) {
  return {
    about: has(`about.${name}`) ? t(`about.${name}`) : about,
    usual: usual && has(`usual.${name}`) ? t(`usual.${name}`) : usual || optionValue(name, value),
  };
}

/** The value of an option in words: those of this option, else those that its value has wherever it is found. */
export function optionValue(option, value) {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "number") return String(value);
  return has(`valueOf.${option}.${value}`) ? t(`valueOf.${option}.${value}`) : code("value", value);
}

/** A number of chips. */
export function chips(amount) {
  return numbers.format(amount);
}

/** An amount of money, given in the smallest coins of a currency that is written with so many decimal places. */
export function money(minor, decimals, currency) {
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(tag, { style: "currency", currency, ...places }).format(minor / 10 ** decimals);
}

/** The name of a card for people who listen. */
export function cardName(card) {
  if (!card || card === "??") return t("card.hidden");
  const [rank, suit] = card;
  return t("card.named", { rank: t(`rank.${rank}`), suit: t(`suit.${suit}`) });
}

function shown(value) {
  return typeof value === "number" ? numbers.format(value) : String(value);
}

function humanized(value) {
  const text = value.replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
