"""Play at a table from a terminal: `python terminal.py LINK NAME [CHIPS]`. Needs `requests`, and knows no game.

LINK is what the host sends to friends. Whatever a decision calls legal is listed; an answer is typed as its number,
with an amount, rows or cards after it where the decision asks for some.
"""

from __future__ import annotations

import sys
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests

Json = dict[str, Any]


class Seat:
    """A seat at one table, over the public API."""

    def __init__(self, link: str, name: str, chips: int) -> None:
        parts = urlsplit(link)
        table = parse_qs(parts.query)["table"][0]
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/v1/tables/{table}"
        self.http = requests.Session()
        self.bear(parse_qs(parts.fragment).get("guest", [None])[0])
        self.bear(self.call("POST", "/seats", {"name": name, "buy_in": chips})["seat_token"])

    def bear(self, token: str | None) -> None:
        """Send this token from now on."""
        if token:
            self.http.headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str = "", body: Json | None = None) -> Json:
        """One request; what is refused is told in the server's words."""
        reply = self.http.request(method, self.url + path, json=body, timeout=60)
        if not reply.ok:
            raise ValueError(reply.json()["detail"])
        return dict(reply.json())

    def play(self) -> None:
        """Tell what happens, and ask for every decision, until the table closes."""
        while (view := self.call("GET"))["state"] != "closed":
            show(view)
            asked = [one for one in view["decisions"] if one["required"] and one["answer"] is None]
            if asked:
                self.answer(asked[0])
            else:
                self.call("GET", f"/events?since={view['event']}&wait=25")

    def answer(self, decision: Json) -> None:
        """Ask until an answer is taken."""
        for number, entry in enumerate(decision["legal"], 1):
            facts = ", ".join(f"{name} {value}" for name, value in entry.items() if name != "type")
            print(f"  {number}: {entry['type']} {facts}")
        print(f"  nothing: {decision['default']['type']}")
        try:
            self.call("PUT", f"/decisions/{decision['decision']}", read(input("> "), decision))
        except (ValueError, LookupError) as fault:
            print(f"  {fault}")


def read(typed: str, decision: Json) -> Json:
    """`2 40` is the second legal answer with 40; `1 left right` places; nothing is the default."""
    if not typed.strip():
        return decision["default"]
    number, *words = typed.split()
    entry = decision["legal"][int(number) - 1]
    match entry["type"]:
        case "bet" | "raise":
            return {"type": entry["type"], "to": int(words[0])}
        case "place":
            return {"type": "place", "rows": words}
        case "arrange":
            sizes = [row["size"] for row in entry["rows"].values()]
            return {"type": "arrange", "rows": [words[sum(sizes[:at]) :][:size] for at, size in enumerate(sizes)]}
        case "declare":
            return {"type": "declare", "way": words[0]}
        case "announce":
            return {"type": "announce", "game": words[0], "options": {}}
        case kind:
            return {"type": kind}


def show(view: Json) -> None:
    """The table in a few lines."""
    print(f"\n{view['name']}: {(view['phase'] or {}).get('text', view['state'])}, pot {view['pot_total']}")
    for unit in view["board"]:
        print(f"  {unit['group']}: {' '.join(unit['cards'])}")
    for seat in view["seats"]:
        rows = "  ".join(f"{row['name']} {' '.join(row['cards'])}" for row in seat["rows"] if row["cards"])
        new = f"  new {' '.join(seat['new_cards'])}" if seat["new_cards"] else ""
        print(
            f"  {seat['seat']} {seat['name']}: {seat['chips']} chips, bet {seat['bet']}, {seat['status']}  {rows}{new}"
        )
    for award in (view["result"] or {"awards": []})["awards"]:
        print(f"  {award['text']}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    Seat(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) == 4 else 100).play()
