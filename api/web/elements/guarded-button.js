// Buttons that do only what was on the screen when the pointer went down. A button whose meaning has just changed
// stays inert for a moment; one whose meaning changes under the finger does nothing, and says so.

import { h, setText } from "../dom.js";
import { Problem } from "../api.js";

const SETTLING_MS = 500;
const ASKING_MS = 6_000;

/**
 * Make a button whose meaning is set by `mean(button, …)`; `act(meaning)` is called with the meaning that was shown
 * when it was pressed, `missed(problem)` when that is not what it means any more. Where `twice(meaning)` gives a text,
 * the first press only shows that text, and the second one acts.
 */
export function guardedButton({ name, act, missed, twice = () => null }) {
  const button = h("button", { type: "button", class: name });
  button.addEventListener("pointerdown", () => {
    button.armed = button.meaning;
  });
  button.addEventListener("click", (event) => {
    const pressed = event.detail === 0 ? button.meaning : (button.armed ?? button.meaning);
    button.armed = null;
    if (pressed?.key !== button.meaning?.key) {
      missed(new Problem(409, { code: "changed-meanwhile" }));
      return;
    }
    if (!pressed || performance.now() < button.settledAt) return;
    const question = button.asked === pressed.key ? null : twice(pressed);
    if (question) ask(button, question);
    else act(pressed);
  });
  return button;
}

function ask(button, question) {
  button.asked = button.meaning.key;
  button.plain = button.textContent;
  setText(button, question);
  clearTimeout(button.asking);
  button.asking = setTimeout(() => {
    if (button.asked) setText(button, button.plain);
    button.asked = null;
  }, ASKING_MS);
}

/**
 * Give a button its text and its meaning, an object whose `key` tells it from every other meaning; null makes it
 * inert. `settle` is false where the change is the viewer's own doing.
 */
export function mean(button, text, meaning, { settle = true } = {}) {
  const changed = button.meaning?.key !== meaning?.key;
  if (changed) button.asked = null;
  if (!button.asked) setText(button, text);
  button.meaning = meaning;
  if (changed && settle) button.settledAt = performance.now() + SETTLING_MS;
  else button.settledAt ??= 0;
  button.hidden = meaning === null;
}
