// <which-seat>: a link to a seat was opened where another seat of the same table is held. Which of the two it shall be
// is asked first, since the one that is let go can be had again by its own link only.

import { h } from "../dom.js";
import { t } from "../words.js";

export class WhichSeat extends HTMLElement {
  /** Both are `{ name, seat }`; the element's `answer` becomes true if the link's seat shall take the place of the held. */
  constructor(held, given) {
    super();
    const [ours, theirs] = [held, given].map(named);
    this.answer = new Promise((resolve) => {
      this.stay = h("button", { type: "button", class: "primary", onclick: () => resolve(false) }, t("which.stay", { name: ours }));
      this.append(
        h("div", { class: "frame" },
          h("section", { class: "sheet" },
            h("h1", {}, t("which.title")),
            h("p", {}, t("which.held", { held: ours, given: theirs })),
            h("p", {}, t("which.lost", { name: ours })),
            h("div", { class: "buttons" }, this.stay, h("button", { type: "button", onclick: () => resolve(true) }, t("which.take", { name: theirs }))),
          ),
        ),
      );
    });
  }

  connectedCallback() {
    this.stay.focus();
  }
}

/** Whoever waits for a seat has none yet. */
function named({ name, seat }) {
  return seat ? t("which.named", { name, seat }) : name;
}

customElements.define("which-seat", WhichSeat);
