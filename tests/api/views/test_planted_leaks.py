"""Leaks planted on purpose: each must be found by the very search that finds none in `test_exchange.py`.

A search that cannot find a leak would prove nothing.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from api.rules import events as e
from api.rules.actions import Arrange, Declare, Keep, Place
from api.rules.hand import Pile
from api.views import Viewer
from api.views import event as event_views
from api.views import preview as preview_views
from api.views import table as table_views
from api.views.common import answer_view
from tests.api.views.exchanging import Story, leaks

Plant = Callable[[pytest.MonkeyPatch], None]
TEN, SEVEN, HENWAY, REAL = "ten-card-regrets", "seven-card-regrets", "henway", "real-poker"


def cards_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table_views, event_views):
        monkeypatch.setattr(module, "cards_view", lambda pile, own: list(pile.cards))


def cards_shown_in_the_table_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_views, "cards_view", lambda pile, own: list(pile.cards))


def cards_in_rank_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs only, but the seats stand in the order of their hidden cards."""
    shown = table_views._seats

    def in_order(game: Any, table: Any, *more: Any) -> Any:
        hidden = {player.seat: [pile.cards for pile in player.piles] for player in table.hand.players}
        return sorted(shown(game, table, *more), key=lambda seat: hidden.get(seat["seat"], []))

    monkeypatch.setattr(table_views, "_seats", in_order)


def backs_that_say_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs with the colour of the card."""

    def colours(pile: Pile, own: bool) -> list[str]:
        return [card if own or at < pile.up else "?" + "rb"[card[1] in "cs"] for at, card in enumerate(pile.cards)]

    for module in (table_views, event_views):
        monkeypatch.setattr(module, "cards_view", colours)


def rows_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Placed and arranged cards as they lie, face down or not: discards, and the rows of an arrangement."""
    monkeypatch.setattr(
        event_views,
        "_rows",
        lambda rows, player, viewer: [{"name": into.pile, "cards": list(into.cards)} for into in rows],
    )


def units_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table_views, event_views):
        monkeypatch.setattr(module, "units_view", lambda pile: [{"group": pile.name, "cards": list(pile.cards)}])


def board_laid_face_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only in the event that lays it out."""
    hidden = event_views._card_face

    def face(event: Any, viewer: Viewer) -> Any:
        return {"board": list(event.pile.cards)} if isinstance(event, e.Laid) else hidden(event, viewer)

    monkeypatch.setattr(event_views, "_card_face", face)


def folded_rows_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's rows once the hand is over, a folder's among them."""
    honest = table_views._rows

    def rows(game: Any, hand: Any, player: Any, viewer: Viewer) -> Any:
        return honest(game, hand, player, Viewer(player=player.player) if hand.over else viewer)

    monkeypatch.setattr(table_views, "_rows", rows)


def choices_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = event_views._card_face

    def face(event: Any, viewer: Viewer) -> Any:
        more = {"answer": answer_view(event.answer)} if isinstance(event, e.Chosen) else {}
        return {**hidden(event, viewer), **more}

    monkeypatch.setattr(event_views, "_card_face", face)


def decisions_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        table_views,
        "_decisions",
        lambda game, table, viewer: [
            table_views._decision(game, table, one) for one in table_views.open_decisions(table)
        ],
    )


def words_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's cards, but what the next seat's rows make."""
    honest = table_views._you

    def you(game: Any, table: Any, viewer: Viewer, say: Any) -> Any:
        return honest(game, table, Viewer(player=(viewer.player or 0) % len(table.chairs) + 1), say)

    monkeypatch.setattr(table_views, "_you", you)


def words_of_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """What own cards make with the board's backs as well."""
    honest = table_views.holdings

    def with_all(game: Any, hand: Any, player: Any) -> Any:
        return honest(game, replace(hand, board=tuple(replace(pile, up=4) for pile in hand.board)), player)

    monkeypatch.setattr(table_views, "holdings", with_all)


def words_of_cards_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """What own rows make with another's new cards among them."""
    honest = table_views.holdings

    def with_more(game: Any, hand: Any, player: Any) -> Any:
        others = tuple(card for one in hand.players if one is not player for card in one.pile("new").cards)
        piles = tuple(replace(pile, cards=(pile.cards + others)[:5]) for pile in player.piles)
        return honest(game, hand, replace(player, piles=piles))

    monkeypatch.setattr(table_views, "holdings", with_more)


def drafts_with_cards_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a draft would make with another's new cards among the row's."""
    honest = preview_views.holdings

    def with_more(game: Any, hand: Any, player: Any) -> Any:
        others = tuple(card for one in hand.players if one.seat != player.seat for card in one.pile("new").cards)
        piles = tuple(replace(pile, cards=(pile.cards + others)[:5]) for pile in player.piles)
        return honest(game, hand, replace(player, piles=piles))

    monkeypatch.setattr(preview_views, "holdings", with_more)


def a_trace_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the answer, only a count, a suit or a letter of it."""
    honest = table_views._seat

    def trace(answer: Any) -> Any:
        match answer:
            case Place(rows=rows):
                return rows.count("right")
            case Arrange(rows=rows):
                return rows[0][0][1]
            case Declare(way=way):
                return len(way)
            case _:
                return isinstance(answer, Keep)

    def seat(game: Any, table: Any, chair: Any, *more: Any) -> Any:
        shown = honest(game, table, chair, *more)
        for one in table.hand.open:
            if one.seat == chair.seat and one.answer is not None:
                shown["has_chosen"] = trace(one.answer)
        return shown

    monkeypatch.setattr(table_views, "_seat", seat)


EVERY_GAME = (TEN, SEVEN, HENWAY, REAL)
EVERYWHERE: tuple[Plant, ...] = (
    cards_shown_to_all,
    cards_in_rank_order,
    backs_that_say_something,
    choices_shown_to_all,
    decisions_shown_to_all,
    a_trace_of_the_answer,
)
PLANTED: list[tuple[Plant, str, dict[str, Any]]] = [
    *((plant, game, {}) for game in EVERY_GAME for plant in EVERYWHERE),
    (cards_shown_in_the_table_only, HENWAY, {"showing_order": "ascending"}),
    (backs_that_say_something, HENWAY, {"showing_order": "descending"}),
    (rows_shown_to_all, SEVEN, {}),
    (rows_shown_to_all, HENWAY, {"showing_order": "ascending"}),
    (a_trace_of_the_answer, HENWAY, {"declare": "on"}),
    (folded_rows_shown, HENWAY, {}),
    (folded_rows_shown, REAL, {}),
    (folded_rows_shown, SEVEN, {}),
    (units_shown_to_all, REAL, {}),
    (board_laid_face_up, REAL, {}),
    (words_for_everybody, HENWAY, {}),
    (words_for_everybody, REAL, {}),
    (words_of_the_whole_board, REAL, {}),
    (words_of_cards_to_come, TEN, {}),
    (words_of_cards_to_come, SEVEN, {}),
    (drafts_with_cards_to_come, TEN, {}),
    (drafts_with_cards_to_come, SEVEN, {}),
]


@pytest.mark.parametrize(
    ("plant", "game", "options"),
    PLANTED,
    ids=["-".join([plant.__name__, game, *map(str, options.values())]) for plant, game, options in PLANTED],
)
def test_a_planted_leak_is_found(
    plant: Plant, game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is shown too early, or too much, or only in part, some exchange shows it (2.7)."""
    plant(monkeypatch)
    assert any(leaks(Story(seed, game, options), random.Random(seed)) for seed in range(1, 9))
