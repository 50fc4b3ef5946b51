"""Play at a table from a terminal: `python terminal.py LINK NAME [CHIPS]`. Needs `requests`, and knows no game.

LINK is what the host sends to friends. Whatever a decision calls legal is listed: type its number, and after it what
it asks for. Enter alone answers as the clock would, and Ctrl-C or Ctrl-D gives the seat up.
"""

import sys
from itertools import groupby, islice
from urllib.parse import parse_qs, urlsplit

import requests

PATIENCE = requests.adapters.Retry(30, backoff_factor=0.2, backoff_max=4, status_forcelist=(429, 503))
Refused = SystemExit  # What the server says of a request that it does not take; the last words, if nobody asks again.
TYPED = {  # What follows the number of an answer, word by word.
    **dict.fromkeys(("bet", "raise"), lambda entry, words: {"to": int(next(words))}),
    "place": lambda entry, words: {"rows": list(words)},
    "arrange": lambda entry, words: {"rows": [list(islice(words, row["size"])) for row in entry["rows"].values()]},
    "declare": lambda entry, words: {"way": next(words)},
    "announce": lambda entry, words: {"game": next(words), "options": {}},
}


class Seat:
    """A seat at one table, over the public API."""

    def __init__(self, link: str, name: str, chips: str = "100") -> None:
        where = urlsplit(link)
        table = "".join(parse_qs(where.query).get("table", []))
        self.url = f"{where.scheme}://{where.netloc}{where.path.rstrip('/')}/v1/tables/{table}"
        self.http = requests.Session()
        self.http.mount(f"{where.scheme}://", requests.adapters.HTTPAdapter(max_retries=PATIENCE))
        for token in parse_qs(where.fragment).get("guest", []):
            self.http.headers["Authorization"] = f"Bearer {token}"
        taken = self.call("POST", "/seats", {"name": name, "buy_in": int(chips)})
        self.http.headers["Authorization"] = f"Bearer {taken['seat_token']}"
        self.path = f"/seats/{taken['seat']}"

    def call(self, method: str, path: str = "", body: dict | None = None) -> dict:
        """One request; those that are safe to repeat are repeated while the server is away."""
        reply = self.http.request(method, self.url + path, json=body, timeout=60)
        if not reply.ok:
            raise Refused(reply.json()["detail"])
        return reply.json()

    def play(self) -> None:
        """Show whatever happens, and ask for every decision, until the table closes."""
        while (view := self.call("GET"))["state"] != "closed":
            show(view)
            if asked := [one for one in view["decisions"] if one["required"] and one["legal"]]:
                self.answer(asked[0])
            while not asked and not self.call("GET", f"/events?since={view['event']}&wait=25")["events"]:
                pass  # nothing has happened yet

    def answer(self, decision: dict) -> None:
        """Ask once; who is refused is told why, and asked again as the table then stands."""
        legal, answer = dict(enumerate(decision["legal"], 1)), decision["default"]
        print(*(f"  {number}: {told(entry)}" for number, entry in legal.items()), sep="\n")
        try:
            if line := input(f"  Enter: {told(answer)}\n> ").split():
                entry, words = legal[int(line[0])], iter(line[1:])
                answer = {"type": entry["type"]} | TYPED.get(entry["type"], lambda *_: {})(entry, words)
            self.call("PUT", f"/decisions/{decision['decision']}", answer)
        except Refused as refusal:
            print(f"  {refusal}")
        except (KeyError, ValueError, StopIteration):
            print("  type a number of the list, and after it what it asks for")


def told(value: object) -> str:
    """Any part of a view in words."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {told(one)}".removeprefix("type ") for name, one in value.items())
    return " ".join(map(told, value)) if isinstance(value, list) else str(value)


def show(view: dict) -> None:
    """The table in a few lines."""
    print(f"\n{view['name']}: {view['phase']['text'] if view['phase'] else view['state']}, pot {view['pot_total']}")
    for group, units in groupby(view["board"], key=lambda unit: unit["group"]):
        print(f"  {group}: {' | '.join(told(unit['cards']) for unit in units)}")
    for seat in view["seats"]:
        rows = {row["name"]: row["cards"] for row in seat["rows"]} | {"new": seat["new_cards"]}
        cards = told({name: held for name, held in rows.items() if held})
        print(" *"[seat["deciding"]], f"{seat['name']} ({seat['status']}): {seat['chips']}, bet {seat['bet']} ", cards)
    for award in view["result"]["awards"] if view["result"] else []:
        print(f"  {award['text']}")


if __name__ == "__main__":
    seat = Seat(*sys.argv[1:]) if len(sys.argv) in (3, 4) else sys.exit(__doc__)
    try:
        seat.play()
        print("\nThe table is closed.")
    except (KeyboardInterrupt, EOFError):
        seat.call("DELETE", seat.path)
        print("\nYou have left the table.")
    except Refused as refusal:
        print(f"\nYou sit here no more: {refusal}.")
