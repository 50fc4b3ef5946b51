// Chips that are seen to move: bets to the pot, and a pot to who wins it. They fly above the table when it has been
// drawn already, take no pointer and no focus, and nothing waits for them. Who asks for less motion sees none.

import { h } from "./dom.js";
import { chips } from "./words.js";

const FLIGHT_MS = 420;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What lies in the pots of a seat's chips. */
function inPots(seat) {
  return seat.paid - seat.bet;
}

/** The chips that moved between two views of a hand, by seat: `bets` to the pot, `won` from it. */
export function moved(before, now) {
  if (before?.hand !== now.hand || now.event <= before.event) return { bets: [], won: [] };
  const bets = now.seats.flatMap(({ seat, ...rest }) => {
    const earlier = before.seats.find((one) => one.seat === seat);
    const amount = earlier ? inPots(rest) - inPots(earlier) : 0;
    return amount > 0 ? [{ seat, amount }] : [];
  });
  const won = new Map();
  for (const award of before.result ? [] : (now.result?.awards ?? [])) {
    for (const { seat, chips: amount } of award.winners) won.set(seat, (won.get(seat) ?? 0) + amount);
  }
  return { bets, won: [...won].map(([seat, amount]) => ({ seat, amount })) };
}

/** The flights over one table. `places.seat(number)` and `places.pot()` say where things are, as rectangles. */
export class ChipMotion {
  constructor(places) {
    this.places = places;
    this.layer = h("div", { class: "flights", "aria-hidden": "true" });
  }

  /** Look before a view is drawn; what is returned is to be called when it has been. */
  before(view, replayed) {
    const { bets, won } = replayed === this.replayed && !calm.matches ? moved(this.view, view) : moved(null, view);
    this.view = view;
    this.replayed = replayed;
    if (!bets.length && !won.length) return () => {};
    const starts = bets.map((move) => ({ ...move, from: this.places.seat(move.seat) }));
    const pot = this.places.pot();
    return () => {
      const target = this.places.pot() ?? pot;
      for (const { from, amount } of starts) this.fly(from, target, amount);
      for (const { seat, amount } of won) this.fly(pot ?? target, this.places.seat(seat), amount, bets.length ? FLIGHT_MS : 0);
    };
  }

  fly(from, to, amount, delay = 0) {
    if (!from || !to) return;
    const chip = h("span", { class: "flight" }, chips(amount));
    this.layer.append(chip);
    const at = (box) => `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%)`;
    const flight = chip.animate([{ transform: at(from) }, { transform: at(to), opacity: 1, offset: 0.9 }, { transform: at(to), opacity: 0 }], { duration: FLIGHT_MS, delay, easing: "ease-in-out", fill: "both" });
    flight.onfinish = flight.oncancel = () => chip.remove();
  }
}

/** Where an element is, or null while it is not to be seen. */
export function boxOf(element) {
  const box = element?.getBoundingClientRect();
  return box?.width ? box : null;
}
