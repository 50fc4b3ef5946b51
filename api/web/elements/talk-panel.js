// <talk-panel>: what happens at the table in short lines, and what its people say. What is said is announced as it
// comes; what had been said before the page was loaded stands there and is not.

import { h } from "../dom.js";
import { announce } from "../say.js";
import { chips, code, has, t } from "../words.js";

const MOST_LINES = 300;

export class TalkPanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.list = h("ol", { class: "lines", tabindex: "0", "aria-label": t("talk.lines") });
    this.text = h("input", { type: "text", maxlength: "300", "aria-label": t("talk.write"), placeholder: t("talk.write"), autocomplete: "off" });
    this.form = h("form", { class: "say", onsubmit: (event) => this.submit(event) }, this.text, h("button", { type: "submit" }, t("talk.send")));
    this.append(this.list, this.form);
    table.addEventListener("event", ({ detail }) => this.tell(detail));
    table.addEventListener("earlier", ({ detail }) => this.recall(detail));
  }

  update() {
    this.form.hidden = !this.table.seated && !this.table.isHost;
    if (this.seen || !this.list.clientHeight) return;
    this.seen = true;
    this.list.scrollTop = this.list.scrollHeight;
  }

  async submit(event) {
    event.preventDefault();
    const text = this.text.value.trim();
    if (text && (await this.table.say(text))) this.text.value = "";
  }

  tell(event) {
    const { live: view } = this.table;
    const text = lineOf(event, nameIn(view));
    if (!text) return;
    this.add([lineItem(event, text)]);
    const own = event.seat === null ? event.host && view.you.host : event.seat === view.you.seat;
    if (event.kind === "message" && !own) announce(text);
  }

  /** Lines that belong before those that have come meanwhile. */
  recall(events) {
    const nameAt = namesThen(events, this.table.live);
    const lines = events.flatMap((event) => {
      const text = lineOf(event, nameAt(event));
      return text ? [lineItem(event, text)] : [];
    });
    const last = events.at(-1).event;
    this.add(lines, [...this.list.children].find((line) => Number(line.dataset.event) > last));
  }

  add(lines, before = null) {
    const { list } = this;
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    this.seen &&= list.clientHeight > 0;
    for (const line of lines) list.insertBefore(line, before);
    while (list.children.length > MOST_LINES) list.firstElementChild.remove();
    if (atEnd) list.scrollTop = list.scrollHeight;
  }
}

function lineItem(event, text) {
  return h("li", { class: event.kind, "data-event": event.event }, text);
}

/** Who sits in a seat of a view. */
export function nameIn(view) {
  return (seat) => view?.seats.find((one) => one.seat === seat)?.name;
}

/**
 * Who sat in a seat when each of these events happened, oldest first: who has sat down since, else who sits there now, if
 * nobody sat down meanwhile.
 */
function namesThen(events, view) {
  const names = new Map(view.seats.map((one) => [one.seat, one.name]));
  for (const event of events) if (event.kind === "seated") names.delete(event.seat);
  return (event) => {
    if (event.kind === "seated") names.set(event.seat, event.name);
    const then = new Map(names);
    if (event.kind === "left") names.delete(event.seat);
    return (seat) => then.get(seat);
  };
}

/** An event in a line, or null where it has nothing to tell; `nameOf` says who sits in a seat. */
export function lineOf(event, nameOf) {
  const name = whose(event, nameOf);
  if (event.kind === "message") return t("talk.said", { name: name || t("talk.host"), text: event.text });
  if (event.kind === "acted") return t("talk.acted", { name, did: code("did", event.action), amount: event.adds ? chips(event.to) : "" }).trim();
  const key = `talk.${event.kind}`;
  return has(key) ? t(key, { ...plain(event), name }) : null;
}

/** An event in a line also where in talk it has nothing to tell, as a step of a hand that is watched again. */
export function stepOf(event, nameOf) {
  const key = `event.${event.kind}`;
  return lineOf(event, nameOf) ?? (has(key) ? t(key, { name: whose(event, nameOf) }) : code("event", event.kind));
}

function whose(event, nameOf) {
  return event.name ?? nameOf(event.seat) ?? (event.seat ? t("seat.numbered", { seat: event.seat }) : "");
}

function plain(event) {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => typeof value !== "object"));
}

customElements.define("talk-panel", TalkPanel);
