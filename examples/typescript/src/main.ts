// For each game of a server: open a table, seat two players, deal, let them play, and tell what happened.
//
//     npm ci && npm run generate && npm run build && npm run play -- http://127.0.0.1:8000

import { caller, given, type Event } from "./caller.js";
import { Player } from "./player.js";

const server = process.argv[2] ?? "http://127.0.0.1:8000";
const { games } = given(await caller(server).GET("/v1/games"));
for (const { game, name } of games) await play(game, name);

async function play(game: string, name: string): Promise<void> {
  const opened = given(await caller(server).POST("/v1/tables", { body: { game, name } }));
  const host = caller(server, opened.host_token);
  const params = { path: { table: opened.table.id } };
  const ann = await Player.sit(server, opened.table.id, "Ann", 100);
  const ben = await Player.sit(server, opened.table.id, "Ben", 100);

  const dealt = given(await host.POST("/v1/tables/{table}/hands", { params, body: {} }));
  console.log(`${name}: hand ${dealt.hand}`);
  await Promise.all([ann.playHand(), ben.playHand()]);

  const query = { limit: 1000 };
  const { events } = given(await host.GET("/v1/tables/{table}/events", { params: { ...params, query } }));
  for (const line of events.flatMap(told)) console.log(`  ${line}`);
  given(await host.PATCH("/v1/tables/{table}", { params, body: { closed: true } }));
}

/** Some of the events in words; `kind` says which fields an event has. */
function told(event: Event): string[] {
  switch (event.kind) {
    case "seated":
      return [`${event.name} sits in seat ${event.seat} with ${event.chips} chips`];
    case "acted":
      return [`seat ${event.seat}: ${event.action}${event.adds > 0 ? ` ${event.adds}` : ""}`];
    case "placed":
      return event.seats.map(({ seat, rows }) => {
        const placed = rows.map(({ name, cards }) => `${cards.join(" ")} ${name}`);
        return `seat ${seat} places ${placed.join(", ")}`;
      });
    case "awarded":
      return event.awards.map(({ text }) => text);
    default:
      return [];
  }
}
