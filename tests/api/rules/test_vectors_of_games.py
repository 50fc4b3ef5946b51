"""The worked cases of `tests/vectors` that are whole games: decisions, plays and showdowns through the core."""

from itertools import chain
from math import comb, prod
from typing import Any

import pytest
from msgspec.structs import replace

import api.judge
from api.rules.actions import Answer, Discard, Keep
from api.rules.events import Placed
from api.rules.game import script_of
from api.rules.games.real_poker import PATTERNS
from api.rules.hand import Pile
from api.rules.script import Showdown
from api.rules.walk import walk
from tests.api.rules.builders import takes
from tests.api.rules.house import House, house, one_by_one, real_poker, seven_card
from tests.evaluator.worked import RULES, cases

ANSWERS = {"keep": Keep(), "discard": Discard()}
STACK = 1000


# Seven-Card decisions


def answered(cards: str, *answers: Answer) -> House:
    """A table on which seat 2 is dealt these cards and answers so as long as it is asked, the other keeping all."""
    table = seven_card(100, 100, betting_after="last_only").deal(one_by_one(cards, "Ah Ad As Ac Kc Ks 8h"))
    while (card := table.hand.dealt // 2 - 1) < len(answers):
        deciding = [seat for seat, one in table.asked.items() if one.type == "keep"]
        if not deciding:
            break
        if 2 in deciding:
            assert takes(table, 2, answers[card])
            table.answers(2, answers[card])
        if 1 in deciding:
            table.keeps(1)
    return table


PLAIN = "Kh 4c Kd 9s 2d 9h Qc"


@pytest.mark.parametrize("case", cases("seven-card-decision"))
def test_seven_card_decision(case: dict[str, Any]) -> None:
    """What may be done with the next card after so many kept and discarded; alone, it is done by the server (2.4)."""
    before = case["kept"] + case["discarded"]
    table = answered(PLAIN, *[Discard()] * case["discarded"], *[Keep()] * case["kept"])
    if len(case["want"]) > 1:
        assert table.hand.dealt == 2 * (before + 1)
        assert table.may(2) == set(case["want"])
        assert all(takes(table, 2, ANSWERS[word]) for word in case["want"])
        return
    done = [by for event in table.to_the_end().happened(Placed) for by in event.seats if by.seat == 2][before]
    assert (done.decision, done.answer) == (None, ANSWERS[case["want"][0]]), "nobody is asked"


@pytest.mark.parametrize("case", cases("seven-card-play"))
def test_seven_card_play(case: dict[str, Any]) -> None:
    """The cards in order and what is done with them make the final hand; a forced card asks nobody, so that no other
    answer could be given (2.4)."""
    actions = [ANSWERS[word] for word in case["actions"]]
    table = answered(" ".join(case["cards"]), *actions).to_the_end()
    done = [by for event in table.happened(Placed) for by in event.seats if by.seat == 2]
    assert [by.answer for by in done] == actions
    assert [by.decision is None for by in done] == [False] * 5 + [True] * 2
    assert set(table.pile(2, "kept")) == set(case["want"])


# Showdowns, stood at as if they had been played to


def at_the_showdown(game: str, case: dict[str, Any], rows: tuple[str, ...], **options: Any) -> House:
    """A hand that stands at its showdown: what each paid, who folded, which rows they hold and what they declared.

    The players stand in the case's order, the last of them deals; names not in the case are the order's.
    """
    names = list(case["order"])
    declared = case.get("options", {}).get("declare", {})
    table = house(*[STACK] * len(names), games=[game], judge=None, **options).deal()
    players = []
    for player, name in zip(table.hand.players, names, strict=True):
        hands = case["hands"].get(name, [])
        hands = [hands] if hands and isinstance(hands[0], str) else hands
        piles = tuple(Pile(row, tuple(cards)) for row, cards in zip(rows, hands, strict=False))
        paid = case["contrib"][name]
        facts: dict[str, Any] = {"name": name, "piles": piles, "paid": paid, "chips": STACK - paid, "bet": 0}
        players.append(replace(player, folded=name in case["folded"], declared=declared.get(name), **facts))
    script = script_of(table.games[game], table.hand.options)
    step = next(at for at, one in enumerate(script) if isinstance(one, Showdown))
    hand = replace(table.hand, players=tuple(players), betting=None, open=(), step=step)
    table.table = replace(table.table, hand=hand)
    table.judge = house(games=[game]).judge
    table.act(walk)
    return table


def received(table: House) -> dict[str, int]:
    """What each got of the pots, uncalled returns included."""
    back = dict.fromkeys((player.name for player in table.hand.players), 0)
    for seat, chips in table.hand.returned:
        back[table.player(seat).name] += chips
    for seat, chips in table.got.items():
        back[table.player(seat).name] += chips
    return back


@pytest.fixture
def shared_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are given outright may share cards, as if with a board; at a table of Henway they could not."""
    honest = api.judge._ask_wins

    def ask(question: Any) -> dict[str, Any]:
        body = honest(question)
        return {"showdowns": [{**body["showdowns"][0], "distinct_cards": False}]}

    monkeypatch.setattr(api.judge, "_ask_wins", ask)


def showdown_of(case: dict[str, Any]) -> House:
    """The table of a showdown case: Ten-Card where rows are fixed, else Henway, which also declares."""
    given = {name: value for name, value in case["options"].items() if name != "declare"}
    if case["id"].startswith("T"):
        return at_the_showdown("ten-card-regrets", case, ("right", "left"), low_ranking=case["low"], **given)
    given |= {"declare": "on" if "declare" in case["options"] else "off"}
    given |= {"fixed_hands": "off" if case["rows_compete"] else "on", "low_ranking": case["low"]}
    return at_the_showdown("henway", case, ("1", "2"), **given)


@pytest.mark.parametrize("case", cases("showdown"))
@pytest.mark.usefixtures("shared_cards")
def test_showdown(case: dict[str, Any]) -> None:
    """Two rows a player: pots, returns, declarations, odd chips and what is carried (2.5, 2.6, 7.5)."""
    table = showdown_of(case)
    assert received(table) == dict.fromkeys(case["order"], 0) | case["want"]
    assert table.carried == case.get("carried", 0)


@pytest.mark.parametrize("case", cases("seven-card-showdown"))
@pytest.mark.usefixtures("shared_cards")
def test_seven_card_showdown(case: dict[str, Any]) -> None:
    """One row a player, high only, for every pot (5.5)."""
    assert received(at_the_showdown("seven-card-regrets", case, ("kept",))) == case["want"]


# Real Poker, dealt and played


def played(case: dict[str, Any]) -> House:
    """The case as a hand: everybody all-in for an equal share of 120, the board turned, and the declarations."""
    names = list(case["order"])
    board = " ".join(chain(*case["pairs"], case["singles"]))
    each = 120 // len(names)
    table = real_poker(*[each] * len(names), ante=each)
    table.deal(one_by_one(*(" ".join(case["players"][name]["own"]) for name in names), board=board))
    # The table's own names go by seat: seat 2 is the first in the case's order, and seat 1 the last.
    seats = dict(zip([*"BCDEFGH"[: len(names) - 1], "A"], names, strict=True))
    return table.declares(**{at: case["players"][name]["declare"] for at, name in seats.items()}).to_the_end()


@pytest.mark.parametrize("case", cases("real-poker-showdown"))
def test_real_poker_showdown(case: dict[str, Any]) -> None:
    """Five own cards, a board and a declaration each, from the deal to the award (R-2, R-10, R-14, R-15)."""
    table = played(case)
    seats = [*range(2, len(case["order"]) + 1), 1]
    assert {name: table.got.get(seat, 0) for seat, name in zip(seats, case["order"], strict=True)} == case["want"]


@pytest.mark.parametrize("way", ["high", "low"])
@pytest.mark.parametrize("case", cases("real-poker-best-hands"))
def test_real_poker_best_hands(case: dict[str, Any], way: str) -> None:
    """The server makes the best legal hand of the declared way, and says which cards it is (R-10 to R-12)."""
    used = {*case["hole"], *chain(*case["pairs"]), *case["singles"]}
    other = [card for card in (rank + suit for rank in "23456789TJQKA" for suit in "cdhs") if card not in used][:5]
    other_way = "low" if way == "high" else "high"
    players = {"me": {"own": case["hole"], "declare": way}, "you": {"own": other, "declare": other_way}}
    table = played({**case, "players": players, "order": ["me", "you"]})
    (award,) = [award for award in table.hand.awards if award.share == way]
    made = award.winners[0].hand
    assert made is not None and award.winners[0].seat == 2
    assert sorted(card[0] for card in made.cards) == sorted(card[0] for card in case[f"want_{way}"]), "equal in rank"


@pytest.mark.parametrize("case", cases("real-poker-combination-count"))
def test_real_poker_combination_count(case: dict[str, Any]) -> None:
    """Article 4.1 permits 221 hands of five own cards, four pairs and four singles (R-10; C10)."""
    there = {"own": 5, "pairs": 4, "singles": 4}
    assert sum(prod(comb(there[pile], count) for pile, count in pattern) for pattern in PATTERNS) == case["want"]


def test_no_kind_of_case_is_left_out() -> None:
    """Every kind of worked case is played here, in `test_vectors.py`, or is about hands alone."""
    elsewhere = {"compare", "ten-card-placement", "first-to-act", "betting", "pots"}
    here = {"seven-card-decision", "seven-card-play", "showdown", "seven-card-showdown", "real-poker-showdown"}
    here |= {"real-poker-best-hands", "real-poker-combination-count"}
    assert {case["kind"] for case in RULES} == here | elsewhere
