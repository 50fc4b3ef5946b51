// What a row of cards makes, in words: a short line for each way in which the row counts.

import { keyed, h, setText } from "../dom.js";
import { code, handWords } from "../words.js";

/** Bring `parent` to say what a row makes; `row` has `hands`, each with a share and a text, or is missing. */
export function drawPreview(parent, row) {
  const hands = row?.hands ?? [];
  keyed(parent, hands, (hand) => hand.share, () => h("span", { class: "makes" }), (made, hand) => {
    const said = handWords(hand);
    setText(made, hands.length > 1 ? `${code("share", hand.share)}: ${said}` : said);
  });
}
