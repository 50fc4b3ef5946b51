"""Words are asked for once, kept within bounds, and done without while the evaluator is away."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from api import words as words_module
from api.judge import JudgeAway
from api.rules.questions import Made, Makes, Question, RowMakes, UnitsMake, Verdict
from api.wording import calls_for
from api.words import AWAY_SECONDS, Words
from tests.acting import together
from tests.judging import evaluator

KINGS, NINES = RowMakes("high", ("Kd", "Kh")), RowMakes("high", ("9c", "9s"))
SEVEN = RowMakes("ace-to-five", ("4c", "7h"))


class Listening:
    """The real evaluator, which notes what it is asked, and may go away."""

    def __init__(self) -> None:
        self.asked: list[list[Makes]] = []
        self.away = False

    def say(self, questions: Sequence[Makes]) -> dict[Makes, Made]:
        self.asked.append(list(questions))
        if self.away:
            raise JudgeAway("nobody listens there")
        return evaluator().say(questions)

    def answer(self, question: Question) -> Verdict:
        return evaluator().answer(question)

    def ping(self) -> None:
        evaluator().ping()


class Now:
    """A clock that a test moves."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def judge() -> Listening:
    return Listening()


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def words(judge: Listening, now: Now) -> Words:
    return Words(judge, now)


def test_words_are_asked_for_once(words: Words, judge: Listening) -> None:
    """What is known is not asked again, whoever wants it; only the rest is."""
    assert [made.text for made in words.say([KINGS]) or ()] == ["pair of kings"]
    said = words.say([NINES, KINGS, NINES])
    assert said is not None
    assert [made.text for made in said] == ["pair of nines", "pair of kings", "pair of nines"]
    words.say([KINGS, NINES])
    assert judge.asked == [[KINGS], [NINES]]


def test_so_many_words_are_kept(words: Words, judge: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has not been wanted for longest is forgotten first."""
    monkeypatch.setattr(words_module, "KEPT", 2)
    for questions in ([KINGS], [NINES], [KINGS], [SEVEN], [KINGS], [NINES]):
        words.say(questions)
    assert judge.asked == [[KINGS], [NINES], [SEVEN], [NINES]]


def test_an_evaluator_that_is_away_is_left_alone(words: Words, judge: Listening, now: Now) -> None:
    """After one question without an answer nobody waits for the next, for a while; what is known is said."""
    words.say([KINGS])
    judge.away = True
    for questions, told in (([NINES], False), ([NINES], False), ([KINGS, NINES], False), ([KINGS], True)):
        assert (words.say(questions) is not None) == told
    assert judge.asked == [[KINGS], [NINES]]
    now.seconds += AWAY_SECONDS
    assert words.say([NINES]) is None
    assert words.say([NINES]) is None
    assert judge.asked[2:] == [[NINES]]


def test_an_evaluator_that_is_back_is_heard(words: Words, judge: Listening, now: Now) -> None:
    """The first answer ends the silence."""
    judge.away = True
    words.say([KINGS])
    judge.away = False
    assert words.say([KINGS]) is None
    now.seconds += AWAY_SECONDS
    assert words.say([KINGS]) is not None
    assert words.say([NINES]) is not None


def test_one_finds_out_for_all(words: Words, judge: Listening, now: Now) -> None:
    """When the silence is over, one asker waits for an evaluator that may still be away, and the others do not."""
    judge.away = True
    words.say([KINGS])
    now.seconds += AWAY_SECONDS
    assert together(*[lambda: words.say([NINES])] * 6) == [None] * 6
    assert judge.asked == [[KINGS], [NINES]]


def test_nothing_to_say_asks_nobody(words: Words, judge: Listening) -> None:
    """No question, no call."""
    judge.away = True
    assert words.say([]) == []
    assert judge.asked == []


def test_questions_go_together() -> None:
    """One call for each ranking of unfinished rows, one for all whole ones, one for each board."""
    whole = [RowMakes(ranking, ("2c", "3c", "4c", "5c", "7d")) for ranking in ("high", "ace-to-six")]
    patterns = ((("own", 5),),)
    own = (("own", ("2c", "3c", "4c", "5c", "7d")),)
    units = [UnitsMake(ranking, patterns, own, (("pairs", ()),)) for ranking in ("high", "ace-to-six")]
    calls = calls_for([KINGS, *whole, SEVEN, *units, NINES])
    assert [(call.path, len(call.asked), len(call.body["hands"])) for call in calls] == [
        ("/v1/exposed-hands", 2, 2),
        ("/v1/exposed-hands", 1, 1),
        ("/v1/evaluations", 2, 1),
        ("/v1/best-hands", 2, 1),
    ]
    assert set(evaluator().say([KINGS, *whole, SEVEN, *units, NINES])) == {KINGS, *whole, SEVEN, *units, NINES}
