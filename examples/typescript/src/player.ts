// A player in a seat, who answers from what a decision lists as legal and knows no rule.

import { caller, given, type Answer, type Decision, type Legal, type View } from "./caller.js";

export class Player {
  private constructor(
    private readonly api: ReturnType<typeof caller>,
    private readonly table: string,
    readonly seat: number,
  ) {}

  /** Take a free seat. */
  static async sit(server: string, table: string, name: string, chips: number): Promise<Player> {
    const [params, body] = [{ path: { table } }, { name, buy_in: chips }];
    const taken = given(await caller(server).POST("/v1/tables/{table}/seats", { params, body }));
    return new Player(caller(server, taken.seat_token), table, taken.seat);
  }

  /** Answer whatever is asked until the hand is over; the table as it then is. */
  async playHand(): Promise<View> {
    for (;;) {
      const view = await this.view();
      if (view.result !== null) return view;
      const decision = view.decisions.find(({ required, legal }) => required && legal.length > 0);
      if (decision !== undefined) await this.answer(decision);
      else await this.wait(view.event);
    }
  }

  private async view(): Promise<View> {
    return given(await this.api.GET("/v1/tables/{table}", { params: { path: { table: this.table } } }));
  }

  private async answer(decision: Decision): Promise<View> {
    const params = { path: { table: this.table, decision: decision.decision } };
    return given(await this.api.PUT("/v1/tables/{table}/decisions/{decision}", { params, body: choose(decision) }));
  }

  /** Until something has happened after that event, or for a while. */
  private async wait(since: number): Promise<void> {
    const params = { path: { table: this.table }, query: { since, wait: 25 } };
    given(await this.api.GET("/v1/tables/{table}/events", { params }));
  }
}

/** The first legal answer that does not give the hand up. */
function choose(decision: Decision): Answer {
  const entry = decision.legal.find(({ type }) => type !== "fold") ?? decision.legal[0];
  if (entry === undefined) throw new Error(`nothing is legal in decision ${decision.decision}`);
  return answered(entry);
}

/** An answer of that kind, which the compiler knows from `type`: a kind that is missing here would not compile. */
function answered(entry: Legal): Answer {
  switch (entry.type) {
    case "fold":
    case "check":
    case "call":
    case "bring-in":
    case "keep":
    case "discard":
    case "withdraw":
      return { type: entry.type };
    case "bet":
    case "raise":
      return { type: entry.type, to: entry.min_to };
    case "place":
      return { type: "place", rows: placed(entry.cards.length, entry.rows) };
    case "arrange": {
      const cards = [...entry.cards];
      return { type: "arrange", rows: Object.values(entry.rows).map(({ size }) => cards.splice(0, size)) };
    }
    case "declare":
      return { type: "declare", way: entry.ways[0]! };
    case "announce":
      return { type: "announce", game: entry.games[0]! };
    default:
      return entry satisfies never;
  }
}

/** So many cards, each to the row that has most room. */
function placed(cards: number, rows: Record<string, { room: number }>): string[] {
  const room = new Map(Object.entries(rows).map(([name, row]) => [name, row.room]));
  return Array.from({ length: cards }, () => {
    const [[widest, left] = ["", 0]] = [...room].sort(([, one], [, other]) => other - one);
    room.set(widest, left - 1);
    return widest;
  });
}
