// <invitation-link>: the link for friends; the host can have another one made, which ends the one before.

import { h, show } from "../dom.js";
import { note } from "../say.js";
import { t } from "../words.js";
import { AskFirst } from "./ask-first.js";
import { LinkField } from "./link-field.js";

export class InvitationLink extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.link = new LinkField(t("people.link"));
    this.none = h("p", { class: "hint" }, t("people.noInvitation"));
    this.renew = new AskFirst({ text: t("people.renewInvitation"), ask: () => t("people.renewInvitationAsk"), act: () => this.replace(), quiet: true });
    this.append(h("h3", {}, t("people.invite")), this.none, this.link, this.renew);
  }

  update(view) {
    const { hosting, isHost, tokens } = this.table;
    show(this, view.state !== "closed");
    const invitation = (isHost && hosting.invitation) || tokens.guest;
    show(this.none, view.private && !invitation);
    show(this.link, !view.private || invitation);
    this.link.lead(this.table.id, "guest", invitation);
    show(this.renew, isHost && hosting.invitation);
  }

  async replace() {
    if (await this.table.hosting.replaceInvitation()) note(t("people.renewedInvitation"), "good");
  }
}

customElements.define("invitation-link", InvitationLink);
