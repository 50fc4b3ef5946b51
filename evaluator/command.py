"""`regrets score`: says what hands make, in process, without the server."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from math import floor
from pathlib import Path
from typing import TextIO

from evaluator.batches import read_few
from evaluator.hands import Hand
from evaluator.qualifying import QUALIFIERS
from evaluator.rankings import RANKINGS, Ranking
from evaluator.refusals import Refusal, all_of
from evaluator.scoring import describe_few

LINES_AT_ONCE = 2_000
LONGEST_CARD = 4
"""Characters of the longest way to write one card: the ten of hearts as a glyph with its variation selector."""
BAR_WIDTH = 30
SHOWN_CHARACTERS = 60


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code: 0, 1 if a hand was refused, 2 for wrong usage."""
    parser = _parser()
    options = parser.parse_args(argv)
    if not options.hands and not options.file and sys.stdin.isatty():
        parser.error("give a hand, or --file FILE")
    options.hands = _hands(options.hands)
    rankings = [RANKINGS[name] for name in dict.fromkeys(options.ranking or ["high"])]
    if options.qualifier and not any(ranking.lowest_wins for ranking in rankings):
        print("regrets score: a qualifier is for low rankings; add --ranking", file=sys.stderr)
        return 2
    try:
        lines, size = _source(options)
        return _score(lines, size, rankings, options)
    except BrokenPipeError:
        sys.stdout = None  # Who read has left; the interpreter must not flush to nobody.
        return 0
    except OSError as error:
        print(f"regrets score: {error.filename or 'input'}: {error.strerror}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="regrets score",
        description="Say what hands of five to ten cards make.",
        epilog='Examples: regrets score "Kh Kd 9s 9h Qc"; regrets score KhKd9s9hQc 7h5d4c3s2d; '
        "regrets score --ranking ace-to-five --file hands.txt",
    )
    parser.add_argument(
        "hands", nargs="*", metavar="HAND",
        help="a hand, such as KhKd9s9hQc or, in quotes, 'Kh Kd 9s 9h Qc'; single cards are one hand together",
    )  # fmt: skip
    parser.add_argument(
        "--ranking", action="append", choices=list(RANKINGS), help="may be given several times; high without it"
    )
    parser.add_argument(
        "--qualifier", choices=list(QUALIFIERS), metavar="BOUND-or-better",
        help="what a low hand must be to count, such as eight-or-better: from five to king",
    )  # fmt: skip
    parser.add_argument("--file", metavar="FILE", help="read a hand a line from a file; - for standard input")
    parser.add_argument("--json", action="store_true", help="write a JSON object a hand")
    return parser


def _hands(given: list[str]) -> list[str]:
    """Return the hands that arguments are: one each, but all together one hand where each is too short for any."""
    if len(given) > 1 and all(len(part.strip()) <= LONGEST_CARD for part in given):
        return [" ".join(given)]
    return given


def _source(options: argparse.Namespace) -> tuple[Iterable[tuple[str, str]], int]:
    """Return the hands to score, each with its place, and how many bytes they are in all, 0 if that is not known."""
    given = ((f"hand {number}", hand) for number, hand in enumerate(options.hands, 1))
    if options.file and options.file != "-":
        path = Path(options.file)
        stream = path.open(encoding="utf-8", errors="replace")
        return chain(given, _lines(stream)), path.stat().st_size
    if options.file or not options.hands:
        return chain(given, _lines(sys.stdin)), 0
    return given, 0


def _lines(stream: TextIO) -> Iterator[tuple[str, str]]:
    """Pass blank lines over, but count them, as the editor does that the reader will mend the file with.

    The mark that some editors put before the first line is no part of it.
    """
    with stream:
        for number, line in enumerate(stream, 1):
            hand = (line.removeprefix("\ufeff") if number == 1 else line).strip()
            if hand:
                yield f"line {number}", hand


def _score(lines: Iterable[tuple[str, str]], size: int, rankings: list[Ranking], options: argparse.Namespace) -> int:
    """Score hands part by part, with a progress bar where that helps."""
    reads_lines = bool(options.file) or not options.hands
    progress = _Progress(size, shown=reads_lines and sys.stderr.isatty() and not sys.stdout.isatty())
    refused = 0
    done = 0
    source = iter(lines)
    while part := list(islice(source, LINES_AT_ONCE)):
        for place, line in part:
            done += 1
            try:
                (hands,) = describe_few(read_few([line]), rankings, options.qualifier)
                _say(line, hands, as_json=options.json)
            except Refusal as refusal:
                refused += 1
                (fault,) = all_of(refusal)
                print(f"regrets score: {place}, {_shown(line)!r}: {fault.detail}", file=sys.stderr)
        progress.step(done, sum(len(line.encode()) + 1 for _, line in part))
    progress.end(done)
    return 1 if refused else 0


def _shown(line: str) -> str:
    """As much of a line as tells which one it is; what is no file of hands may have lines of any length."""
    return line if len(line) <= SHOWN_CHARACTERS else f"{line[: SHOWN_CHARACTERS - 1]}…"


def _say(line: str, hands: dict[str, Hand | None], as_json: bool) -> None:
    if as_json:
        said = {name: hand.as_json() if hand else None for name, hand in hands.items()}
        print(json.dumps({"hand": line, **said}))
        return
    several = len(hands) > 1
    for name, hand in hands.items():
        said_for = f"{name}: " if several else ""
        print(f"{line}: {said_for}{_full(hand) if hand else 'does not qualify'}")


def _full(hand: Hand) -> str:
    """Say a hand with its cards and its standing."""
    standing = f"rank {hand.rank:,} of {hand.of:,}, beats {floor(hand.beats * 10_000) / 100:.2f}%"
    return f"{hand.text}  ({' '.join(hand.cards)}; {standing})"


class _Progress:
    """A bar on standard error: how many hands are done, and how much of the file."""

    def __init__(self, size: int, shown: bool) -> None:
        self._size, self._shown, self._read = size, shown, 0

    def step(self, done: int, read: int) -> None:
        """Show the bar after so many more bytes."""
        self._read += read
        if self._shown:
            print(f"\r{self._bar()}{done:,} hands", end="", file=sys.stderr, flush=True)

    def end(self, done: int) -> None:
        """Leave the bar and start a new line."""
        if self._shown:
            print(f"\r{self._bar()}{done:,} hands", file=sys.stderr)

    def _bar(self) -> str:
        if not self._size:
            return ""
        part = min(1.0, self._read / self._size)
        filled = round(part * BAR_WIDTH)
        return f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {part:4.0%}  "


if __name__ == "__main__":
    raise SystemExit(main())
