// Starts the page: language, look, and the screen that the address asks for. The address names a table and nothing
// secret: an invitation comes in the fragment, is taken from there at once, and is kept on this device.

import { Api, Problem } from "./api.js";
import { chooseLanguage, t } from "./words.js";
import { h } from "./dom.js";
import { keepToken, tokensOf, watchSettings } from "./keep.js";
import { note } from "./say.js";
import { LobbyScreen } from "./elements/lobby-screen.js";
import { NoTable } from "./elements/no-table.js";
import { TableScreen } from "./elements/table-screen.js";

const TABLE_ID = /^[0-9a-z]{4,32}$/;
const TOKEN = /^[\w.~+/-]{1,200}=*$/;
const HOLDERS = new Set(["host", "guest", "seat"]);

const main = document.getElementById("main");

/** Go to another screen of this page. */
export function go(query) {
  history.pushState(null, "", query || location.pathname);
  route();
}

async function route() {
  const asked = new URLSearchParams(location.search);
  const table = asked.get("table");
  if (table && TABLE_ID.test(table)) {
    await takeInvitation(table);
    enter(new TableScreen(table));
  } else if (asked.has("table")) {
    enter(new NoTable(t("problem.no-such-table")));
  } else if (asked.has("open")) {
    await enterForm();
  } else {
    enter(new LobbyScreen());
  }
}

/** A part of the page that is seldom needed, or null where it cannot be had now. */
async function load(part) {
  try {
    return await import(part);
  } catch {
    note(t("problem.offline"), "bad");
    return null;
  }
}

/** By the time that the form is there, the address may ask for something else. */
async function enterForm() {
  const asked = location.search;
  const loaded = await load("./elements/open-screen.js");
  if (loaded && location.search === asked) enter(new loaded.OpenScreen());
}

/**
 * The fragment may hold `#guest=TOKEN`, `#seat=TOKEN` or `#host=TOKEN`. A token that is held goes for a good one only, and
 * that of another seat for none without being asked.
 */
async function takeInvitation(table) {
  if (!location.hash) return;
  const given = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
  for (const [holder, token] of given) {
    if (!HOLDERS.has(holder)) continue;
    const held = tokensOf(table)[holder];
    if (!TOKEN.test(token)) note(t("problem.void-link"), "bad");
    else if (!held || held === token) keepToken(table, holder, token);
    else await exchange(table, holder, held, token);
  }
}

async function exchange(table, holder, held, token) {
  const theirs = await whoHas(table, token);
  if (!theirs) {
    note(t("problem.void-link"), "bad");
    return;
  }
  const ours = holder === "seat" ? await whoHas(table, held) : null;
  if (ours?.player && theirs.player && ours.player !== theirs.player) {
    const loaded = await load("./elements/which-seat.js");
    if (!loaded) return;
    const question = new loaded.WhichSeat(ours, theirs);
    enter(question);
    if (!(await question.answer)) return;
  }
  keepToken(table, holder, token);
}

/** Whose token that is at the table, as far as its view says so; null if it is nobody's. */
async function whoHas(table, token) {
  try {
    const { you, seats, waiting } = await new Api(token).get(`v1/tables/${table}`);
    const found = [...seats, ...waiting].find((one) => one.player === you.player);
    return { player: you.player, seat: you.seat, name: found?.name ?? "" };
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault;
    return fault.status === 403 ? {} : null;
  }
}

function enter(screen) {
  main.replaceChildren(screen);
  document.title = t("app");
  scrollTo(0, 0);
}

/** Follow links within the page without loading it anew. */
function follow(event) {
  const link = event.target.closest?.("a[data-go]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

async function dress(settings) {
  const root = document.documentElement;
  root.classList.toggle("four-colours", settings.fourColours);
  root.dataset.theme = settings.theme;
  const before = root.lang;
  try {
    await chooseLanguage();
  } catch {
    note(t("problem.offline"), "bad");
  }
  if (before && before !== root.lang && main.firstElementChild) route();
}

await chooseLanguage();
watchSettings(dress);
addEventListener("popstate", route);
document.addEventListener("click", follow);
main.before(h("a", { class: "skip", href: "#main", text: t("skip") }));
route();
