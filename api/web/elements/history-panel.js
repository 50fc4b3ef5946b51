// <history-panel>: the finished hands, newest first; each can be read, watched again step by step, and downloaded.

import { freshId, h, keyed, setAttr, setText, show } from "../dom.js";
import { Problem } from "../api.js";
import { t } from "../words.js";
import { nameIn, stepOf } from "./talk-panel.js";

// The forms in which the API gives a hand, and a night of hands.
const FORMATS = [
  { name: "text", hand: "text/plain", night: "text/plain" },
  { name: "json", hand: "application/json", night: "application/x-ndjson" },
  { name: "ohh", hand: "application/vnd.openhandhistory+json", night: "application/vnd.openhandhistory" },
  { name: "phh", hand: "application/vnd.phh+toml", night: "application/vnd.phhs+toml" },
];
const KEEP_MS = 10_000;

export class HistoryPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.none = h("p", {}, t("history.none"));
    this.list = h("ol", { class: "hands" });
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.read(this.next) }, t("history.more"));
    this.replay = h("section", { class: "replay", hidden: true, "aria-label": t("history.replay") });
    this.format = h("select", { id: freshId("format") }, FORMATS.map(({ name }) => h("option", { value: name }, t(`history.formats.${name}`))));
    this.files = h("p", { class: "files" }, h("label", { for: this.format.id }, t("history.format")), this.format, h("button", { type: "button", onclick: () => this.save() }, t("history.download")));
    this.append(this.replay, this.none, this.files, this.list, this.more);
    this.hands = [];
  }

  update(view) {
    show(this.replay, this.table.replayed !== null);
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
    show(this.files, this.hands.length > 0);
    keyed(this.list, this.hands, ({ hand }) => hand, ({ hand }) => lineOfHand({ again: () => this.open(hand), save: () => this.save(hand) }), (item, hand) => {
      setText(item.children[0], t("history.hand", { hand: hand.hand }));
      setText(item.children[1], hand.void ? t("showdown.void") : t("history.pot", { chips: hand.pot }));
      setAttr(item.children[2], "aria-label", t("history.againNamed", { hand: hand.hand }));
      setAttr(item.children[3], "aria-label", t("history.saveNamed", { hand: hand.hand }));
    });
  }

  /** Show a hand again on the felt, an event at a time, as this viewer saw it. */
  async open(number) {
    let replay;
    try {
      replay = await this.table.api.get(`${this.table.path}/hands/${number}/events?views=true`);
    } catch (fault) {
      this.table.refuse(fault);
      return;
    }
    const steps = replay.events.map((event, at) => ({ view: replay.views[at], line: stepOf(event, nameIn(replay.views[at])) }));
    let at = 0;
    const title = h("h3");
    const said = h("p", { role: "status" });
    const step = (by) => {
      at = Math.min(Math.max(at + by, 0), steps.length - 1);
      setText(title, t("history.step", { hand: number, at: at + 1, count: steps.length }));
      setText(said, steps[at].line);
      this.table.replay(steps[at].view);
    };
    this.replay.replaceChildren(
      title,
      said,
      h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => step(-1) }, t("history.back")), h("button", { type: "button", onclick: () => step(1) }, t("history.next")), h("button", { type: "button", onclick: () => step(steps.length) }, t("history.last")), h("button", { type: "button", class: "quiet", onclick: () => this.table.replay(null) }, t("history.close"))),
    );
    step(0);
  }

  /** A hand as a file, or all that are finished; fetched, since a link could not bear the token. */
  async save(number = null) {
    const { hand, night } = FORMATS.find((one) => one.name === this.format.value);
    try {
      const file = await this.table.api.file(`${this.table.path}/hands${number ? `/${number}` : ""}`, number ? hand : night);
      const address = URL.createObjectURL(file.blob);
      h("a", { href: address, download: file.name ?? `hand-${number}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
    } catch (fault) {
      this.table.refuse(fault);
    }
  }
}

function lineOfHand({ again, save }) {
  const button = (act, text) => h("button", { type: "button", class: "quiet", onclick: act }, text);
  return h("li", {}, h("strong"), h("span"), button(again, t("history.again")), button(save, t("history.save")));
}

customElements.define("history-panel", HistoryPanel);
