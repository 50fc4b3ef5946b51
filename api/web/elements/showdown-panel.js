// <showdown-panel>: how the hand was awarded, a sentence for each pot and half, and whoever failed. It stays until the
// next deal, or for as long as a viewer holds it. It is announced once, when it comes.

import { h, keyed, setText, show } from "../dom.js";
import { announce } from "../say.js";
import { chips, code, handWords, t } from "../words.js";

export class ShowdownPanel extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("showdown.title"));
    this.title_ = h("h2", {}, t("showdown.title"));
    this.list = h("ul", { class: "awards" });
    this.hold = h("button", { type: "button", class: "quiet", "aria-pressed": "false", onclick: () => this.toggle() }, t("showdown.hold"));
    this.append(this.title_, this.hold, this.list);
  }

  /** Show the view's result; what is held stays, although hands come after it. `names` are those of its hand, by seat. */
  update(view, names) {
    const result = view.result ? { hand: view.hand, lines: sentences(view.result, names) } : null;
    if (!this.holding || result?.hand === this.kept.hand) this.kept = result;
    if (result && this.watched === view.hand) announce(result.lines.join(" "));
    this.watched = result ? null : view.hand;
    const shown = this.kept;
    show(this, shown !== null);
    if (!shown) return;
    setText(this.title_, t("showdown.of", { hand: shown.hand }));
    keyed(this.list, shown.lines.map((text, at) => ({ text, at })), (line) => line.at, () => h("li"), (item, line) => setText(item, line.text));
  }

  toggle() {
    this.holding = !this.holding;
    this.hold.setAttribute("aria-pressed", String(this.holding));
    if (!this.holding) this.dispatchEvent(new CustomEvent("let-go"));
  }
}

/** The five cards of every winning hand; null while nothing has been won by cards. */
export function winningCards(view) {
  const awards = view.result && !view.result.void ? view.result.awards : [];
  const hands = awards.flatMap((award) => award.winners.map((winner) => winner.hand)).filter(Boolean);
  return hands.length ? new Set(hands.flatMap((hand) => hand.cards)) : null;
}

/** Every award as a sentence, then what failed, went back, was carried or ruled. */
export function sentences({ awards, failed, returned, rulings, void: nothing }, names) {
  const name = (seat) => names.get(seat) ?? t("seat.numbered", { seat });
  const ruled = rulings.map((text) => t("showdown.ruling", { text }));
  if (nothing) return [t("showdown.void"), ...ruled];
  return [
    ...awards.map((award) => awardSentence(award, awards, name)),
    ...failed.map((one) => failedSentence(one, awards, name)),
    ...returned.filter((one) => one.chips).map((one) => t("showdown.returned", { name: name(one.seat), chips: chips(one.chips) })),
    ...ruled,
  ];
}

function manyPots(awards) {
  return new Set(awards.map((one) => one.pot)).size > 1;
}

function failedSentence({ pot, seat, share, how, beaten_by: by }, awards, name) {
  const sentence = t(`showdown.failed.${how === "tied" ? "tied" : "beaten"}`, { name: name(seat), share: code("share", share), by: name(by) });
  return manyPots(awards) ? t("showdown.potOnly", { pot, sentence }) : sentence;
}

function awardSentence(award, awards, name) {
  const many = manyPots(awards);
  const where = t(`showdown.${whatOf(award)}${many ? "OfMany" : ""}`, { share: code("share", award.share), pot: award.pot, part: chips(award.part) });
  if (!award.winners.length) return t("showdown.carried", { where, chips: chips(award.carried) });
  const won = award.winners.map((winner) => {
    const told = { name: name(winner.seat), chips: chips(winner.chips), hand: winner.hand && handWords(winner.hand) };
    const words = winner.hand ? t(award.winners.length > 1 ? "showdown.wonPart" : "showdown.won", told) : t("showdown.alone", told);
    return winner.odd ? t("showdown.odd", { words, count: winner.odd }) : words;
  });
  const over = award.beaten[0];
  const beaten = over ? t("showdown.over", { name: name(over.seat), hand: handWords(over.hand) }) : "";
  const ties = award.winners.length > 1 ? t("showdown.tied") : "";
  return t("showdown.sentence", { where, won: won.join("; "), tail: beaten + ties });
}

/** One share may take the whole pot, be it the only one or because nobody was in for the other. */
function whatOf(award) {
  if (!award.share) return "pot";
  return award.part === award.amount ? "whole" : "share";
}

customElements.define("showdown-panel", ShowdownPanel);
