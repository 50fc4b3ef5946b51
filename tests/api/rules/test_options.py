"""What the dealer announces before the deal (2.1): names, values, defaults and bounds."""

from typing import Any

import pytest

from api.rules import events as e
from api.rules import seating
from api.rules.games import GAMES
from api.rules.options import MOST_CHIPS
from api.rules.refusals import BadOption, HandInProgress, UnknownOption
from tests.api.rules.builders import TEN_CARD, announced, refused, ten_card


def defaults(**given: Any) -> dict[str, Any]:
    return dict(announced(**given).pairs)


def test_defaults() -> None:
    """What nobody announces is at its default: fixed limit, antes of 1, bets of 2 and 4, three raises (2.1, 4.2)."""
    assert defaults() == {
        "ante": 1,
        "limit": "fixed",
        "small_bet": 2,
        "big_bet": 4,
        "spread_min": 2,
        "spread_max": 4,
        "min_bet": 2,
        "raise_cap": 3,
        "short_allin": "half",
        "check_raise": "on",
        "decision_seconds": 30,
        "time_bank_seconds": 60,
        "first_to_act": "left_of_dealer",
        "odd_chip_half": "high",
        "low_ranking": "ace-to-five",
        "either_hand": "off",
        "placing": "simultaneous",
    }


@pytest.mark.parametrize(("ante", "small", "big"), [(1, 2, 4), (5, 10, 20), (0, 2, 4)])
def test_bets_follow_the_ante(ante: int, small: int, big: int) -> None:
    """`small_bet` and `big_bet` are two and four times the `ante`, and 2 and 4 chips where that is 0 (2.1)."""
    options = defaults(ante=ante)
    assert (options["small_bet"], options["big_bet"]) == (small, big)


def test_sizes_follow_the_small_bet() -> None:
    """`spread_min`, `spread_max` and the `min_bet` of pot limit and no limit follow the small bet (2.1)."""
    options = defaults(small_bet=7)
    assert (options["big_bet"], options["spread_min"], options["spread_max"], options["min_bet"]) == (14, 7, 14, 7)


@pytest.mark.parametrize(
    ("limit", "counts"), [("fixed", "half"), ("spread", "full"), ("pot", "full"), ("none", "full")]
)
def test_short_all_in_follows_the_limit(limit: str, counts: str) -> None:
    """Half a bet counts as a full one in the `limit` called fixed only, unless announced otherwise (2.1)."""
    assert defaults(limit=limit)["short_allin"] == counts


def test_the_largest_ante_has_defaults() -> None:
    """Every default that follows from an ante is a value that its option takes (2.1)."""
    ante = next(option for option in TEN_CARD.options if option.name == "ante")
    assert defaults(ante=ante.most)["big_bet"] == 4 * ante.most


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ante", -1),
        ("ante", 1.5),
        ("ante", True),
        ("ante", "1"),
        ("ante", None),
        ("ante", MOST_CHIPS + 1),
        ("small_bet", 0),
        ("raise_cap", -1),
        ("limit", "no"),
        ("limit", 4),
        ("check_raise", True),
        ("low_ranking", "A5"),
        ("low_ranking", ["ace-to-five"]),
        ("placing", ""),
    ],
)
def test_a_value_that_an_option_does_not_take(name: str, value: Any) -> None:
    """A wrong value is refused, and the refusal says what would be right (2.1)."""
    with pytest.raises(BadOption) as refusal:
        announced(**{name: value})
    assert refusal.value.facts["field"] == f"options.{name}"
    assert "allowed" in refusal.value.facts or {"min", "max"} <= set(refusal.value.facts)


@pytest.mark.parametrize("sizes", [{"small_bet": 10, "big_bet": 9}, {"spread_min": 5, "spread_max": 4}])
def test_sizes_that_contradict_each_other(sizes: dict[str, int]) -> None:
    """The larger size is no smaller than the smaller one (2.1)."""
    with pytest.raises(BadOption):
        announced(**sizes)


def test_an_option_that_the_game_does_not_have() -> None:
    """An unknown option is refused, and the refusal lists those there are (2.1)."""
    with pytest.raises(UnknownOption) as refusal:
        announced(wild_cards="none")
    assert "ante" in refusal.value.facts["allowed"]


def test_options_are_announced_with_the_deal() -> None:
    """The options of a hand are announced when it starts, all of them (2.1)."""
    table = ten_card(100, 100, ante=5).deal(low_ranking="ace-to-six")
    (started,) = table.happened(e.Started)
    assert dict(started.options.pairs) == defaults(ante=5, low_ranking="ace-to-six")


def test_options_of_one_hand_are_for_that_hand() -> None:
    """What is announced with a deal goes before the table's own options, for that hand only (2.1)."""
    table = ten_card(100, 100, ante=5).deal(ante=7).to_the_end().deal()
    assert [started.options["ante"] for started in table.happened(e.Started)] == [7, 5]


def test_options_stand_until_the_hand_ends() -> None:
    """Options cannot change while a hand is played (2.1); for the next one they can."""
    table = ten_card(100, 100).deal()
    refused(table, HandInProgress, seating.change_settings, None, {"ante": 2})
    table.to_the_end()
    table.does(seating.change_settings, None, {"ante": 2})
    assert table.deal().hand.options["ante"] == 2


def test_settings_are_checked_at_once() -> None:
    """A table cannot be given options that no hand could be dealt with (2.1)."""
    refused(ten_card(100, 100), BadOption, seating.change_settings, None, {"ante": -1})


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_option_explains_itself(game: Any) -> None:
    """Whoever announces can read what each option means, its article, its values and its default (2.1)."""
    for option in game.options:
        assert option.words and option.article
        assert option.values or option.least <= option.most
        assert not callable(option.default) or option.default_words
