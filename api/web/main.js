// Starts the page: language, look, and the screen that the address asks for. The address names a table and nothing
// secret: an invitation comes in the fragment, is taken from there at once, and is kept on this device.

import { chooseLanguage, t } from "./words.js";
import { h } from "./dom.js";
import { keepToken, watchSettings } from "./keep.js";
import { note } from "./say.js";
import { LobbyScreen } from "./elements/lobby-screen.js";
import { OpenScreen } from "./elements/open-screen.js";
import { TableScreen } from "./elements/table-screen.js";

const TABLE_ID = /^[0-9a-z]{4,32}$/;
const HOLDERS = { host: "host", guest: "guest", seat: "seat" };

const main = document.getElementById("main");

/** Go to another screen of this page. */
export function go(query) {
  history.pushState(null, "", query || location.pathname);
  route();
}

function route() {
  const asked = new URLSearchParams(location.search);
  const table = asked.get("table");
  if (table && TABLE_ID.test(table)) {
    takeInvitation(table);
    enter(new TableScreen(table));
  } else if (asked.has("open")) {
    enter(new OpenScreen());
  } else {
    enter(new LobbyScreen());
  }
}

/** The fragment may hold `#guest=TOKEN`, `#seat=TOKEN` or `#host=TOKEN`. */
function takeInvitation(table) {
  if (!location.hash) return;
  for (const [holder, token] of new URLSearchParams(location.hash.slice(1))) {
    if (HOLDERS[holder]) keepToken(table, holder, token);
  }
  history.replaceState(null, "", location.pathname + location.search);
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
