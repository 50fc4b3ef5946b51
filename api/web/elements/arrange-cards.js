// <arrange-cards>: all cards in rows of a given size, in the order in which they will be turned. Two taps, a drag or
// the keys exchange two cards.

import { h, keyed, setText, show } from "../dom.js";
import { t } from "../words.js";
import { StagedCards } from "./staged-cards.js";

export class ArrangeCards extends StagedCards {
  /** `staged` is all cards in one line, row after row. */
  begin(draft) {
    this.sizes = Object.entries(this.entry.rows).map(([name, { size }]) => ({ name, size }));
    const same = draft && [...draft].sort().join() === [...this.entry.cards].sort().join();
    this.staged = same ? draft : (this.decision.default?.rows ?? [this.entry.cards]).flat();
  }

  complete() {
    return true;
  }

  answer() {
    let from = 0;
    return { type: "arrange", rows: this.sizes.map(({ size }) => this.staged.slice(from, (from += size))) };
  }

  where(card) {
    return String(this.staged.indexOf(card));
  }

  placeOf(card) {
    return this.querySelector(`[data-card="${card}"]`);
  }

  placeName(place) {
    const { name, at } = this.spot(Number(place));
    return t("arrange.spot", { row: name, place: at + 1 });
  }

  spot(index) {
    let from = 0;
    for (const [number, { name, size }] of this.sizes.entries()) {
      if (index < from + size) return { name, number, at: index - from, from, size };
      from += size;
    }
    return null;
  }

  move(card, place) {
    const [from, to] = [this.staged.indexOf(card), Number(place)];
    if (from < 0 || !(to >= 0 && to < this.staged.length)) return false;
    const line = [...this.staged];
    [line[from], line[to]] = [line[to], line[from]];
    this.staged = line;
    return true;
  }

  next(card, step, across) {
    const index = this.staged.indexOf(card);
    const to = index + (across ? step * this.spot(index).size : step);
    return to >= 0 && to < this.staged.length ? String(to) : null;
  }

  draw() {
    setText(this.title_, t("arrange.title"));
    this.tell(t("arrange.hint"), t("place.keys"));
    show(this.tray, false);
    let from = 0;
    const rows = this.sizes.map(({ name, size }) => {
      const cards = this.staged.slice(from, from + size).map((card, at) => ({ key: `spot-${at}`, card, own: true, place: String(from + at) }));
      from += size;
      return { name, room: 0, cards };
    });
    keyed(this.rows, rows, (row) => row.name, () => h("div", { class: "row" }, h("span", { class: "label" }), h("div", { class: "cards numbered" }), h("div", { class: "words" })), (made, row) => this.drawRow(made, row));
    this.drawSend(t("arrange.send"));
  }
}

customElements.define("arrange-cards", ArrangeCards);
