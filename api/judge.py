"""The questions put to the evaluator, and their HTTP form.

A Judge turns a question of the rule core into a verdict, or raises JudgeAway.  The evaluator's interface is in
`openapi.yaml`; it knows players only by the ids given here, their seat numbers.
"""

import logging
from collections.abc import Sequence
from typing import Any, Protocol, assert_never

import msgspec
import requests
from msgspec import Struct

from api import wording
from api.outgoing import body_of, open_session
from api.rules.hand import Award, Beaten, Combination, Failed, Winner
from api.rules.questions import Contender, Leads, Made, Makes, Question, Verdict, WhoLeads, WhoWins, Wins

log = logging.getLogger(__name__)

# A showdown is answered in a few milliseconds; what takes longer than this is an evaluator in trouble.
CONNECT_SECONDS, ANSWER_SECONDS = 1.0, 4.0
# Words are worth no more waiting than this.
HASTY_CONNECT_SECONDS, HASTY_ANSWER_SECONDS = 0.25, 0.5
MOST_ANSWER_BYTES = 1024 * 1024


UNUSABLE = (requests.RequestException, LookupError, TypeError, ValueError)


class JudgeAway(Exception):
    """The evaluator gave no usable answer; the question stays open."""


class Judge(Protocol):
    """Who answers the core's questions."""

    def answer(self, question: Question) -> Verdict:
        """The verdict on a question; raises JudgeAway."""

    def say(self, questions: Sequence[Makes]) -> dict[Makes, Made]:
        """What the cards of each question make, soon or not at all; raises JudgeAway."""

    def ping(self) -> None:
        """Raise JudgeAway if the evaluator does not answer."""


class HttpJudge:
    """The evaluator over HTTP.  Safe under threads."""

    def __init__(self, url: str, session: requests.Session | None = None) -> None:
        self._url = url.rstrip("/")
        self._session = session or open_session(ANSWER_SECONDS)
        self._hasty = session or open_session(HASTY_ANSWER_SECONDS)

    def answer(self, question: Question) -> Verdict:
        try:
            match question:
                case WhoLeads():
                    return _read_leads(self._ask("/v1/exposed-hands", _ask_leads(question)))
                case WhoWins():
                    return _read_wins(self._ask("/v1/showdowns", _ask_wins(question)))
                case _:
                    assert_never(question)
        except UNUSABLE as fault:
            log.warning("the evaluator at %s gave no verdict: %s", self._url, fault)
            raise JudgeAway(str(fault)) from fault

    def say(self, questions: Sequence[Makes]) -> dict[Makes, Made]:
        said: dict[Makes, Made] = {}
        try:
            for call in wording.calls_for(questions):
                said |= wording.read(call, self._ask(call.path, call.body, hasty=True))
        except UNUSABLE as fault:
            log.warning("the evaluator at %s had no words: %s", self._url, fault)
            raise JudgeAway(str(fault)) from fault
        return said

    def ping(self) -> None:
        try:
            self._session.get(f"{self._url}/healthz", timeout=(CONNECT_SECONDS, CONNECT_SECONDS)).raise_for_status()
        except requests.RequestException as fault:
            raise JudgeAway(str(fault)) from fault

    def _ask(self, path: str, body: dict[str, Any], hasty: bool = False) -> bytes:
        session = self._hasty if hasty else self._session
        with session.post(
            self._url + path,
            data=msgspec.json.encode(body),
            headers={"Content-Type": "application/json", "Accept": "application/json"},
            timeout=((HASTY_CONNECT_SECONDS, HASTY_ANSWER_SECONDS) if hasty else (CONNECT_SECONDS, ANSWER_SECONDS)),
            stream=True,
        ) as reply:
            answered = body_of(reply, MOST_ANSWER_BYTES)
        if not reply.ok:
            raise ValueError(f"status {reply.status_code}: {answered[:500].decode(errors='replace')}")
        return answered


# What is needed of the replies.  Chips go from here into the table, so whatever has another type than these is no
# verdict.


class _Places(Struct, frozen=True):
    places: tuple[int, ...]


class _Winner(Struct, frozen=True):
    id: str
    chips: int
    row: int | None
    odd: int
    hand: Combination | None


class _Loser(Struct, frozen=True):
    id: str
    row: int
    hand: Combination


class _Award(Struct, frozen=True):
    pot: int
    amount: int
    share: str | None
    part: int
    winners: tuple[_Winner, ...]
    text: str
    beaten: tuple[_Loser, ...]
    carried: int


class _Failed(Struct, frozen=True):
    pot: int
    id: str
    share: str
    beaten_by: str
    how: str
    text: str


class _Showdown(Struct, frozen=True):
    awards: tuple[_Award, ...]
    failed: tuple[_Failed, ...]


class _Results(Struct, frozen=True):
    results: tuple[_Showdown]


def _ask_leads(question: WhoLeads) -> dict[str, Any]:
    return {"hands": question.exposed}


def _read_leads(reply: bytes) -> Leads:
    return Leads(msgspec.json.decode(reply, type=_Places).places)


def _ask_wins(question: WhoWins) -> dict[str, Any]:
    declaring = any(contender.declared is not None for contender in question.contenders)
    units = (
        {"patterns": [dict(pattern) for pattern in question.patterns], "shared": dict(question.shared)}
        if question.patterns
        else {}
    )
    return {
        "showdowns": [
            {
                **units,
                "shares": [{"name": share.name, "ranking": share.ranking} for share in question.shares],
                "order": [str(contender.seat) for contender in question.contenders],
                "pots": [
                    {"amount": pot.amount, "eligible": [str(seat) for seat in pot.eligible]} for pot in question.pots
                ],
                "players": [_ask_contender(contender, bool(question.patterns)) for contender in question.contenders],
                "declaration": declaring,
                "options": dict(question.options),
                "distinct_cards": True,
            }
        ]
    }


def _ask_contender(contender: Contender, by_units: bool) -> dict[str, Any]:
    """A contender's rows, or the units that the patterns make hands of."""
    declared = {} if contender.declared is None else {"declared": contender.declared}
    hands: dict[str, Any] = (
        {"groups": {row.pile: row.cards for row in contender.rows}}
        if by_units
        else {"rows": [{"cards": "".join(row.cards), "shares": row.shares} for row in contender.rows]}
    )
    return {"id": str(contender.seat), "name": contender.name, **hands, **declared}


def _read_wins(reply: bytes) -> Wins:
    (result,) = msgspec.json.decode(reply, type=_Results).results
    failed = tuple(
        Failed(one.pot, int(one.id), one.share, int(one.beaten_by), one.how, one.text) for one in result.failed
    )
    return Wins(tuple(_read_award(award) for award in result.awards), failed)


def _read_award(award: _Award) -> Award:
    winners = tuple(Winner(int(one.id), one.chips, one.row, one.odd, one.hand) for one in award.winners)
    beaten = tuple(Beaten(int(one.id), one.row, one.hand) for one in award.beaten)
    return Award(award.pot, award.amount, award.share, award.part, winners, award.text, beaten, award.carried)
