// A row of cards: drawn once, changed in place. Cards are found again by place, so a card that is turned stays the same
// element.

import { h, keyed, setAttr } from "../dom.js";
import "./playing-card.js";

/**
 * Bring `parent` to show `cards`. `faces` says how they lie: which of one's own the others cannot see matters only in a
 * row where they see some. `used` are the codes that count, and the others are dimmed.
 */
export function drawCards(parent, cards, { faces = [], used = null } = {}) {
  // Rows that are fitted into their place need to know how many have to share it.
  parent.style.setProperty("--gaps", Math.max(cards.length - 1, 1));
  const mixed = faces.includes("up");
  const items = cards.map((code, place) => ({ code, place, face: mixed ? faces[place] : null }));
  keyed(parent, items, (item) => item.place, () => h("playing-card"), (card, item) => {
    setAttr(card, "code", item.code);
    setAttr(card, "down", item.face === "down" && item.code !== "??");
    setAttr(card, "used", Boolean(used?.has(item.code)));
    setAttr(card, "dim", used !== null && !used.has(item.code));
  });
}
