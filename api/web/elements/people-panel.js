// <people-panel>: the link for friends, the viewer's own seat (sit out, buy chips, play elsewhere, leave), and what a
// host may do.

import { freshId, h, setText, show } from "../dom.js";
import { note } from "../say.js";
import { t } from "../words.js";
import { AskFirst } from "./ask-first.js";
import { follow, labelled } from "./form-parts.js";
import { InvitationLink } from "./invitation-link.js";
import { LinkField } from "./link-field.js";

export class PeoplePanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.invite = new InvitationLink(table);
    this.out = h("button", { type: "button", onclick: () => table.changeSeat({ sitting_out: table.seated.status !== "sitting-out" }) });
    this.to = h("input", { type: "number", id: freshId("field"), inputmode: "numeric" });
    this.rebuy = h("form", { onsubmit: (event) => this.buy(event) }, labelled(t("people.rebuy"), this.to), h("div", { class: "buttons" }, h("button", { type: "submit" }, t("people.buy"))));
    this.again = h("input", { type: "number", inputmode: "numeric", min: 1 });
    this.itself = h("form", { onsubmit: (event) => this.buyByItself(event) }, labelled(t("people.autoRebuy"), this.again, t("people.autoRebuyAbout")), h("div", { class: "buttons" }, h("button", { type: "submit" }, t("people.keepThis"))));
    // Leaving during a hand gives it up.
    this.leave = new AskFirst({ text: t("people.leave"), ask: () => (table.seated?.in_hand ? t("people.leaveHand") : null), act: () => table.leave() });
    this.after = h("button", { type: "button", onclick: () => table.changeSeat({ leaving: !table.seated.leaving }) });
    this.elsewhere = new AskFirst({ text: t("people.elsewhere"), ask: () => t("people.elsewhereAsk"), act: () => this.renew(), quiet: true });
    this.link = new LinkField(t("people.elsewhereLink"));
    show(this.link, false);
    this.mine = h("section", {}, h("h3", {}, t("people.mine")), h("div", { class: "buttons" }, this.out, this.after, this.leave), this.rebuy, this.itself, h("div", { class: "told" }, this.elsewhere, h("small", {}, t("people.elsewhereAbout"))), this.link);
    this.append(this.invite, this.mine);
  }

  update(view) {
    const { seated: mine, isHost } = this.table;
    this.invite.update(view);
    show(this.mine, mine !== null);
    if (mine) this.updateMine(view, mine);
    if (isHost) this.showHost();
    else if (this.host) show(this.host, false);
  }

  /** What a host needs is loaded where there is one. */
  async showHost() {
    this.loading ??= import("./host-panel.js").catch(() => {
      this.loading = null;
    });
    const loaded = await this.loading;
    if (!loaded || !this.table.isHost) return;
    if (!this.host) this.append((this.host = new loaded.HostPanel(this.table)));
    show(this.host, true);
    this.host.update();
  }

  updateMine(view, mine) {
    setText(this.out, mine.status === "sitting-out" ? t("own.back") : t("people.sitOut"));
    setText(this.after, mine.leaving ? t("people.stay") : t("people.leaveAfter"));
    show(this.after, mine.in_hand);
    show(this.rebuy, !mine.in_hand && mine.chips < view.max_buy_in);
    [this.to.min, this.to.max] = [mine.chips + 1, view.max_buy_in];
    if (!this.to.value) this.to.value = Math.min(view.max_buy_in, Math.max(view.min_buy_in, 200, mine.chips + 1));
    show(this.itself, view.auto_rebuy || mine.auto_rebuy_to);
    [this.again.min, this.again.max] = [view.min_buy_in, view.max_buy_in];
    follow(this.again, String(mine.auto_rebuy_to ?? ""));
  }

  async buy(event) {
    event.preventDefault();
    if (await this.table.changeSeat({ rebuy_to: Number(this.to.value) })) this.to.value = "";
  }

  async buyByItself(event) {
    event.preventDefault();
    const to = this.again.value === "" ? null : Number(this.again.value);
    if (await this.table.changeSeat({ auto_rebuy_to: to })) note(t("people.kept"), "good");
  }

  /** This device goes on with the new token too. */
  async renew() {
    const token = await this.table.hosting.renew(this.table.seated);
    if (!token) return;
    this.table.hold("seat", token);
    this.link.lead(this.table.id, "seat", token);
    show(this.link, true);
    this.link.input.focus();
  }
}

customElements.define("people-panel", PeoplePanel);
