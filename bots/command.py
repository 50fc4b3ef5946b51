"""`regrets bot`: programs for the empty seats of a table."""

from __future__ import annotations

import argparse
import random
import sys
import threading
from collections.abc import Sequence

from bots.careful import STYLES, Careful
from bots.client import Client, Refused
from bots.seat import Bot
from bots.strategy import RandomPlayer, Strategy

NAMES = ("Deuce", "Trey", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
EXAMPLES = """\
examples:
  regrets bot --table 'http://127.0.0.1:8000/?table=k3v9xyz#guest=TOKEN'
  regrets bot --table LINK --seats 3 --style tight --chips 200
  regrets bot --table LINK --style random --seed 7
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when the table has closed or on Ctrl-C, 1 if a bot could not go on, 2 for a wrong word."""
    given = parser().parse_args(arguments)
    rng = random.Random(given.seed)
    try:
        clients = [Client(given.table) for _ in range(given.seats)]
    except ValueError as fault:
        print(f"regrets bot: {fault}", file=sys.stderr)
        return 2
    names = [f"Bot {name}" for name in rng.sample(NAMES, given.seats)]
    bots = [
        Bot(client, name, given.chips, strategy(given.style, random.Random(rng.random())), say)
        for client, name in zip(clients, names, strict=True)
    ]
    return run(bots)


def parser() -> argparse.ArgumentParser:
    """The flags."""
    made = argparse.ArgumentParser(
        "regrets bot",
        description="Let programs play in the empty seats of a table, until it closes or Ctrl-C.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--table", required=True, metavar="LINK", help="the table's link, as the host sends it to friends"
    )
    made.add_argument("--seats", type=count, default=1, metavar="N", help="how many seats, 1 to 8 [1]")
    made.add_argument("--style", choices=[*STYLES, "random"], default="tight", help="how they play [tight]")
    made.add_argument("--chips", type=int, default=100, metavar="N", help="chips to buy, each time they are out [100]")
    made.add_argument("--seed", type=int, metavar="N", help="play the same way again")
    return made


def count(text: str) -> int:
    """A number of seats."""
    if not (text.isdigit() and 1 <= int(text) <= 8):
        raise argparse.ArgumentTypeError("give a number from 1 to 8")
    return int(text)


def strategy(style: str, rng: random.Random) -> Strategy:
    """The strategy of that name."""
    return RandomPlayer(rng) if style == "random" else Careful(STYLES[style], rng)


def say(line: str) -> None:
    """Tell what happens, a line at a time."""
    print(line, flush=True)


def run(bots: Sequence[Bot]) -> int:
    """Let them all play, each in a thread; on Ctrl-C they give their seats up."""
    faults: list[Exception] = []

    def play(bot: Bot) -> None:
        try:
            bot.play()
        except (Refused, OSError) as fault:
            faults.append(fault)
            print(f"regrets bot: {fault}", file=sys.stderr, flush=True)

    threads = [threading.Thread(target=play, args=(bot,), daemon=True) for bot in bots]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        for bot in bots:
            bot.stop()
            bot.leave()
    return 1 if faults else 0
