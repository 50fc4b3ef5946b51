// The page's words in English: every text that it says by itself. What the API says in words comes as it is.

export const en = {
  language: "English",
  app: "Regrets",
  card: {
    named: "{rank} of {suit}",
    downNamed: "{card}, face down",
    hidden: "a card face down",
  },
  rank: {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
    T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
  },
  suit: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" },
  state: {
    waiting: "Waiting for the next hand",
    announcing: "Choosing the next game",
    playing: "Playing",
    counting: "Counting the hands",
    paused: "Paused",
    closed: "Closed",
  },
  status: {
    in: "In",
    folded: "Folded",
    "all-in": "All in",
    "sitting-out": "Sitting out",
    waiting: "Waiting for the next hand",
    leaving: "Leaving",
  },
  action: {
    fold: "Fold",
    check: "Check",
    call: "Call",
    bet: "Bet",
    raise: "Raise",
    "bring-in": "Bring in",
    keep: "Keep",
    discard: "Discard",
  },
  connection: {
    lost: "The connection is lost. Trying again…",
    back: "Back",
    offline: "This device is offline, or the server cannot be reached.",
  },
  problem: {
    "changed-meanwhile": "The table moved on before you let go. Nothing was sent.",
    offline: "The server cannot be reached. Nothing was sent.",
  },
};
