"""The evaluator's calls for what cards make, in words, and how their replies are read.

Questions that one call can take are put together: of each ranking the rows of fewer than five cards, all whole rows,
and of each board what the patterns permit.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from api.rules.questions import Made, Makes, RowMakes, UnitsMake

EXPOSED, EVALUATIONS, BEST_HANDS = "/v1/exposed-hands", "/v1/evaluations", "/v1/best-hands"
WHOLE = 5


class Call(Struct, frozen=True):
    """One request; `asked` says for each question which of its hands that is, and in which ranking."""

    path: str
    body: dict[str, Any]
    asked: tuple[tuple[Makes, int, str], ...]


class _Shown(Struct, frozen=True):
    hands: tuple[Made, ...]


class _Results(Struct, frozen=True):
    results: tuple[dict[str, Made], ...]


def calls_for(questions: Iterable[Makes]) -> list[Call]:
    """The fewest calls that answer all of these."""
    short: dict[str, list[RowMakes]] = {}
    whole: list[RowMakes] = []
    units: dict[Any, list[UnitsMake]] = {}
    for question in questions:
        if isinstance(question, UnitsMake):
            units.setdefault((question.patterns, question.shared), []).append(question)
        elif len(question.cards) < WHOLE:
            short.setdefault(question.ranking, []).append(question)
        else:
            whole.append(question)
    return [
        *(_rows(EXPOSED, {"ranking": ranking, "detail": "full"}, asked) for ranking, asked in short.items()),
        *([_rows(EVALUATIONS, {"rankings": _rankings(whole), "detail": "full"}, whole)] if whole else []),
        *(_best(asked) for asked in units.values()),
    ]


def _rankings(questions: Sequence[Makes]) -> list[str]:
    return list(dict.fromkeys(question.ranking for question in questions))


def _rows(path: str, body: dict[str, Any], questions: Sequence[RowMakes]) -> Call:
    hands = list(dict.fromkeys(question.cards for question in questions))
    asked = tuple((question, hands.index(question.cards), question.ranking) for question in questions)
    return Call(path, {**body, "hands": hands}, asked)


def _best(questions: Sequence[UnitsMake]) -> Call:
    hands = list(dict.fromkeys(question.own for question in questions))
    body = {
        "rankings": _rankings(questions),
        "patterns": [dict(pattern) for pattern in questions[0].patterns],
        "shared": dict(questions[0].shared),
        "hands": [dict(own) for own in hands],
        "detail": "full",
    }
    asked = tuple((question, hands.index(question.own), question.ranking) for question in questions)
    return Call(BEST_HANDS, body, asked)


def read(call: Call, reply: bytes) -> dict[Makes, Made]:
    """The answers of a call's questions; raises LookupError or ValueError for a reply that has not all of them."""
    if call.path == EXPOSED:
        shown = msgspec.json.decode(reply, type=_Shown).hands
        return {question: shown[hand] for question, hand, _ in call.asked}
    results = msgspec.json.decode(reply, type=_Results).results
    return {question: results[hand][ranking] for question, hand, ranking in call.asked}
