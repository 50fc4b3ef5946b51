// <place-cards>: new cards, each to be put into one of the rows that still have room for it.

import { h, keyed, setAttr, setText, show } from "../dom.js";
import { code, t } from "../words.js";
import { StagedCards } from "./staged-cards.js";

export class PlaceCards extends StagedCards {
  /** `staged` is the row of each card, or null. */
  begin(draft) {
    this.cards = this.entry.cards;
    this.staged = draft?.length === this.cards.length ? draft : this.cards.map(() => null);
    const open = Object.keys(this.entry.rows).filter((name) => this.entry.rows[name].room > 0);
    if (open.length === 1) this.staged = this.cards.map(() => open[0]);
  }

  complete() {
    return this.staged.every((row) => row !== null);
  }

  answer() {
    return { type: "place", rows: this.staged };
  }

  partial() {
    return this.staged.some((row) => row !== null) ? { type: "place", rows: this.staged } : null;
  }

  where(card) {
    return this.staged[this.cards.indexOf(card)];
  }

  placeOf() {
    return null;
  }

  placeName(place) {
    return place === "tray" ? t("place.tray") : code("row", place);
  }

  roomIn(row) {
    return this.entry.rows[row].room - this.staged.filter((name) => name === row).length;
  }

  move(card, place) {
    const at = this.cards.indexOf(card);
    if (at < 0) return false;
    const row = place === "tray" ? null : place;
    if (row !== null && this.staged[at] !== row && !(this.roomIn(row) > 0)) return false;
    this.staged = this.staged.map((was, index) => (index === at ? row : was));
    return true;
  }

  next(card, step) {
    const places = ["tray", ...Object.keys(this.entry.rows)];
    const at = places.indexOf(this.where(card) ?? "tray");
    for (let to = at + step; to >= 0 && to < places.length; to += step) {
      if (places[to] === "tray" || this.roomIn(places[to]) > 0) return places[to];
    }
    return null;
  }

  /** A tap on a row takes the card in hand, or else the first one that still lies in the tray. */
  tapRow(row) {
    const card = this.held ?? this.cards.find((one) => this.where(one) === null);
    if (card) this.put(card, this.rows.querySelector(`[data-place="${CSS.escape(row)}"]`));
  }

  draw() {
    const { mine } = this.table;
    const waiting = this.cards.filter((card) => this.where(card) === null);
    setText(this.title_, t("place.title", { count: this.cards.length }));
    this.tell(this.complete() ? t("place.ready") : t("place.hint"), this.complete() ? "" : t("place.keys"));
    this.tray.dataset.place = "tray";
    show(this.tray, waiting.length > 0);
    keyed(this.tray, waiting, (card) => card, (card) => this.cardButton(card), (made, card) => this.drawCard(made, card));
    const rows = Object.keys(this.entry.rows).map((name) => {
      const had = mine?.rows.find((row) => row.name === name)?.cards ?? [];
      const added = this.cards.filter((card) => this.where(card) === name);
      const cards = [...had.map((card, place) => ({ key: `had-${place}`, card, own: false })), ...added.map((card) => ({ key: card, card, own: true }))];
      return { name, room: this.roomIn(name), cards };
    });
    keyed(this.rows, rows, (row) => row.name, (row) => this.makeRow(row.name), (made, row) => {
      this.drawRow(made.firstElementChild, row);
      const button = made.lastElementChild;
      setText(button, t("place.here"));
      setAttr(button, "aria-label", t("place.hereNamed", { row: code("row", row.name) }));
      // Not disabled, or who placed the last card by keys would lose the focus.
      setAttr(button, "aria-disabled", row.room < 1 || (!this.held && !waiting.length) ? "true" : null);
      setAttr(made, "data-place", row.room > 0 ? row.name : null);
    });
    this.drawSend(t("place.send", { count: this.cards.length }));
  }

  makeRow(name) {
    const shown = h("div", { class: "row" }, h("span", { class: "label" }), h("div", { class: "cards fits" }), h("div", { class: "words" }));
    return h("div", { class: "target" }, shown, h("button", { type: "button", class: "here", onclick: () => this.tapRow(name) }));
  }
}

customElements.define("place-cards", PlaceCards);
