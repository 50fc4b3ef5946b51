// <join-panel>: sit down with a name and a buy-in, after reading what is played and for what.

import { freshId, h, keyed, setText, show } from "../dom.js";
import { oneGame } from "../games.js";
import { changeSetting, settings } from "../keep.js";
import { announce } from "../say.js";
import { chips, code, optionValue, t } from "../words.js";

export class JoinPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.title_ = h("h2", {});
    this.facts = h("ul", { class: "facts" });
    this.name = h("input", { type: "text", id: freshId("field"), maxlength: "30", required: true, autocomplete: "nickname", value: settings().name });
    this.buyIn = h("input", { type: "number", id: freshId("field"), inputmode: "numeric", required: true });
    this.seat = h("select", { id: freshId("field") });
    this.button = h("button", { type: "submit", class: "primary" }, t("join.send"));
    this.form = h("form", { onsubmit: (event) => this.submit(event) },
        h("p", { class: "field" }, h("label", { for: this.name.id }, t("join.name")), this.name),
        h("p", { class: "field" }, h("label", { for: this.buyIn.id }, t("join.buyIn")), this.buyIn),
        h("p", { class: "field" }, h("label", { for: this.seat.id }, t("join.seat")), this.seat),
        h("div", { class: "buttons" }, this.button),
      );
    this.stop = h("button", { type: "button", onclick: () => table.waitNoLonger() }, t("join.stop"));
    this.append(this.title_, this.facts, this.form, this.stop);
  }

  /** The seat that is chosen here, or null where any will do. */
  get seatChosen() {
    return Number(this.seat.value) || null;
  }

  /** A seat was chosen at the table: the next thing that is needed has the focus. */
  choose(seat) {
    this.seat.value = String(seat);
    this.seat.dispatchEvent(new Event("change", { bubbles: true }));
    (this.name.value ? this.button : this.name).focus();
    announce(t("join.chosen", { seat }));
  }

  update(view) {
    const taken = new Set(view.seats.map((seat) => seat.seat));
    const free = Array.from({ length: view.max_seats }, (_, at) => at + 1).filter((seat) => !taken.has(seat));
    this.full = free.length === 0;
    const waiting = view.you.waiting;
    show(this, !this.table.mine && view.state !== "closed");
    if (this.hidden) return;
    setText(this.title_, waiting ? t("join.inLine", { place: waiting }) : this.full ? t("join.full") : t("join.title", { name: view.name }));
    setText(this.button, this.full ? t("join.wait") : t("join.send"));
    show(this.form, !waiting);
    show(this.stop, waiting);
    show(this.seat.parentElement, !this.full);
    keyed(this.seat, [null, ...free], (seat) => seat ?? "any", (seat) => h("option", { value: seat ?? "" }, seat ? t("seat.numbered", { seat }) : t("join.any")));
    [this.buyIn.min, this.buyIn.max] = [view.min_buy_in, view.max_buy_in];
    if (!this.buyIn.value) this.buyIn.value = Math.min(view.max_buy_in, Math.max(view.min_buy_in, 200));
    this.tellOptions(view);
  }

  /** Who may not look on can sit down all the same: what the table is like is told then. */
  offerUnseen() {
    show(this, true);
    setText(this.title_, this.full ? t("join.full") : t("join.unseen"));
    keyed(this.facts, [{ key: "unseen", text: t("join.unseenAbout") }], (line) => line.key, (line) => h("li", {}, line.text));
    show(this.stop, false);
    show(this.seat.parentElement, false);
    setText(this.button, this.full ? t("join.wait") : t("join.send"));
    this.buyIn.min = 1;
    if (!this.buyIn.value) this.buyIn.value = 200;
  }

  /** The options in words, changed ones marked. */
  async tellOptions(view) {
    const key = JSON.stringify([view.game, view.games, view.options, view.chip_value]);
    if (this.told === key) return;
    this.told = key;
    const games = await Promise.all(view.games.map(oneGame));
    const lines = [
      { key: "games", text: games.map((game) => game.name).join(", ") },
      { key: "chips", text: t("join.stakes", { least: chips(view.min_buy_in), most: chips(view.max_buy_in) }) },
    ];
    if (view.chip_value) lines.push({ key: "worth", text: t("join.worth", view.chip_value) });
    const now = games.find((game) => game.game === view.game);
    for (const option of now?.options ?? []) {
      const value = view.options[option.name];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(option.default)) continue;
      lines.push({ key: option.name, text: t("join.changed", { option: code("option", option.name), value: optionValue(option.name, value) }), changed: true });
    }
    keyed(this.facts, lines, (line) => line.key, () => h("li"), (item, line) => {
      setText(item, line.text);
      item.classList.toggle("changed", Boolean(line.changed));
    });
  }

  /** A table that may not be seen says only now that it is full, or that it is not any more. */
  hearRefusal({ code: why }) {
    if (this.table.view) return false;
    this.full = why === "table-full";
    this.offerUnseen();
    return false;
  }

  async submit(event) {
    event.preventDefault();
    changeSetting("name", this.name.value.trim());
    const fields = { name: this.name.value.trim(), buy_in: Number(this.buyIn.value) };
    if (this.seat.value && !this.full) fields.seat = Number(this.seat.value);
    this.button.disabled = true;
    const how = { refused: (problem) => this.hearRefusal(problem) };
    await (this.full ? this.table.wait(fields, how) : this.table.sit(fields, how));
    this.button.disabled = false;
  }
}

customElements.define("join-panel", JoinPanel);
