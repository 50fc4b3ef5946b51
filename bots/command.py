"""`regrets bot`: programs for the empty seats of a table."""

from __future__ import annotations

import argparse
import os
import random
import sys
import threading
from collections.abc import Callable, Sequence

from bots.careful import STYLES, Careful
from bots.client import FIRST_PATIENCE_SECONDS, Client, Watch
from bots.crew import Crew, say
from bots.naming import NAMES, STYLE_NAMES, free_names
from bots.seat import Bot
from bots.strategy import RandomPlayer, Strategy

MOST_SEATS = 8
MOST_CHIPS = 1_000_000_000
# How long somebody who plays for fun looks at a decision.
SLOW_SECONDS = (0.4, 1.2)
EXAMPLES = """\
examples:
  regrets bot --table 'http://127.0.0.1:8000/?table=k3v9xyz#guest=TOKEN'
  regrets bot --table LINK --seats 3 --style tight --chips 200
  regrets bot --table LINK --style random --seed 7
  regrets bot --table - < link.txt      no link in the list of processes
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when the table has closed or on Ctrl-C, 1 if no bot could go on, 2 for a wrong word."""
    given = parser().parse_args(arguments)
    link = sys.stdin.readline().strip() if given.table == "-" else given.table
    if given.lifeline:
        threading.Thread(target=end_with_input, daemon=True).start()
    rng = random.Random(given.seed)
    stopping = threading.Event()
    try:
        watch = Watch(say)
        clients = [Client(link, stopping, watch) for _ in range(given.seats)]
    except ValueError as fault:
        print(f"regrets bot: {fault}", file=sys.stderr)
        return 2
    if clients[0].seated and given.seats > 1:
        print("regrets bot: that link is for one seat; leave --seats out", file=sys.stderr)
        return 2
    names = free_names((), rng.sample(NAMES, len(NAMES)))
    bots = []
    for client in clients:
        client.patience_seconds = FIRST_PATIENCE_SECONDS
        own = random.Random(rng.random())
        bots.append(Bot(client, given.chips, strategy(given.style, own), say, pondering(given.slow, own, stopping)))
    return Crew(bots, stopping, keep_seats=given.lifeline).run(names, seated=clients[0].seated)


def parser() -> argparse.ArgumentParser:
    """The flags."""
    made = argparse.ArgumentParser(
        "regrets bot",
        description="Let programs play in the empty seats of a table, until it closes or Ctrl-C.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--table",
        required=True,
        metavar="LINK",
        help="the table's link, as the host sends it to friends; - reads it from the first line of the input. "
        "With #seat=TOKEN at its end the bot plays that seat",
    )
    made.add_argument("--seats", type=count, default=1, metavar="N", help=f"how many seats, 1 to {MOST_SEATS} [1]")
    made.add_argument("--style", choices=STYLE_NAMES, default="tight", help="how they play [tight]")
    made.add_argument(
        "--chips", type=chips, default=100, metavar="N", help="chips to buy, each time they are out [100]"
    )
    made.add_argument("--seed", type=int, metavar="N", help="play the same way again")
    made.add_argument("--slow", action="store_true", help="think for a moment before each answer, as people do")
    made.add_argument(
        "--lifeline", action="store_true", help="end when the input does, and keep the seat for who goes on with it"
    )
    return made


def count(text: str) -> int:
    """A number of seats."""
    return _whole(text, MOST_SEATS)


def chips(text: str) -> int:
    """A number of chips."""
    return _whole(text, MOST_CHIPS)


def _whole(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"give a number from 1 to {most}")
    return int(text)


def strategy(style: str, rng: random.Random) -> Strategy:
    """The strategy of that name."""
    return RandomPlayer(rng) if style == "random" else Careful(STYLES[style], rng)


def pondering(slow: bool, rng: random.Random, stopping: threading.Event) -> Callable[[], None]:
    """What a bot does before it answers: nothing, or what a person would take a moment for."""

    def ponder() -> None:
        if slow:
            stopping.wait(rng.uniform(*SLOW_SECONDS))

    return ponder


def end_with_input() -> None:
    """Wait until whoever started this program is gone, then end at once: its seat waits for the next."""
    while sys.stdin.read(1):
        pass
    os._exit(0)
