// <history-panel>: the finished hands, newest first; each can be read, played again step by step, and downloaded.

import { h, keyed, setText, show } from "../dom.js";
import { Problem } from "../api.js";
import { code, t } from "../words.js";
import { lineOf, nameIn } from "./talk-panel.js";

export class HistoryPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.none = h("p", {}, t("history.none"));
    this.list = h("ol", { class: "hands" });
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.read(this.next) }, t("history.more"));
    this.replay = h("section", { class: "replay", hidden: true, "aria-label": t("history.replay") });
    this.save = h("button", { type: "button", onclick: () => this.download() }, t("history.download"));
    this.append(this.replay, this.none, this.list, this.more, this.save);
    this.hands = [];
  }

  update(view) {
    if (this.table.replayed) return;
    const ended = view.result ? view.hand : (view.hand ?? 1) - 1;
    if (ended === this.shown) return;
    this.shown = ended;
    this.read();
  }

  async read(cursor = null) {
    try {
      const page = await this.table.api.get(`${this.table.path}/hands${cursor ? `?cursor=${cursor}` : ""}`);
      this.hands = cursor ? [...this.hands, ...page.hands] : page.hands;
      this.next = page.next;
      this.draw();
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
    }
  }

  draw() {
    show(this.none, this.hands.length === 0);
    show(this.more, Boolean(this.next));
    show(this.save, this.hands.length > 0);
    keyed(this.list, this.hands, (hand) => hand.hand, (hand) => h("li", {}, h("strong"), h("span"), h("button", { type: "button", class: "quiet", onclick: () => this.open(hand.hand) }, t("history.again"))), (item, hand) => {
      setText(item.children[0], t("history.hand", { hand: hand.hand }));
      setText(item.children[1], hand.void ? t("showdown.void") : t("history.pot", { chips: hand.pot }));
    });
  }

  /** Play a hand again on the felt, an event at a time, as this viewer saw it. */
  async open(number) {
    let replay;
    try {
      replay = await this.table.api.get(`${this.table.path}/hands/${number}/events?views=true`);
    } catch (fault) {
      this.table.refuse(fault);
      return;
    }
    const steps = replay.events.map((event, at) => ({ view: replay.views[at], line: lineOf(event, nameIn(replay.views[at])) ?? code("event", event.kind) }));
    let at = 0;
    const title = h("h3", { role: "status" });
    const said = h("p");
    const step = (by) => {
      at = Math.min(Math.max(at + by, 0), steps.length - 1);
      setText(title, t("history.step", { hand: number, at: at + 1, count: steps.length }));
      setText(said, steps[at].line);
      this.table.replay(steps[at].view);
    };
    const close = () => {
      show(this.replay, false);
      this.table.replay(null);
    };
    this.replay.replaceChildren(
      title,
      said,
      h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => step(-1) }, t("history.back")), h("button", { type: "button", onclick: () => step(1) }, t("history.next")), h("button", { type: "button", class: "quiet", onclick: close }, t("history.close"))),
    );
    show(this.replay, true);
    step(0);
  }

  /** All finished hands as text, as a file. */
  async download() {
    try {
      const text = await this.table.api.call("GET", `${this.table.path}/hands`, undefined, { accept: "text/plain" });
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      h("a", { href: address, download: `${this.table.view.name}.txt` }).click();
      URL.revokeObjectURL(address);
    } catch (fault) {
      this.table.refuse(fault);
    }
  }
}

customElements.define("history-panel", HistoryPanel);
