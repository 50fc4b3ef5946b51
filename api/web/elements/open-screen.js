// <open-screen>: open a table: what is played, for what stakes, by which options, and who may come.

import { Api, Problem } from "../api.js";
import { freshId, h, show } from "../dom.js";
import { allGames, optionsOf } from "../games.js";
import { keepToken } from "../keep.js";
import { note } from "../say.js";
import { t } from "../words.js";
import { clearFaults, labelled, showFaults, unfold } from "./form-parts.js";
import { OptionFields } from "./option-fields.js";
import { TermFields } from "./term-fields.js";

const api = new Api();
const SOON_SECONDS = 6;

export class OpenScreen extends HTMLElement {
  async connectedCallback() {
    this.choice = h("select", { id: freshId("field"), name: "choice", onchange: () => this.pick() });
    this.choice.append(...["fixed", "dealer", "rotation"].map((way) => h("option", { value: way }, t(`open.choices.${way}`))));
    this.games = h("fieldset", { class: "games" }, h("legend", {}, t("open.games")));
    this.buyIns = ["min_buy_in", "max_buy_in"].map((field) => h("input", { type: "number", inputmode: "numeric", min: 1, max: 1_000_000_000, value: field === "min_buy_in" ? 20 : 200, name: field }));
    this.seats = h("input", { type: "number", inputmode: "numeric", min: 2, max: 26, name: "seats" });
    this.rotate = h("input", { type: "number", inputmode: "numeric", min: 0, max: 1000, value: 0, name: "rotate_after" });
    this.rotation = labelled(t("open.rotateAfter"), this.rotate, t("open.rotateAfterAbout"));
    this.terms = new TermFields();
    this.terms.fill({ name: t("open.nameDefault"), private: true, spectators: true, auto_rebuy: false, deal_after_seconds: SOON_SECONDS, chip_value: null });
    this.more = h("details", {}, h("summary", {}, t("open.options")));
    this.send = h("button", { type: "submit", class: "primary" }, t("open.send"));
    this.form = h("form", { class: "frame sheet", onsubmit: (event) => this.submit(event) },
      h("h1", {}, t("open.title")),
      this.terms.called,
      labelled(t("open.choice"), this.choice),
      this.games,
      this.rotation,
      labelled(t("open.seats"), this.seats, t("open.seatsAbout")),
      h("div", { class: "pair" }, labelled(t("open.least"), this.buyIns[0]), labelled(t("open.most"), this.buyIns[1])),
      this.terms.coming,
      this.terms.dealing,
      this.terms.money,
      this.more,
      h("div", { class: "buttons" }, this.send),
    );
    unfold(this.form);
    this.append(
      h("header", { class: "page-bar" }, h("a", { class: "name", href: ".", "data-go": true }, h("img", { src: "web/icon.svg", alt: "", width: 32, height: 32 }), t("app"))),
      this.form,
    );
    this.known = await allGames().catch(() => []);
    this.pick();
  }

  /** One game is chosen by a dot, several by ticks. */
  async pick() {
    const one = this.choice.value === "fixed";
    show(this.rotation, this.choice.value === "rotation");
    const had = new Set(this.chosen());
    const boxes = this.known.map((game, place) => {
      const box = h("input", { type: one ? "radio" : "checkbox", name: "game", value: game.game, id: freshId("game"), onchange: () => this.draw() });
      box.checked = one ? place === 0 : had.size < 2 || had.has(game.game);
      return h("p", { class: "check" }, box, h("label", { for: box.id }, h("strong", {}, game.name), " ", h("small", {}, t("open.players", { min: game.seats.min, max: game.seats.max }))));
    });
    this.games.replaceChildren(this.games.firstElementChild, ...boxes);
    await this.draw();
  }

  chosen() {
    return [...this.games.querySelectorAll("input:checked")].map((box) => box.value);
  }

  async draw() {
    const chosen = this.chosen();
    this.send.disabled = chosen.length === 0;
    show(this.more, chosen.length > 0);
    const written = this.options?.value ?? {};
    this.options = chosen.length ? new OptionFields({ options: await optionsOf(chosen) }) : null;
    this.options?.fill(written);
    this.more.replaceChildren(this.more.firstElementChild, ...(this.options ? [this.options] : []));
  }

  async submit(event) {
    event.preventDefault();
    clearFaults(this.form);
    const chosen = this.chosen();
    const body = {
      ...(this.choice.value === "fixed" ? { game: chosen[0] } : { games: chosen, choice: this.choice.value }),
      ...(this.choice.value === "rotation" && { rotate_after: Number(this.rotate.value) }),
      ...(this.seats.value && { seats: Number(this.seats.value) }),
      ...this.terms.value,
      options: this.options?.value ?? {},
      min_buy_in: Number(this.buyIns[0].value),
      max_buy_in: Number(this.buyIns[1].value),
    };
    this.send.disabled = true;
    try {
      const opened = await api.call("POST", "v1/tables", body);
      keepToken(opened.table.id, "host", opened.host_token);
      keepToken(opened.table.id, "guest", opened.invitation);
      const { go } = await import("../main.js");
      go(`?table=${opened.table.id}`);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      if (!showFaults(this.form, fault)) note(fault.message || t("problem.offline"), "bad");
      this.send.disabled = false;
    }
  }
}

customElements.define("open-screen", OpenScreen);
