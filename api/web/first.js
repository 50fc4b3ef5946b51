// The list of open tables on the first page. It knows the public API and nothing else: the games' names come from
// there too, and a game or a state that it has never heard of is shown as the API says it.

const SECONDS_BETWEEN_LOOKS = 15;
const STATES = {
  waiting: "waiting for the next hand",
  announcing: "choosing the next game",
  playing: "playing",
  counting: "counting the hands",
  paused: "paused",
};

const part = (id) => document.getElementById(id);
const list = part("tables");
const said = part("said");
const none = part("none");
const more = part("more");

let names = new Map();
let cursor = null;
let shown = "";

async function ask(path) {
  const reply = await fetch(path, { headers: { Accept: "application/json" } });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  return reply.json();
}

function element(tag, text, name) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

function card(table) {
  const item = document.createElement("li");
  const state = STATES[table.state] ?? table.state;
  item.append(
    element("h3", table.name),
    element("p", names.get(table.game) ?? table.game),
    element("p", `${table.seats_taken} of ${table.seats} seats taken`),
    element("p", table.hand ? `Hand ${table.hand}: ${state}` : state[0].toUpperCase() + state.slice(1)),
  );
  if (table.rigged) item.append(element("p", "A developer chooses the decks here", "rigged"));
  const link = element("a", "Look at it as JSON");
  link.href = `v1/tables/${encodeURIComponent(table.id)}`;
  link.setAttribute("aria-label", `Look at ${table.name} as JSON`);
  item.append(link);
  return item;
}

function count(amount) {
  if (amount === 0) return "Nobody is playing right now.";
  return amount === 1 ? "One table is open." : `${amount} tables are open${cursor ? ", and more" : ""}.`;
}

// A live region is read aloud whenever it is written, so it is written only when it says something else.
function say(text) {
  if (said.textContent !== text) said.textContent = text;
}

async function look() {
  try {
    const page = await ask("v1/tables");
    const now = JSON.stringify(page.tables);
    if (now !== shown) {
      shown = now;
      cursor = page.next;
      list.replaceChildren(...page.tables.map(card));
      more.hidden = !cursor;
    }
    none.hidden = page.tables.length > 0;
    say(count(list.children.length));
  } catch {
    say("The tables cannot be read just now. Trying again shortly.");
  }
}

async function lookFurther() {
  try {
    const page = await ask(`v1/tables?cursor=${encodeURIComponent(cursor)}`);
    cursor = page.next;
    list.append(...page.tables.map(card));
    more.hidden = !cursor;
    say(count(list.children.length));
  } catch {
    say("The next tables cannot be read just now. Try again shortly.");
  }
}

async function start() {
  try {
    const { games } = await ask("v1/games");
    names = new Map(games.map((game) => [game.game, game.name]));
    const body = JSON.stringify({ game: games[0].game, name: "Friday night" });
    const url = new URL("v1/tables", document.baseURI);
    part("command").textContent = `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
  } catch {
    part("command").textContent = `curl ${new URL("v1/games", document.baseURI)}`;
  }
  await look();
}

part("again").addEventListener("click", look);
more.addEventListener("click", lookFurther);
setInterval(() => document.visibilityState === "visible" && look(), SECONDS_BETWEEN_LOOKS * 1000);
start();
