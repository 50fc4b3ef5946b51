// <first-hand>: what is still wanted before a table's first hand: players, whom the host is given a link to send to, and
// then somebody who deals, since no first hand is dealt by itself.

import { h, setText, show } from "../dom.js";
import { t } from "../words.js";
import { LinkField } from "./link-field.js";
import { nameIn } from "./talk-panel.js";

const LEAST = 2;

export class FirstHand extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.text = h("p", { role: "status" });
    this.link = new LinkField(t("first.link"));
    this.append(this.text, this.link);
  }

  update(view) {
    const shown = waitsForFirst(view);
    show(this, shown);
    if (!shown) return;
    const missing = LEAST - readySeats(view).length;
    const invitation = this.table.isHost && missing > 0 && invites(this.table, view);
    show(this.link, invitation);
    if (invitation) this.link.lead(this.table.id, "guest", this.table.hosting.invitation);
    setText(this.text, this.wanted(view, missing, invitation));
  }

  wanted(view, missing, invitation) {
    if (invitation) return t("first.send");
    if (missing > 0) return t("first.missing", { count: missing });
    if (mayDeal(this.table, view)) return t("first.press", { deal: t("decide.dealFirst") });
    return whoDeals(view);
  }
}

function whoDeals(view) {
  // A host who has only the host's token sits in no seat that is told, and is often the first dealer too.
  const dealer = view.host_seat === null || view.next_dealer === view.host_seat ? null : nameIn(view)(view.next_dealer);
  return dealer ? t("first.hostOr", { name: dealer }) : t("first.host");
}

/** What the first hand waits for, in a few words. */
export function firstWords(table, view) {
  if (readySeats(view).length < LEAST) return t("first.awaited");
  return mayDeal(table, view) ? t("first.yours") : whoDeals(view);
}

/** Whether a table is open and has dealt no hand yet. */
export function waitsForFirst(view) {
  return view.state === "waiting" && view.hand === null;
}

/** The seats that would be dealt in. */
export function readySeats(view) {
  return view.seats.filter((seat) => seat.chips > 0 && seat.status === "waiting");
}

/** Whether this viewer may deal the next hand, as soon as there are players for it. */
export function mayDeal(table, view) {
  return table.isHost || (view.you.seat !== null && view.you.seat === view.next_dealer);
}

/** Whether there is a link that lets somebody in. */
function invites(table, view) {
  return !view.private || table.hosting.invitation !== null;
}

customElements.define("first-hand", FirstHand);
