// <talk-panel>: what happens at the table in short lines, and what its people say.

import { h } from "../dom.js";
import { chips, code, has, t } from "../words.js";

const MOST_LINES = 200;

export class TalkPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.list = h("ol", { class: "lines", tabindex: "0", "aria-label": t("talk.lines") });
    this.text = h("input", { type: "text", maxlength: "300", "aria-label": t("talk.write"), placeholder: t("talk.write"), autocomplete: "off" });
    this.form = h("form", { class: "say", onsubmit: (event) => this.submit(event) }, this.text, h("button", { type: "submit" }, t("talk.send")));
    this.append(this.list, this.form);
    table.addEventListener("event", ({ detail }) => this.tell(detail));
  }

  update() {
    this.form.hidden = !this.table.mine && !this.table.isHost;
  }

  async submit(event) {
    event.preventDefault();
    const text = this.text.value.trim();
    if (text && (await this.table.say(text))) this.text.value = "";
  }

  tell(event) {
    const line = lineOf(event, this.table.view);
    if (!line) return;
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 8;
    this.list.append(h("li", { class: event.kind }, line));
    while (this.list.children.length > MOST_LINES) this.list.firstElementChild.remove();
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }
}

/** An event in a line, or null where it has nothing to tell. */
export function lineOf(event, view) {
  const name = event.name ?? view?.seats.find((seat) => seat.seat === event.seat)?.name ?? (event.seat ? t("seat.numbered", { seat: event.seat }) : "");
  if (event.kind === "message") return t("talk.said", { name: name || t("talk.host"), text: event.text });
  if (event.kind === "acted") return t("talk.acted", { name, did: code("did", event.action), amount: event.adds ? chips(event.to) : "" }).trim();
  const key = `talk.${event.kind}`;
  return has(key) ? t(key, { ...plain(event), name }) : null;
}

function plain(event) {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => typeof value !== "object"));
}

customElements.define("talk-panel", TalkPanel);
