// What the host of a table may do, as this device may do it, and what only the host is told: the invitation and the
// names that are kept out. Whoever holds a seat's token and the host's sees the table from the seat.

import { Api, freshKey, Problem } from "./api.js";
import { keepToken } from "./keep.js";

const AGAIN_MS = 1_000;
const TRIES = 5;
const TELLS = new Set(["invitation-changed", "banned"]);

export class Hosting {
  constructor(table) {
    this.table = table;
    this.invitation = null;
    this.banned = [];
    this.knows = 0;
    table.addEventListener("change", () => this.catchUp());
    table.addEventListener("event", ({ detail }) => TELLS.has(detail.kind) && this.hear(detail));
  }

  /** Take what the view says; where a seat sees it, what the host's own says. */
  catchUp() {
    const { view } = this.table.follower;
    if (view?.invitation) this.learn(view);
    else if (this.table.hostApi && !this.knows) this.look();
  }

  hear({ kind }) {
    if (this.table.hostApi) this.look();
    else if (kind === "invitation-changed" && this.table.seated && !this.table.isHost) this.table.drop("guest");
  }

  async look() {
    this.knows ||= 1;
    try {
      this.learn(await this.table.hostApi.get(this.table.path));
      this.table.changed();
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
    }
  }

  /** Keep what only the host's view says, unless something newer is known. */
  learn(view) {
    if (!view?.invitation || view.event < this.knows) return view;
    this.knows = view.event;
    this.banned = view.banned;
    if (this.invitation !== view.invitation) this.table.keep("guest", (this.invitation = view.invitation));
    return view;
  }

  /** The table as it is now, or null where that cannot be had. */
  async current() {
    try {
      return await (this.table.hostApi ?? this.table.api).get(this.table.path);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      return null;
    }
  }

  /** Change the table. `refused(problem)` may tell a refusal itself, and then says so. */
  async change(fields, refused) {
    return this.learn(await this.table.ask("PATCH", "", fields, { asHost: true, refused }));
  }

  replaceInvitation() {
    return this.change({ replace_invitation: this.invitation });
  }

  /** With the hand's number, a ruling cannot fall on another hand than the one that was on the screen. */
  rule(hand, text, isVoid) {
    return this.change({ ruling: { text, void: isVoid, hand } });
  }

  letIn(name) {
    return this.change({ banned: this.banned.filter((one) => one !== name) });
  }

  async sendAway({ seat, player }, { ban = false } = {}) {
    const path = `/seats/${seat}?player=${player}${ban ? "&ban=true" : ""}`;
    return this.learn(await this.table.ask("DELETE", path, undefined, { asHost: true }));
  }

  sitOut({ seat, player }, out) {
    return this.table.ask("PATCH", `/seats/${seat}`, { sitting_out: out, player }, { asHost: true });
  }

  takeOff({ player }) {
    return this.table.ask("DELETE", `/waiting-list/${player}`, undefined, { asHost: true });
  }

  /** From then on a host's token that is held here is nobody's. */
  async handOver({ seat }) {
    if (await this.table.ask("PATCH", "", { host: seat }, { asHost: true })) this.table.drop("host");
  }

  /** A new token for a seat, or null. With the same word a lost reply can be had again, also with the old token. */
  async renew({ seat, player }, { asHost = false } = {}) {
    const api = new Api(((asHost && this.table.hostApi) || this.table.api).token);
    const word = freshKey();
    for (let left = TRIES; ; left -= 1) {
      try {
        return (await api.call("PUT", `${this.table.path}/seats/${seat}/token`, { word, player })).seat_token;
      } catch (fault) {
        const lost = fault instanceof Problem && (fault.status === 0 || fault.status >= 500);
        if (!lost || left === 1) {
          this.table.refuse(fault, api.token);
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }
}
