// What this device remembers: tokens by table, settings, drafts. Where the browser keeps nothing, memory must do.

const PREFIX = "regrets.";
const memory = new Map();

function read(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(name, text) {
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
  } catch {
    if (text === null) memory.delete(name);
    else memory.set(name, text);
  }
}

/** A remembered value, or `otherwise`. */
export function recall(name, otherwise = null) {
  const text = read(name);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Remember a value; null forgets it. */
export function remember(name, value) {
  write(name, value === null ? null : JSON.stringify(value));
}

const RECENT = 50;

/** The tables at which a token is held, the newest first. */
export function heldTables() {
  return recall("recent", []).filter((table) => Object.keys(tokensOf(table)).length);
}

/** The tokens held at a table: `host`, `seat`, `guest`. */
export function tokensOf(table) {
  return recall(`table.${table}`, {});
}

export function keepToken(table, holder, token) {
  const held = tokensOf(table);
  if (token === null) delete held[holder];
  else held[holder] = token;
  remember(`table.${table}`, Object.keys(held).length ? held : null);
  if (token !== null) remember("recent", [table, ...heldTables().filter((one) => one !== table)].slice(0, RECENT));
}

const DEFAULTS = {
  theme: "auto",
  language: "auto",
  fourColours: true,
  sound: true,
  confirm: false,
  keys: false,
  name: "",
};

const watchers = new Set();

/** The settings of this device. */
export function settings() {
  return { ...DEFAULTS, ...recall("settings", {}) };
}

export function changeSetting(name, value) {
  remember("settings", { ...settings(), [name]: value });
  for (const watcher of watchers) watcher(settings());
}

/** Call back now and after each change; returns what ends it. */
export function watchSettings(watcher) {
  watchers.add(watcher);
  watcher(settings());
  return () => watchers.delete(watcher);
}
