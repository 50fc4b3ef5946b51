// <clock-ring>: the time that is left for a decision, as a ring and in seconds, by the server's clock. `ring.run(...)`
// sets it; one timer serves all rings of the page.

import { h, setAttr, setText, show } from "../dom.js";
import { t } from "../words.js";

const TICK_MS = 250;
const SVG = "http://www.w3.org/2000/svg";
const ROUND = 2 * Math.PI * 14;
const running = new Set();
let timer = null;

function circle(name) {
  const made = document.createElementNS(SVG, "circle");
  for (const [key, value] of Object.entries({ cx: 16, cy: 16, r: 14, class: name })) made.setAttribute(key, value);
  return made;
}

export class ClockRing extends HTMLElement {
  constructor() {
    super();
    this.deadline = null;
  }

  connectedCallback() {
    if (!this.ring) {
      const drawn = document.createElementNS(SVG, "svg");
      drawn.setAttribute("viewBox", "0 0 32 32");
      drawn.setAttribute("aria-hidden", "true");
      this.ring = circle("left");
      drawn.append(circle("whole"), this.ring);
      this.text = h("span", { class: "seconds" });
      this.append(drawn, this.text);
    }
    running.add(this);
    timer ??= setInterval(() => running.forEach((ring) => ring.tick()), TICK_MS);
    this.tick();
  }

  disconnectedCallback() {
    running.delete(this);
    if (running.size === 0) {
      clearInterval(timer);
      timer = null;
    }
  }

  /**
   * Run from `since` to `deadline` (texts; null for no clock) by `now()`. `warn(seconds)` is called once at half of the
   * time, at 10 and at 5 seconds, `over()` once when it has passed.
   */
  run({ since = null, deadline = null }, now, { warn = null, over = null } = {}) {
    const moment = deadline ? Date.parse(deadline) : null;
    if (moment !== this.deadline) {
      this.deadline = moment;
      const began = since ? Date.parse(since) : now();
      this.whole = moment === null ? 0 : Math.max(moment - began, 1);
      const left = moment === null ? 0 : moment - now();
      // What had passed before this page looked is nobody's news.
      this.marks = [...new Set([this.whole / 2_000, 10, 5])].filter((mark) => mark * 1_000 < Math.min(this.whole, left)).sort((a, b) => b - a);
      this.isOver = false;
    }
    this.clock = now;
    this.warn = warn;
    this.over = over;
    this.tick();
  }

  tick() {
    if (!this.ring) return;
    show(this, this.deadline !== null);
    if (this.deadline === null) return;
    const left = Math.min(Math.max(this.deadline - this.clock(), 0), this.whole);
    const seconds = Math.ceil(left / 1_000);
    setAttr(this.ring, "stroke-dasharray", `${((ROUND * left) / this.whole).toFixed(1)} ${ROUND.toFixed(1)}`);
    setText(this.text, seconds >= 3_600 ? t("clock.hours", { count: Math.round(seconds / 3_600) }) : seconds >= 100 ? t("clock.minutes", { count: Math.round(seconds / 60) }) : String(seconds));
    this.classList.toggle("late", seconds <= 5);
    let due = false;
    for (; this.marks.length && seconds <= this.marks[0]; due = true) this.marks.shift();
    if (due) this.warn?.(seconds);
    if (left > 0 || this.isOver) return;
    this.isOver = true;
    this.over?.();
  }
}

customElements.define("clock-ring", ClockRing);
