// What the page says aloud and in passing: one live region for those who listen, and notes that fade for those who
// look. Each thing is announced once.

import { h, setText } from "./dom.js";

const TOGETHER_MS = 30;
const NOTE_MS = 7_000;

const polite = h("div", { class: "heard", role: "status" });
const urgent = h("div", { class: "heard", role: "alert" });
const notes = h("div", { class: "notes" });
document.body.append(polite, urgent, notes);

const waiting = new Map();

/** Say something to those who listen; what comes at the same moment is said together. */
export function announce(text, { now = false } = {}) {
  const region = now ? urgent : polite;
  if (waiting.has(region)) {
    waiting.get(region).push(text);
    return;
  }
  waiting.set(region, [text]);
  setText(region, "");
  // A region that is emptied and filled at once may go unheard.
  setTimeout(() => {
    setText(region, waiting.get(region).join(" "));
    waiting.delete(region);
  }, TOGETHER_MS);
}

/** Show a note for a while, and say it. `kind`: "note", "good" or "bad". */
export function note(text, kind = "note") {
  const made = h("p", { class: `note ${kind}` }, text);
  notes.append(made);
  while (notes.children.length > 3) notes.firstElementChild.remove();
  setTimeout(() => made.remove(), NOTE_MS);
  announce(text, { now: kind === "bad" });
}
