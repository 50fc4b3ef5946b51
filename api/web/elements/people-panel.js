// <people-panel>: the viewer's own seat (sit out, buy chips, leave), the link for friends, and what a host may do.

import { freshId, h, keyed, setText, show } from "../dom.js";
import { note } from "../say.js";
import { chips, code, t } from "../words.js";

export class PeoplePanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.link = h("input", { type: "text", readonly: true, id: freshId("link"), onfocus: () => this.link.select() });
    this.invite = h("section", {}, h("h3", {}, t("people.invite")), h("p", { class: "field" }, h("label", { for: this.link.id }, t("people.link")), this.link), h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => this.copy() }, t("people.copy"))));
    this.out = h("button", { type: "button", onclick: () => table.changeSeat({ sitting_out: table.mine.status !== "sitting-out" }) });
    this.to = h("input", { type: "number", id: freshId("field"), inputmode: "numeric" });
    this.rebuy = h("form", { onsubmit: (event) => this.buy(event) }, h("p", { class: "field" }, h("label", { for: this.to.id }, t("people.rebuy")), this.to), h("div", { class: "buttons" }, h("button", { type: "submit" }, t("people.buy"))));
    this.leave = h("button", { type: "button", onclick: () => this.go() }, t("people.leave"));
    this.after = h("button", { type: "button", onclick: () => table.changeSeat({ leaving: !table.mine.leaving }) });
    this.mine = h("section", {}, h("h3", {}, t("people.mine")), h("div", { class: "buttons" }, this.out, this.after, this.leave), this.rebuy);
    this.pause = h("button", { type: "button", onclick: () => table.changeTable({ paused: table.view.state !== "paused" }) });
    this.close = h("button", { type: "button", onclick: () => this.closeTable() }, t("people.close"));
    this.people = h("div", { class: "people", role: "list" });
    this.botStyle = h("select", { id: freshId("field") }, ...["tight", "loose", "random"].map((style) => h("option", { value: style }, code("style", style))));
    this.addsBot = h("button", { type: "submit" }, t("people.addBot"));
    this.bots = h("form", { class: "bots", onsubmit: (event) => this.addBot(event) }, h("p", { class: "field" }, h("label", { for: this.botStyle.id }, t("people.botStyle")), this.botStyle), h("div", { class: "buttons" }, this.addsBot));
    this.host = h("section", {}, h("h3", {}, t("people.host")), h("div", { class: "buttons" }, this.pause, this.close), this.bots, this.people);
    this.append(this.invite, this.mine, this.host);
  }

  update(view) {
    const { mine, isHost } = this.table;
    const invitation = view.invitation ?? this.table.tokens.guest;
    const link = new URL(`?table=${this.table.id}${invitation ? `#guest=${invitation}` : ""}`, document.baseURI.split(/[?#]/)[0]);
    if (this.link.value !== String(link)) this.link.value = String(link);
    show(this.mine, mine !== null);
    if (mine) {
      setText(this.out, mine.status === "sitting-out" ? t("own.back") : t("people.sitOut"));
      setText(this.after, mine.leaving ? t("people.stay") : t("people.leaveAfter"));
      show(this.after, mine.in_hand);
      show(this.rebuy, !mine.in_hand && mine.chips < view.max_buy_in);
      [this.to.min, this.to.max] = [mine.chips + 1, view.max_buy_in];
      if (!this.to.value) this.to.value = Math.min(view.max_buy_in, Math.max(view.min_buy_in, 200, mine.chips + 1));
    }
    show(this.host, isHost);
    setText(this.pause, view.state === "paused" ? t("people.resume") : t("people.pause"));
    // It stays where it is, so that what comes under the finger is never the next button.
    this.addsBot.disabled = this.adding || view.state === "closed" || view.seats.length >= view.max_seats;
    this.close.disabled = !["waiting", "paused"].includes(view.state) || view.pot_total > 0;
    keyed(this.people, isHost ? view.seats : [], (seat) => seat.seat, () => new PersonLine(this.table), (line, seat) => line.update(seat));
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.link.value);
      note(t("people.copied"), "good");
    } catch {
      this.link.focus();
      note(t("people.copyYourself"));
    }
  }

  async buy(event) {
    event.preventDefault();
    if (await this.table.changeSeat({ rebuy_to: Number(this.to.value) })) this.to.value = "";
  }

  /** One bot for one click: until the server has answered, a second is not taken. */
  async addBot(event) {
    event.preventDefault();
    if (this.addsBot.disabled) return;
    this.adding = this.addsBot.disabled = true;
    await this.table.ask("POST", "/bots", { style: this.botStyle.value }, { asHost: true });
    this.adding = false;
    this.update(this.table.view);
  }

  /** Leaving during a hand gives it up, so it is asked once. */
  go() {
    if (this.table.mine?.in_hand && !this.sure) {
      this.sure = true;
      setText(this.leave, t("people.leaveHand"));
      setTimeout(() => {
        this.sure = false;
        setText(this.leave, t("people.leave"));
      }, 6_000);
      return;
    }
    this.table.leave();
  }

  closeTable() {
    this.table.changeTable({ closed: true });
  }
}

/** What a host may do about one person. */
class PersonLine extends HTMLElement {
  constructor(table) {
    super();
    this.setAttribute("role", "listitem");
    this.name = h("span");
    const send = (query) => table.ask("DELETE", `/seats/${this.seat.seat}?player=${this.seat.player}${query}`, undefined, { asHost: true });
    const choice = (text, act) => h("button", { type: "button", class: "quiet", onclick: act }, t(text));
    this.append(
      this.name,
      h("div", { class: "buttons" },
        choice("people.kick", () => send("")),
        choice("people.ban", () => send("&ban=true")),
        choice("people.makeHost", () => table.changeTable({ host: this.seat.seat })),
      ),
    );
  }

  update(seat) {
    this.seat = seat;
    setText(this.name, `${seat.name}${seat.bot ? ` (${code("style", seat.bot)})` : ""}, ${chips(seat.chips)}`);
  }
}

customElements.define("person-line", PersonLine);
customElements.define("people-panel", PeoplePanel);
