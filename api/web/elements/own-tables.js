// <own-tables>: the tables at which this device holds a token. Most tables are private, and are found nowhere else once
// the link to them has scrolled away. Tokens that let nobody in any more are forgotten.

import { Api, Problem } from "../api.js";
import { h, keyed, setText, show } from "../dom.js";
import { heldTables, keepToken, tokensOf } from "../keep.js";
import { code, t } from "../words.js";

const MOST = 8;

export class OwnTables extends HTMLElement {
  connectedCallback() {
    this.list = h("ul", { class: "tables" });
    this.append(h("section", {}, h("div", { class: "title" }, h("h2", {}, t("lobby.own"))), this.list));
    show(this, false);
  }

  /** Look at each of them; `names` are those of the games. */
  async look(names) {
    const views = await Promise.all(heldTables().slice(0, MOST).map(viewOf));
    const seen = views.filter(Boolean).sort((one, other) => (one.state === "closed") - (other.state === "closed"));
    show(this, seen.length);
    drawTables(this.list, seen.map((view) => ({ ...view, seats: view.max_seats, seats_taken: view.seats.length })), names);
  }
}

/** A table as this device may see it, or null. */
async function viewOf(table) {
  for (;;) {
    const tokens = tokensOf(table);
    const holder = ["seat", "host", "guest"].find((name) => tokens[name]);
    if (!holder) return null;
    try {
      return await new Api(tokens[holder]).get(`v1/tables/${table}`);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      // To a token that is nobody's, a private table does not say that it is there: another one may do.
      if (fault.status !== 401 && fault.status !== 404) return null;
      keepToken(table, holder, null);
    }
  }
}

/** Draw tables as cards, each of which leads to its table. */
export function drawTables(list, tables, names) {
  keyed(list, tables, (table) => table.id, () => h("li", {}, h("h3"), h("p"), h("p"), h("a", { "data-go": true })), (item, table) => {
    const [name, game, state, link] = item.children;
    setText(name, table.name);
    setText(game, names.get(table.game) ?? table.game);
    setText(state, t("lobby.state", { taken: table.seats_taken, seats: table.seats, state: table.state === "waiting" ? t("lobby.between") : code("state", table.state) }));
    link.setAttribute("href", `?table=${table.id}`);
    setText(link, t("lobby.enter", { name: table.name }));
  });
}

customElements.define("own-tables", OwnTables);
