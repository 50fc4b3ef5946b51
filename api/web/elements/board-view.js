// <board-view>: the cards that belong to the table. A unit of several cards stands in one frame, since it is used whole.

import { h, keyed, setAttr, show } from "../dom.js";
import { code, t } from "../words.js";
import { drawCards } from "./card-row.js";

export class BoardView extends HTMLElement {
  /** `best` is the set of the viewer's own best cards, to be lit up; `used` the winners', at the showdown. */
  update(view, used, best) {
    show(this, view.board.length > 0);
    const groups = [...new Set(view.board.map((unit) => unit.group))];
    keyed(this, groups, (group) => group, (group) => h("div", { class: "group", role: "group", "aria-label": code("group", group) }), (made, group) => {
      const units = view.board.filter((unit) => unit.group === group);
      keyed(made, units.map((unit, place) => ({ ...unit, place })), (unit) => unit.place, () => h("div", { class: "unit" }), (frame, unit) => {
        drawCards(frame, unit.cards, { used: used && !used.size ? null : used });
        const lit = unit.cards.every((card) => best?.has(card));
        frame.classList.toggle("pack", unit.cards.length > 1);
        frame.classList.toggle("best", lit);
        setAttr(frame, "title", lit ? t("board.best") : null);
      });
    });
  }
}

customElements.define("board-view", BoardView);
