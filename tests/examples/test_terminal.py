"""The terminal player, typed at: it is a process with a keyboard and a screen."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from api.rules.games import GAMES
from tests.examples.hosting import Host
from tests.servers import wait_until
from tests.serving import ROOT, Served, clean_environment

PROGRAM = ROOT / "examples" / "terminal.py"
PROMPT = "\n> "


class Terminal:
    """The program in a terminal; use it in a `with`, which ends it."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", str(PROGRAM), *words],
            env=clean_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.screen = ""
        self._answered = 0
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while text := self.process.stdout.read(1):
            self.screen += text

    def asked(self) -> str | None:
        """What has been shown since the last answer, if the program waits for another."""
        shown = self.screen[self._answered :]
        return shown if shown.endswith(PROMPT) else None

    def types(self, line: str) -> None:
        """Type an answer."""
        assert self.process.stdin is not None
        self._answered = len(self.screen)
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def is_asked(self) -> str:
        """Wait for a question."""
        wait_until(self.asked, "a question")
        return self.asked() or ""

    def shows(self, text: str) -> None:
        """Wait for something on the screen."""
        wait_until(lambda: text in self.screen, repr(text))

    def ends(self) -> int:
        """Wait for the end of the program, and return its exit code."""
        code = self.process.wait(20)
        self._reader.join(20)
        return code

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.ends()
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()


def as_the_clock(shown: str) -> str:
    """Enter, whatever is asked."""
    return ""


def eagerly(shown: str) -> str:
    """The last answer of the list that is neither a raise nor a refusal to play, with what it asks for."""
    offers = {kind: (number, facts) for number, kind, facts in re.findall(r"^  (\d+): ([a-z-]+)(.*)$", shown, re.M)}
    kind = [one for one in offers if one not in ("fold", "raise", "keep") or len(offers) == 1][-1]
    number, facts = offers[kind]
    match kind:
        case "bet":
            return f"{number} {re.findall('min_to ([0-9]+)', facts)[0]}"
        case "place":
            return f"{number} {' '.join(reversed(re.findall('([a-z]+) room', facts)))}"
        case "arrange":
            cards = re.findall("cards (.*), rows", facts)[0].split()
            return f"{number} {' '.join(reversed(cards))}"
        case "declare":
            return f"{number} both"
    return number


@pytest.fixture
def at_a_table(served: Served) -> Iterator[Callable[..., tuple[Host, Terminal, Terminal]]]:
    """Ann and Ben, each in a terminal."""
    with ExitStack() as stack:

        def opened(**opening: object) -> tuple[Host, Terminal, Terminal]:
            host = Host(served.api, **opening)
            ann, ben = (stack.enter_context(Terminal(host.link, name)) for name in ("Ann", "Ben"))
            host.expects("Ann", "Ben")
            return host, ann, ben

        yield opened


def play(host: Host, typing: dict[Terminal, Callable[[str], str]]) -> None:
    """Everybody types until the hand is over, and its awards are on every screen."""
    seen = {terminal: len(terminal.screen) for terminal in typing}

    def over() -> bool:
        for terminal, answer in typing.items():
            if shown := terminal.asked():
                terminal.types(answer(shown))
        return all("The hand is over" in terminal.screen[seen[terminal] :] for terminal in typing)

    wait_until(over, "the end of the hand", 60)
    for terminal in typing:
        for award in host.awards():
            terminal.shows(f"  {award}\n")


@pytest.mark.parametrize("game", GAMES)
def test_whole_hands(game: str, at_a_table: Callable[..., tuple[Host, Terminal, Terminal]]) -> None:
    """With answers typed in full and with the clock's; every answer is taken, awards are told, and the table closes."""
    host, ann, ben = at_a_table(game=game, private=True)
    host.deal()
    play(host, {ann: eagerly, ben: eagerly})
    assert "bet" in [event["action"] for event in host.events("acted")]
    host.deal()
    play(host, {ann: as_the_clock, ben: eagerly})
    host.close()
    for terminal in (ann, ben):
        assert terminal.ends() == 0, terminal.screen
        assert "type a number" not in terminal.screen
        assert "Traceback" not in terminal.screen
        assert "The table is closed" in terminal.screen


def test_the_dealer_names_the_game(at_a_table: Callable[..., tuple[Host, Terminal, Terminal]]) -> None:
    """Where the dealer chooses, the game is typed."""
    first, second = sorted(GAMES)[:2]
    host, ann, ben = at_a_table(games=[first, second], choice="dealer")
    host.deal()
    wait_until(lambda: ann.asked() or ben.asked(), "the dealer being asked")
    dealer = ann if ann.asked() else ben
    assert f"games {first} {second}" in dealer.is_asked()
    dealer.types(f"1 {second}")
    wait_until(lambda: host.view()["state"] == "playing", "the hand")
    assert host.view()["game"] == second


def test_what_is_refused_is_asked_again(at_a_table: Callable[..., tuple[Host, Terminal, Terminal]]) -> None:
    """What cannot be read is told here, what is not legal in the server's words; the table has not moved."""
    host, ann, _ = at_a_table(game="ten-card-regrets")
    host.deal()
    event = host.view()["event"]
    for line in ("9", "0", "-1", "left"):
        assert "Enter: place, rows " in ann.is_asked()
        ann.types(line)
        assert "type a number of the list" in ann.is_asked()
    ann.types("1 left")
    assert "2 cards are to be placed" in ann.is_asked()
    assert host.view()["event"] == event
    ann.types("1 left left")
    wait_until(lambda: host.view()["event"] > event, "the answer being taken")


@pytest.mark.parametrize("how", ["Ctrl-D", "Ctrl-C", "Ctrl-C while waiting"])
def test_a_player_gets_up(how: str, at_a_table: Callable[..., tuple[Host, Terminal, Terminal]]) -> None:
    """At a question or while the others think: the seat is given up, without a word too many."""
    host, ann, _ = at_a_table(game="ten-card-regrets")
    if how != "Ctrl-C while waiting":
        host.deal()
        ann.is_asked()
    else:
        ann.shows("Ben")
    if how == "Ctrl-D":
        assert ann.process.stdin is not None
        ann.process.stdin.close()
    else:
        ann.process.send_signal(signal.SIGINT)
    assert ann.ends() == 0, ann.screen
    assert ann.screen.endswith("You have left the table.\n")
    assert "Traceback" not in ann.screen
    assert [seat["name"] for seat in host.view()["seats"] if seat["status"] != "leaving"] == ["Ben"]


def test_a_server_that_dies_is_waited_for(
    served: Served, at_a_table: Callable[..., tuple[Host, Terminal, Terminal]]
) -> None:
    """An answer is sent until it is taken, and whoever waits goes on waiting, without a word."""
    host, ann, ben = at_a_table(game="ten-card-regrets")
    host.deal()
    ann.types(eagerly(ann.is_asked()))
    ben.is_asked()
    os.kill(served.master("api").pid, signal.SIGKILL)
    ben.types("")
    wait_until(served.is_whole, "the server being whole again")
    play(host, {ann: eagerly, ben: as_the_clock})
    for terminal in (ann, ben):
        assert terminal.process.poll() is None, terminal.screen


def test_the_first_words(served: Served) -> None:
    """Without a link the program says how it is used; where no seat is to be had, why."""
    with Terminal() as unused:
        assert unused.ends() == 1
        assert "python terminal.py LINK NAME [CHIPS]" in unused.screen
    host = Host(served.api, game="henway")
    host.sit("Ann")
    with Terminal(host.link, "ann") as second:
        assert second.ends() == 1
        assert second.screen == host.told("POST", "/seats", {"name": "ann", "buy_in": 100}) + "\n"
