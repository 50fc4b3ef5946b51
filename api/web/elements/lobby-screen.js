// <lobby-screen>: what this server is, the way to open a table, those of this device, and those that are open to all.

import { Api } from "../api.js";
import { h, setText, show } from "../dom.js";
import { allGames } from "../games.js";
import { t } from "../words.js";
import { OwnTables, drawTables } from "./own-tables.js";

const LOOK_MS = 15_000;
const api = new Api();

export class LobbyScreen extends HTMLElement {
  connectedCallback() {
    this.said = h("p", { role: "status", class: "quiet-text" }, t("lobby.looking"));
    this.own = new OwnTables();
    this.list = h("ul", { class: "tables" });
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.look(this.next) }, t("lobby.more"));
    this.append(
      h("header", { class: "page-bar" }, h("a", { class: "name", href: ".", "data-go": true }, h("img", { src: "web/icon.svg", alt: "", width: 32, height: 32 }), t("app")), h("nav", { "aria-label": t("lobby.developers") }, h("a", { href: "docs" }, t("lobby.docs")), h("a", { href: "openapi.yaml" }, "openapi.yaml"))),
      h("div", { class: "frame" },
        h("section", { class: "welcome" }, h("div", {}, h("h1", {}, t("lobby.title")), h("p", {}, t("lobby.about")), h("p", {}, h("a", { class: "button primary", href: "?open", "data-go": true }, t("lobby.open")))), h("img", { src: "web/fan.svg", alt: "", width: 244, height: 160 })),
        this.own,
        h("section", {}, h("div", { class: "title" }, h("h2", {}, t("lobby.tables")), h("button", { type: "button", onclick: () => this.look() }, t("lobby.again"))), this.said, this.list, this.more),
      ),
    );
    this.tables = [];
    this.look();
    this.timer = setInterval(() => document.visibilityState === "visible" && this.look(), LOOK_MS);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  async look(cursor = null) {
    try {
      const [games, page] = await Promise.all([allGames(), api.get(`v1/tables${cursor ? `?cursor=${cursor}` : ""}`)]);
      const names = new Map(games.map((game) => [game.game, game.name]));
      this.tables = cursor ? [...this.tables, ...page.tables] : page.tables;
      this.next = page.next;
      this.draw(names);
      if (!cursor) await this.own.look(names);
    } catch {
      setText(this.said, t("lobby.away"));
    }
  }

  draw(names) {
    setText(this.said, this.tables.length ? t("lobby.count", { count: this.tables.length }) : t("lobby.none"));
    show(this.more, Boolean(this.next));
    drawTables(this.list, this.tables, names);
  }
}

customElements.define("lobby-screen", LobbyScreen);
