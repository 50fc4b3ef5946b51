// Who played a hand, by seat. A view knows only who sits there now: who has left since, or went home when the table was
// closed, is remembered here, or else looked up in the history.

import { Problem } from "./api.js";

export class Played {
  constructor(table) {
    this.table = table;
    this.hands = new Map();
    this.asked = new Set();
  }

  /** The names of those who play or played the hand that a view shows, by seat. */
  names(view) {
    if (!this.hands.has(view.hand)) this.hands.set(view.hand, new Map());
    const names = this.hands.get(view.hand);
    for (const seat of view.seats) if (seat.in_hand || seat.paid || seat.rows.length) names.set(seat.seat, seat.name);
    if (view.result && seatsTold(view.result).some((seat) => !names.has(seat))) this.ask(view.hand, names);
    return names;
  }

  /** Once for a hand: what cannot be had is done without. */
  async ask(hand, names) {
    if (this.asked.has(hand)) return;
    this.asked.add(hand);
    try {
      const { players } = await this.table.api.get(`${this.table.path}/hands/${hand}`);
      for (const { seat, name } of players) names.set(seat, name);
      this.table.changed();
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
    }
  }
}

/** The seats that a result speaks of. */
function seatsTold({ awards, failed, returned }) {
  return [
    ...awards.flatMap((award) => [...award.winners, ...award.beaten].map((one) => one.seat)),
    ...failed.flatMap((one) => [one.seat, one.beaten_by]),
    ...returned.filter((one) => one.chips).map((one) => one.seat),
  ];
}
