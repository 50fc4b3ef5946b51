"""Nothing that happens in a hand is passed over by mistake."""

from typing import get_args

from api.history.headings import STEPS
from api.history.recording import recorded
from api.history.telling import NOTED, Told, tell
from api.history.values import Noted
from api.rules import events as e
from api.rules.games import GAMES
from api.views import Viewer, event_view
from tests.api.history.hands import TABLE, last_hand, played, seat, told

# Told by `telling.py` in a word of its own, and left out on purpose: a question is told by its answer, and a secret
# answer by the event that opens it.
OWN_WORDS = {"acted", "returned", "awarded", "withdrawn"}
LEFT_OUT = {"asked", "chosen"}


def test_every_kind_of_event_is_told_or_left_out_on_purpose() -> None:
    """Whoever adds a kind of event to a hand says here what its history makes of it."""
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(e.HandEvent)}
    assert kinds == set(STEPS) | OWN_WORDS | LEFT_OUT


def test_what_a_seat_did_beside_the_play() -> None:
    """Saying goodbye, sitting out and coming back are told where they happened."""
    moves = [move for section in told(played("leavers"), Viewer()).sections for move in section.moves]
    assert {move.what for move in moves if isinstance(move, Noted)} == {"leaving", "sat-out", "came-back"} <= set(NOTED)


def test_a_game_that_is_played_no_more() -> None:
    """Its hands are told in plainer words; so are those of a game whose options have changed since."""
    record = played("seven_card_example")
    known = told(record, Viewer())
    plain = told(record, Viewer(), games={})
    assert [section.moves for section in plain.sections] == [section.moves for section in known.sections]
    assert {"Deal", "Cards are placed", "Betting round", "Showdown"} <= {section.text for section in plain.sections}
    assert plain.game_name == "seven-card-regrets"
    hand = record.table.hand
    assert hand is not None
    views = [event_view(stamped, Viewer()) for stamped in last_hand(record)]
    views[0] = {**views[0], "options": {**views[0]["options"], "gone": 1}}
    again = tell(Told(TABLE, 1, recorded(record.table), None), views, GAMES[hand.game])
    assert [section.text for section in again.sections] == [section.text for section in plain.sections]


def test_the_reader_s_seat_is_told() -> None:
    """Who was dealt in finds their seat, nobody else's."""
    record = played("leavers")
    assert told(record, seat(record, "Dee")).you == 4
    assert told(record, Viewer(host=True)).you is None
