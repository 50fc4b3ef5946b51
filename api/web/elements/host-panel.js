// <host-panel>: what only a host may do: let the table stand still, change what holds, rule on a hand, see to who sits
// there, waits or is kept out, fill seats with bots, close the table.

import { freshId, h, keyed, setText, show } from "../dom.js";
import { code, t } from "../words.js";
import { AskFirst } from "./ask-first.js";
import { HostRulings } from "./host-rulings.js";
import { PersonLine } from "./person-line.js";
import { TableSettings, running } from "./table-settings.js";

const STYLES = ["tight", "loose", "random"];

export class HostPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    const { hosting } = table;
    this.pause = h("button", { type: "button", onclick: () => hosting.change({ paused: table.live.state !== "paused" }) });
    this.settings = new TableSettings(table);
    this.rulings = new HostRulings(table);
    this.people = h("div", { class: "people", role: "list" });
    this.waiting = h("ul", { class: "people" });
    this.banned = h("ul", { class: "people" });
    this.waitingPart = h("section", {}, h("h4", {}, t("people.inLine")), this.waiting);
    this.bannedPart = h("section", {}, h("h4", {}, t("people.keptOut")), this.banned);
    this.botStyle = h("select", { id: freshId("field") }, ...STYLES.map((style) => h("option", { value: style }, code("style", style))));
    this.addsBot = h("button", { type: "submit" }, t("people.addBot"));
    this.bots = h("form", { class: "bots", onsubmit: (event) => this.addBot(event) }, h("p", { class: "field" }, h("label", { for: this.botStyle.id }, t("people.botStyle")), this.botStyle), h("div", { class: "buttons" }, this.addsBot));
    this.close = new AskFirst({ text: t("people.close"), ask: () => t("people.closeAsk"), act: () => hosting.change({ closed: true }), quiet: true });
    this.append(
      h("h3", {}, t("people.host")),
      h("div", { class: "told" }, this.pause, h("small", {}, t("people.pauseAbout"))),
      h("details", {}, h("summary", {}, t("terms.title")), this.settings),
      h("details", {}, h("summary", {}, t("ruling.title")), this.rulings),
      this.bots,
      h("h4", {}, t("people.seated")),
      this.people,
      this.waitingPart,
      this.bannedPart,
      h("div", { class: "told" }, this.close, h("small", {}, t("people.closeAbout"))),
    );
  }

  /** It shows the table as it stands, also while an old hand is watched. */
  update() {
    const { hosting, live: view } = this.table;
    const others = view.seats.filter((seat) => seat.seat !== view.you.seat);
    setText(this.pause, view.state === "paused" ? t("people.resume") : t("people.pause"));
    this.pause.disabled = view.state === "closed";
    // It stays where it is, so that what comes under the finger is never the next button.
    this.addsBot.disabled = this.adding || view.state === "closed" || view.seats.length >= view.max_seats;
    this.close.disabled = view.state === "closed" || running(view);
    this.settings.update(view);
    this.rulings.update(view);
    keyed(this.people, others, (seat) => seat.seat, () => new PersonLine(this.table), (line, seat) => line.update(seat));
    show(this.waitingPart, view.waiting.length);
    keyed(this.waiting, view.waiting, (one) => one.player, (one) => this.named(one.name, "people.takeOff", () => hosting.takeOff(one)));
    show(this.bannedPart, hosting.banned.length);
    keyed(this.banned, hosting.banned, (name) => name, (name) => this.named(name, "people.letIn", () => hosting.letIn(name)));
  }

  named(name, does, act) {
    return h("li", {}, h("span", {}, name), h("button", { type: "button", class: "quiet", onclick: act }, t(does)));
  }

  /** One bot for one click: until the server has answered, a second is not taken. */
  async addBot(event) {
    event.preventDefault();
    if (this.addsBot.disabled) return;
    this.adding = this.addsBot.disabled = true;
    await this.table.ask("POST", "/bots", { style: this.botStyle.value }, { asHost: true });
    this.adding = false;
    this.update();
  }
}

customElements.define("host-panel", HostPanel);
