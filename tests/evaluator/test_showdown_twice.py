"""The showdown against a slow, plainly written second implementation of the same rules."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.declaring import Entry, Options
from evaluator.pots import build_pots
from evaluator.rankings import RANKINGS
from evaluator.showdown import Share, Showdown
from evaluator.showdown import settle as settle_quickly
from tests.evaluator.plain_showdown import Case, settle

OPTIONS = {
    "both_tie": ["tie_ok", "must_win_outright"],
    "both_beaten_by": ["any_declarer", "single_way_only", "staged"],
    "all_failed": ["by_cards", "carry", "equal"],
    "both_scope": ["per_pot", "global"],
    "no_declarer_half": ["other_way", "carry"],
    "tie_share": ["per_hand", "per_player"],
    "odd_chip_half": ["high", "low"],
}

a_row = st.sampled_from(["high", "low", "either"])
a_rank = st.sampled_from([1, 1, 1, 2, 3])


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a showdown of two to six players, with few ranks, so that ties are common."""
    players = list("ABCDEF"[: draw(st.integers(2, 6))])
    most = draw(st.sampled_from([3, 12, 100]))
    paid = {player: draw(st.integers(0, most)) for player in players}
    folded = set(draw(st.lists(st.sampled_from(players), max_size=len(players) - 1, unique=True)))
    plays = draw(st.lists(a_row, min_size=1, max_size=2))
    if not {"high", "either"} & set(plays) or not {"low", "either"} & set(plays):
        plays = ["either"]
    rows = {
        player: [(None if play == "low" else draw(a_rank), None if play == "high" else draw(a_rank)) for play in plays]
        for player in players
    }
    declares = draw(st.booleans())
    ways = st.sampled_from(["high", "low", "both", "both"])
    declared = {player: draw(ways) for player in players} if declares else None
    options = {name: draw(st.sampled_from(values)) for name, values in OPTIONS.items()}
    order = draw(st.permutations(players))
    return Case(paid, folded, order, rows, declared, options, draw(st.sampled_from([0, 0, 0, 7])))


def quickly(case: Case) -> tuple[dict[str, int], int]:
    """Settle a case with the service's own code; return what each receives, and what is carried."""
    pots, returned = build_pots(case.paid, case.folded, case.carried_in)
    live = frozenset(player for player in case.paid if player not in case.folded)
    entries: dict[str, Any] = {"high": [], "low": []}
    for player in live:
        for number, ranks in enumerate(case.rows[player], start=1):
            for share, rank in zip(("high", "low"), ranks, strict=True):
                if rank is not None:
                    entries[share].append(Entry(player, number, rank, ()))
    shares = (Share("high", RANKINGS["high"]), Share("low", RANKINGS["ace-to-five"]))
    order = {player: i for i, player in enumerate(case.order)}
    showdown = Showdown(shares, pots, entries, order, live, case.declared, Options(**case.options))  # type: ignore[arg-type]
    chips = {player: returned.get(player, 0) for player in case.paid}
    carried = 0
    for result in settle_quickly(showdown):
        for award in result.awards:
            carried += award.carried
            for winner in award.winners:
                chips[winner.player] += winner.chips
    return chips, carried


@given(cases())
@settings(max_examples=1000, deadline=None)
def test_both_implementations_pay_the_same(case: Case) -> None:
    """Any pots, ties, rows, declarations and options: the same chips to each, and the same carried (2.5, 2.6, 7.5)."""
    settle(case)
    assert quickly(case) == (case.chips, case.carried)
    assert sum(case.chips.values()) + case.carried == sum(case.paid.values()) + case.carried_in
