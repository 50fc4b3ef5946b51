// The few signs of the page, as strokes in a box of 24 by 24. They stand beside words, or on buttons that are named.

const SVG = "http://www.w3.org/2000/svg";

const STROKES = {
  back: "M15 5l-7 7 7 7",
  sound: "M4 10v4h3l5 4V6L7 10zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  silence: "M4 10v4h3l5 4V6L7 10zM16.500 9.500l5 5M21.500 9.500l-5 5",
  menu: "M4 7h16M4 12h16M4 17h16",
  talk: "M5 5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z",
  table: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.500a3.500 3.500 0 0 1 0 6M18.500 14.500a6.500 6.500 0 0 1 3 5.500",
  history: "M4 8.500l8-1.500 2 11-8 1.500zM11 4.500l2.500-1 6.500 9.500-3.500 2.500",
  ledger: "M5 4h14v16H5zM9 9h6M9 13h6M9 17h3",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0zM5 17a3 3 0 1 0 6 0 3 3 0 0 0-6 0z",
};

/** A sign that says nothing to those who listen. */
export function icon(name) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("class", `icon-shape icon-${name}`);
  drawn.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", STROKES[name]);
  drawn.append(path);
  return drawn;
}
