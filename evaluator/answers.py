"""The answers to showdowns and equities, as callers read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from evaluator.cards import parse_cards, require_distinct
from evaluator.declaring import Entry, Failure
from evaluator.equity import ask, equities
from evaluator.hands import describe
from evaluator.limits import Work
from evaluator.rankings import Ranking
from evaluator.reading import Body, Question, read_shares, read_showdown, require_unique
from evaluator.refusals import Refusal
from evaluator.sentences import award_text, failure_text
from evaluator.showdown import Award, settle
from evaluator.units import Given, read_groups, require_together

Json = dict[str, Any]


MOST_WORK: Final = 6_000_000
"""How many fives the showdowns of one request may have ranked."""


def answer_showdowns(bodies: Sequence[Body]) -> list[Json]:
    """Settle the showdowns of one request. Raises a Refusal that names the showdown and the field."""
    work = Work(MOST_WORK, "players")
    answers = []
    for i, body in enumerate(bodies):
        try:
            answers.append(answer_showdown(body, work))
        except Refusal as fault:
            raise fault.under(f"showdowns.{i}") from None
    return answers


def answer_showdown(body: Body, work: Work | None = None) -> Json:
    """Settle one showdown whose shape has been checked; return the `Showdown` of `openapi.yaml`.

    Awards, chips returned and chips carried are equal to what was paid and carried in, asserted before
    answering. Raises a Refusal that names the field.
    """
    question = read_showdown(body, work or Work(MOST_WORK, "players"))
    results = settle(question.showdown)
    rankings = {share.name: share.ranking for share in question.showdown.shares}
    awards = [award for result in results for award in result.awards]
    carried = sum(award.carried for award in awards)
    answer: Json = {
        "awards": [_award(award, question, rankings) for award in awards],
        "failed": [
            _failure(pot, failure, rankings[failure.share], question.names)
            for pot, result in enumerate(results, start=1)
            for failure in result.failed
        ],
        "returned": dict(question.returned),
        "carried": carried,
        "chips": _chips(awards, question) if question.chips_in is not None else {},
    }
    if question.chips_in is not None:
        assert sum(answer["chips"].values()) + carried == question.chips_in, "chips must be conserved"
    return answer


def _chips(awards: list[Award], question: Question) -> dict[str, int]:
    """Return what each player receives in all, returned chips included."""
    chips = {player: question.returned.get(player, 0) for player in question.showdown.order}
    for award in awards:
        for winner in award.winners:
            chips[winner.player] += winner.chips
    return chips


def _award(award: Award, question: Question, rankings: Mapping[str, Ranking]) -> Json:
    ranking = rankings[award.share] if award.share else None
    counted = question.chips_in is not None
    return {
        "pot": award.pot,
        "amount": award.amount if counted else None,
        "share": award.share,
        "part": award.part if counted else None,
        "winners": [
            {
                "id": winner.player,
                "row": winner.row,
                "chips": winner.chips if counted else None,
                "odd": winner.odd if counted else None,
                "hand": _hand(winner.entry, ranking),
            }
            for winner in award.winners
        ],
        "beaten": [{"id": entry.player, "row": entry.row, "hand": _hand(entry, ranking)} for entry in award.beaten],
        "carried": award.carried if counted else None,
        "text": award_text(award, ranking, len(rankings), question.names, counted),
    }


def _failure(pot: int, failure: Failure, ranking: Ranking, names: Mapping[str, str]) -> Json:
    return {
        "pot": pot,
        "id": failure.player,
        "share": failure.share,
        "beaten_by": failure.by.player,
        "how": failure.how,
        "hand": _hand(failure.by, ranking),
        "text": failure_text(failure, ranking, names),
    }


def _hand(entry: Entry | None, ranking: Ranking | None) -> Json | None:
    if entry is None or ranking is None:
        return None
    return describe(entry.rank, entry.cards, ranking).as_json()


def answer_equities(body: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a request whose shape has been checked. Raises a Refusal that names the field."""
    shares = read_shares(body["shares"])
    require_unique([player["id"] for player in body["players"]], "players", "player")
    shared = read_groups(body["shared"], "shared", unknown=True)
    given = Given()
    given.take(shared, "shared")
    players = []
    for i, player in enumerate(body["players"]):
        own = read_groups(player["groups"], f"players.{i}.groups", unknown=True)
        require_together(own, shared, f"players.{i}.groups")
        given.take(own, f"players.{i}.groups")
        players.append(own)
    try:
        dead = parse_cards(body["dead"])
        require_distinct(dead)
    except Refusal as fault:
        raise fault.under("dead") from None
    given.take_cards(dead, "dead")
    question = ask(shares, body["patterns"], players, shared, dead)
    found = equities(question, body.get("samples"), body["seed"])
    return {
        "equities": [
            {
                "id": player["id"], "share": equity.share, "standard_error": equity.standard_error,
                "wins_all": equity.wins_all, "wins_part": equity.wins_part,
                "by_share": dict(zip((share.name for share in shares), equity.by_share, strict=True)),
            }
            for player, equity in zip(body["players"], found.players, strict=True)
        ],
        "method": found.method, "run_outs": found.run_outs, "seed": found.seed,
    }  # fmt: skip
