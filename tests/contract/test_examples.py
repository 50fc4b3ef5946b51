"""The document's examples are not only valid: sent to the services, they do what the document says they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct

from api.webhooks.hooks import PLACES, Dead, Hook, put_hook
from evaluator.app import create_app
from tests.contract import spec
from tests.front import Front, Party, three_at_a_table


class Sent(Struct, frozen=True):
    """One request example of the document, with what it is promised to be answered with."""

    operation: str
    name: str
    method: str
    path: str
    body: Any
    replies: tuple[Any, ...]


def sent(service: str) -> Iterator[Sent]:
    """Every request example that is JSON; operations without a body once each."""
    for path, method, operation in spec.operations(service):
        good = next(reply for status, reply in operation["responses"].items() if status < "300")
        replies = tuple(_examples(good["content"].get("application/json", {})).values())
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {"example": None})
        for name, body in _examples(content).items():
            yield Sent(operation["operationId"], name, method, path, body, replies)


def _examples(described: dict[str, Any]) -> dict[str, Any]:
    if "examples" in described:
        return {name: spec.resolved(example)["value"] for name, example in described["examples"].items()}
    return {"": described["example"]} if "example" in described else {}


def named(examples: Iterator[Sent]) -> list[Any]:
    """The examples as a test's parameters."""
    return [pytest.param(one, id="-".join(filter(None, (one.operation, one.name)))) for one in examples]


@pytest.mark.parametrize("example", named(sent(spec.EVALUATOR)))
def test_the_evaluator_answers_its_examples(example: Sent) -> None:
    """The same question gives the very answer that the document shows."""
    reply = create_app().test_client().open(example.path, method=example.method, json=example.body)
    assert reply.status_code == 200, reply.text
    if len(example.replies) == 1 and example.operation != "getRankings":
        assert reply.json == example.replies[0]


def before_the_hand(front: Front) -> Party:
    return three_at_a_table(front, options={"ante": 10, "limit": "none"}, max_buy_in=2000)


def placing(front: Front) -> Party:
    party = before_the_hand(front)
    party.deal()
    return party


def betting(front: Front) -> Party:
    party = placing(front)
    party.place_all()
    return party


def facing_a_bet(front: Front) -> Party:
    party = betting(front)
    (decision,) = party.asked()
    party.answer(decision, {"type": "bet", "to": 40})
    return party


def of_game(front: Front, game: str, **options: Any) -> Party:
    """A hand of another game, dealt from the deck in order, so that the examples can name its cards."""
    party = three_at_a_table(front, game=game, options=options)
    party.deal(deck=[rank + suit for rank in "AKQJT98765432" for suit in "shdc"])
    return party


def keeping(front: Front) -> Party:
    return of_game(front, "seven-card-regrets")


def bringing_in(front: Front) -> Party:
    party = of_game(front, "seven-card-regrets", bring_in="low_card")
    party.place_all()
    return party


def arranging(front: Front) -> Party:
    return of_game(front, "henway")


def arranged(front: Front) -> Party:
    party = arranging(front)
    party.answer(party.asked()[0], party.asked()[0]["default"])
    return party


def declaring(front: Front) -> Party:
    party = of_game(front, "real-poker")
    while (decision := party.asked()[0])["type"] == "bet":
        party.answer(decision, {"type": "check"})
    return party


def announcing(front: Front) -> Party:
    party = three_at_a_table(front, game=None, games=["ten-card-regrets", "henway"], choice="dealer")
    party.deal()
    return party


def full(front: Front) -> Party:
    return three_at_a_table(front, seats=3)


def somebody_waits(front: Front) -> Party:
    party = full(front)
    assert party.call("POST", "/waiting-list", json={"name": "Fay", "buy_in": 500}).json["player"] == 4
    return party


def hooked(front: Front) -> Party:
    """A table with the webhook of the examples, and one event that could not be delivered to it."""
    party = facing_a_bet(front)
    hook = Hook("q4nx7d2mzk8w", "https://hooks.example.org/regrets", (), "", 20, dead=(Dead(19, 8, 1.0, "status 500"),))
    put_hook(front.tables, party.table, PLACES[0], 0, hook)
    return party


def finished(front: Front) -> Party:
    """Everybody but the bettor has folded: the first hand is over."""
    party = facing_a_bet(front)
    for _ in range(2):
        (decision,) = party.asked()
        party.answer(decision, {"type": "fold"})
    return party


# The state that each example is sent in; an operation or example that is not listed here fails its test.
STATES: dict[str, Callable[[Front], Party]] = {
    "openTable": Front.open,
    "sit": Front.open,
    "addBot": Front.open,
    "changeTable-pause": facing_a_bet,
    "changeTable-settings": before_the_hand,
    "changeTable-close": before_the_hand,
    **dict.fromkeys((f"changeTable-{name}" for name in ("self_dealing", "hand_over", "private", "ban")), facing_a_bet),
    "changeSeat-last_hand": facing_a_bet,
    "changeSeat-no_rebuy": facing_a_bet,
    "renewToken": facing_a_bet,
    "say": facing_a_bet,
    "listMessages": facing_a_bet,
    "wait": full,
    "stopWaiting": somebody_waits,
    "changeSeat-sit_out": facing_a_bet,
    "changeSeat-rebuy": before_the_hand,
    "leave": facing_a_bet,
    "deal-plain": before_the_hand,
    "deal-announced": before_the_hand,
    "deal-rigged": before_the_hand,
    "answer-place": placing,
    "answer-check": betting,
    "answer-bet": betting,
    "answer-raise": facing_a_bet,
    "answer-call": facing_a_bet,
    "answer-fold": facing_a_bet,
    "answer-keep": keeping,
    "answer-discard": keeping,
    "answer-bring_in": bringing_in,
    "answer-arrange": arranging,
    "answer-withdraw": arranged,
    "answer-declare": declaring,
    "answer-announce": announcing,
    "preview-place": placing,
    "preview-place_one": placing,
    "preview-keep": keeping,
    "preview-discard": keeping,
    "preview-arrange": arranging,
    "preview-declare": declaring,
    "addWebhook": facing_a_bet,
    **dict.fromkeys(("listWebhooks", "removeWebhook", "listDeadLetters", "redeliver-all", "redeliver-some"), hooked),
    "getTable": facing_a_bet,
    "listEvents": facing_a_bet,
    "giveTicket": facing_a_bet,
    **dict.fromkeys(("listHands", "getHand", "replayHand", "getLedger"), finished),
    "listTables": before_the_hand,
    **dict.fromkeys(("listGames", "getGame", "getHealth", "getReadiness", "getMetrics"), Front.open),
    **dict.fromkeys(("firstPage", "docs", "document", "pageFile", "readerFile"), Front.open),
}
FILES = {"pageFile": "say.js", "readerFile": "swagger-ui.css"}


@pytest.mark.parametrize("example", named(sent(spec.API)))
def test_the_game_api_takes_its_examples(front: Front, example: Sent) -> None:
    """Every example is taken in the state that it is for, and answered as the document says (every client checks)."""
    party = STATES["-".join(filter(None, (example.operation, example.name)))](front)
    asked = next(iter(party.asked()), {"decision": 0, "seat": 1})
    names = {"table": party.table, "seat": 1, "game": "ten-card-regrets", "player": 4, "hand": 1}
    names["decision"] = asked["decision"]
    path = example.path.format(**names, name=FILES.get(example.operation), webhook="q4nx7d2mzk8w")
    by_asked = example.operation in ("answer", "preview")
    by_seat = by_asked or example.operation in ("changeSeat", "leave", "getTable", "listEvents", "giveTicket")
    token = party.seats.get(asked["seat"] if by_asked else 1) if by_seat else party.host
    body = {} if example.body is None else {"json": example.body}
    reply = front.call(example.method.upper(), path, token, buffered=True, **body)
    assert reply.status_code < 300, reply.text


def test_the_shown_table_could_be_played(front: Front) -> None:
    """The views of the examples are of the shape of a real table's, field for field."""
    party = facing_a_bet(front)
    shown = spec.document()["components"]["examples"]["Betting"]["value"]
    view = party.view(3)
    assert list(view) == list(shown)
    assert list(view["seats"][0]) == list(shown["seats"][0])
    assert [list(decision) for decision in party.asked()] == [list(shown["decisions"][0])]
