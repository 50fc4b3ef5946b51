// <person-line>: one who sits at the table, and what the host may do about it, each with what it does in words.

import { h, setText, show } from "../dom.js";
import { chips, code, t } from "../words.js";
import { AskFirst } from "./ask-first.js";
import { LinkField } from "./link-field.js";

export class PersonLine extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    const { hosting } = table;
    this.setAttribute("role", "listitem");
    this.name = h("summary");
    this.link = new LinkField("");
    this.out = h("button", { type: "button", class: "quiet", onclick: () => hosting.sitOut(this.seat, this.seat.status !== "sitting-out") });
    this.kick = this.asking("kick", () => hosting.sendAway(this.seat), () => this.seat.in_hand);
    // What only people need; a bot comes back by one click, and has no device to lose.
    this.human = h("div", {}, this.told(this.out, "people.sitOutAbout"), this.asking("ban", () => hosting.sendAway(this.seat, { ban: true })), this.asking("makeHost", () => hosting.handOver(this.seat)), this.asking("renewSeat", () => this.renew()), this.link);
    show(this.link, false);
    this.append(h("details", {}, this.name, this.kick, this.human));
  }

  asking(what, act, needed = () => true) {
    const ask = () => (needed() ? t(`people.${what}Ask`, { name: this.seat.name }) : null);
    return this.told(new AskFirst({ text: t(`people.${what}`), ask, act, quiet: true }), `people.${what}About`);
  }

  told(button, about) {
    return h("div", { class: "told" }, button, h("small", {}, t(about)));
  }

  update(seat) {
    if (this.seat && this.seat.player !== seat.player) show(this.link, false);
    this.seat = seat;
    setText(this.name, `${seat.name}${seat.bot ? ` (${code("style", seat.bot)})` : ""}, ${chips(seat.chips)}`);
    setText(this.out, seat.status === "sitting-out" ? t("people.bringBack") : t("people.letSitOut"));
    show(this.human, !seat.bot);
  }

  async renew() {
    const { seat } = this;
    const token = await this.table.hosting.renew(seat, { asHost: true });
    if (!token) return;
    this.link.lead(this.table.id, "seat", token, t("people.seatLink", { name: seat.name }));
    show(this.link, true);
    this.link.input.focus();
  }
}

customElements.define("person-line", PersonLine);
