// What the API says of its games, asked once.

import { Api } from "./api.js";

const api = new Api();
const asked = new Map();

function once(path) {
  if (!asked.has(path)) {
    const answer = api.get(path);
    answer.catch(() => asked.delete(path));
    asked.set(path, answer);
  }
  return asked.get(path);
}

/** Every game in a line. */
export async function allGames() {
  return (await once("v1/games")).games;
}

/** One game with its script and options. */
export function oneGame(id) {
  return once(`v1/games/${id}`);
}

/** The options of all these games together, each once: those of a table stand for all that is played there. */
export async function optionsOf(ids) {
  const all = (await Promise.all(ids.map(oneGame))).flatMap((game) => game.options);
  return all.filter((option, at) => all.findIndex((one) => one.name === option.name) === at);
}

/** A game's name; its id until it is known. */
export async function gameName(id) {
  const games = await allGames().catch(() => []);
  return games.find((game) => game.game === id)?.name ?? id;
}
