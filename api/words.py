"""What cards make in words, asked of the evaluator once and remembered.

A question is known by its cards alone, so whoever may ask it may have the answer that another's question brought.
Words are a comfort: while the evaluator is away there are none, and nobody waits for it.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock

from api.judge import Judge, JudgeAway
from api.rules.questions import Made, Makes

KEPT = 10_000
AWAY_SECONDS = 2.0


class Words:
    """The words of one process.  Safe under threads."""

    def __init__(self, judge: Judge, clock: Callable[[], float] = time.monotonic) -> None:
        self._judge = judge
        self._clock = clock
        self._lock = Lock()
        self._kept: OrderedDict[Makes, Made] = OrderedDict()
        # Until when the evaluator is left alone, after it gave no answer; None while it answers.
        self._quiet_until: float | None = None

    def say(self, questions: Sequence[Makes]) -> list[Made] | None:
        """What the cards of each question make; None while the evaluator is away and not all of it is known."""
        with self._lock:
            known = {question: self._kept[question] for question in questions if question in self._kept}
            for question in known:
                self._kept.move_to_end(question)
        missing = [question for question in dict.fromkeys(questions) if question not in known]
        if missing:
            if not self._may_ask():
                return None
            try:
                asked = self._judge.say(missing)
            except JudgeAway:
                self._quiet_until = self._clock() + AWAY_SECONDS
                return None
            self._keep(asked)
            known |= asked
        return [known[question] for question in questions]

    def _may_ask(self) -> bool:
        """Whether the evaluator is there, as far as is known; of those who find it may be back, one tries."""
        with self._lock:
            if self._quiet_until is None:
                return True
            now = self._clock()
            if now < self._quiet_until:
                return False
            self._quiet_until = now + AWAY_SECONDS
            return True

    def _keep(self, answers: dict[Makes, Made]) -> None:
        with self._lock:
            self._quiet_until = None
            self._kept.update(answers)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
