// <playing-card code="Kh">: a card drawn by the page, sharp at any size. Attributes: `code` ("Kh", or "??" for a back),
// `down` (its owner sees it, the others do not), `used` and `dim` (at the showdown). Its size comes from `--card`.

import { cardName, t } from "../words.js";

const SVG = "http://www.w3.org/2000/svg";

// Four shapes that differ without their colours, in a box of 32 by 32.
const SUITS = {
  s: "M16 2c-4 5.6-12 8.6-12 15.2a5.6 5.6 0 0 0 9.9 3.6c-.3 3.4-1.5 6-3.2 8.2h10.6c-1.7-2.2-2.9-4.8-3.2-8.2a5.6 5.6 0 0 0 9.9-3.6C28 10.6 20 7.6 16 2z",
  h: "M16 29C10 23.5 3 17.8 3 11.2A6.7 6.7 0 0 1 16 8.3a6.7 6.7 0 0 1 13 2.9C29 17.8 22 23.5 16 29z",
  d: "M16 2l10 14-10 14L6 16z",
  c: "M16 2.5a6 6 0 0 0-5.2 9 6 6 0 1 0 2.9 9.7c-.3 3.1-1.3 5.6-2.9 7.8h10.4c-1.6-2.2-2.6-4.7-2.9-7.8a6 6 0 1 0 2.9-9.7 6 6 0 0 0-5.2-9z",
};

function suit(name, kind) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "0 0 32 32");
  drawn.setAttribute("class", name);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SUITS[kind]);
  drawn.append(path);
  return drawn;
}

export class PlayingCard extends HTMLElement {
  static observedAttributes = ["code", "down"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback(_name, before, after) {
    if (this.isConnected && before !== after) this.draw();
  }

  draw() {
    const code = this.getAttribute("code") ?? "??";
    const back = code === "??";
    const name = cardName(code);
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", this.hasAttribute("down") && !back ? t("card.downNamed", { card: name }) : name);
    if (this.drawn === code) return;
    this.drawn = code;
    this.className = back ? "back" : `suit-${code[1]}`;
    if (back) {
      this.replaceChildren();
      return;
    }
    const rank = document.createElement("span");
    rank.className = code[0] === "T" ? "rank ten" : "rank";
    rank.textContent = code[0] === "T" ? "10" : code[0];
    this.replaceChildren(rank, suit("small", code[1]), suit("large", code[1]));
  }
}

customElements.define("playing-card", PlayingCard);
