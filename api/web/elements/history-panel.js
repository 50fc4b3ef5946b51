// <history-panel>: the finished hands, newest first; each can be read, played again step by step, and downloaded.

import { h, keyed, setText, show } from "../dom.js";
import { Problem } from "../api.js";
import { code, t } from "../words.js";
import { lineOf } from "./talk-panel.js";

export class HistoryPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.none = h("p", {}, t("history.none"));
    this.list = h("ol", { class: "hands" });
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.read(this.next) }, t("history.more"));
    this.replay = h("section", { class: "replay", hidden: true, "aria-label": t("history.replay") });
    this.append(this.none, this.list, this.more, this.replay);
    this.hands = [];
  }

  update(view) {
    const ended = view.result ? view.hand : (view.hand ?? 1) - 1;
    if (ended === this.read_) return;
    this.read_ = ended;
    this.read();
  }

  async read(cursor = null) {
    try {
      const page = await this.table.api.get(`${this.table.path}/hands${cursor ? `?before=${cursor}` : ""}`);
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
    keyed(this.list, this.hands, (hand) => hand.hand, (hand) => h("li", {}, h("strong"), h("span"), h("button", { type: "button", class: "quiet", onclick: () => this.open(hand.hand) }, t("history.again"))), (item, hand) => {
      setText(item.children[0], t("history.hand", { hand: hand.hand }));
      setText(item.children[1], hand.void ? t("showdown.void") : t("history.pot", { chips: hand.pot_total ?? 0 }));
    });
  }

  /** Play a hand again, an event at a time. */
  async open(number) {
    const { events } = await this.table.api.get(`${this.table.path}/hands/${number}/events`);
    const lines = events.map((event) => lineOf(event, this.table.view) ?? code("event", event.kind));
    let at = 0;
    const said = h("ol", { class: "lines" });
    const draw = () => keyed(said, lines.slice(0, at + 1).map((text, place) => ({ text, place })), (line) => line.place, () => h("li"), (item, line) => setText(item, line.text));
    const step = (by) => {
      at = Math.min(Math.max(at + by, 0), lines.length - 1);
      draw();
      said.scrollTop = said.scrollHeight;
    };
    this.replay.replaceChildren(
      h("h3", {}, t("history.hand", { hand: number })),
      h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => step(-1) }, t("history.back")), h("button", { type: "button", onclick: () => step(1) }, t("history.next")), h("button", { type: "button", class: "quiet", onclick: () => show(this.replay, false) }, t("history.close"))),
      said,
    );
    draw();
    show(this.replay, true);
  }
}

customElements.define("history-panel", HistoryPanel);
