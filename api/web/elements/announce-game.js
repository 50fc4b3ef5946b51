// <announce-game>: the dealer names the game of the next hand, and its options as far as they differ.

import { h } from "../dom.js";
import { oneGame } from "../games.js";
import { t } from "../words.js";
import { guardedButton, mean } from "./guarded-button.js";
import { OptionFields } from "./option-fields.js";

export class AnnounceGame extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.className = "staged announce";
    this.choice = h("select", { onchange: () => this.pick() });
    this.more = h("details", {}, h("summary", {}, t("announce.options")));
    this.send = guardedButton({ name: "confirm", act: ({ decision }) => this.submit(decision), missed: (problem) => table.refuse(problem) });
    this.append(h("h2", { class: "ask" }, t("announce.title")), h("label", { class: "field" }, h("span", {}, t("announce.game")), this.choice), this.more, h("div", { class: "buttons" }, this.send));
  }

  async update(decision) {
    this.send.disabled = !this.table.ready;
    if (this.shown === decision.decision) return;
    this.shown = decision.decision;
    const { games } = decision.legal.find((entry) => entry.type === "announce");
    mean(this.send, t("announce.send"), { key: String(decision.decision), decision: decision.decision });
    const known = await Promise.all(games.map(oneGame));
    this.choice.replaceChildren(...known.map((game) => h("option", { value: game.game }, game.name)));
    this.choice.value = decision.default?.game ?? games[0];
    this.pick();
  }

  async pick() {
    this.options = new OptionFields(await oneGame(this.choice.value));
    this.more.replaceChildren(this.more.firstElementChild, this.options);
  }

  submit(decision) {
    this.table.answer(decision, { type: "announce", game: this.choice.value, options: this.options?.value ?? {} });
  }
}

customElements.define("announce-game", AnnounceGame);
