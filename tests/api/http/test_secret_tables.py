"""Private tables and tables without spectators, at every address that the document has: a new one is held, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from tests.contract import spec
from tests.front import Front, Party, three_at_a_table

TABLE = "/v1/tables/{table}"
WHERE = {"seat": 1, "player": 1, "decision": 1, "hand": 1, "webhook": 1}


class Asked(Struct, frozen=True):
    """One operation of the document below a table, with a body that it takes."""

    method: str
    path: str
    body: Any


def below_a_table() -> Iterator[Any]:
    for path, method, operation in spec.operations(spec.API):
        if path.startswith(TABLE):
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            examples = [content.get("example")] if "example" in content else []
            examples += [spec.resolved(one)["value"] for one in content.get("examples", {}).values()]
            body = examples[0] if examples else None
            yield pytest.param(Asked(method.upper(), path, body), id=operation["operationId"])


def send(front: Front, asked: Asked, table: str, token: str | None) -> Any:
    path = asked.path.format(table=table, **WHERE)
    return front.call(asked.method, path, token, buffered=True, **({} if asked.body is None else {"json": asked.body}))


@pytest.fixture
def played(front: Front) -> Party:
    """A table with Ann, Ben and Cy, in its first hand."""
    party = three_at_a_table(front)
    party.deal()
    return party


@pytest.mark.parametrize("asked", list(below_a_table()))
def test_nothing_tells_a_private_table_from_none(front: Front, played: Party, asked: Asked) -> None:
    """Without a token of the table, whatever is asked is answered as where there never was one, header by header."""
    played.call("PATCH", token=played.host, json={"private": True})
    before = front.tables.read(played.table)
    other = front.open()
    for token in (None, other.host, "guest." + "x" * 43):
        there, nowhere = (send(front, asked, table, token) for table in (played.table, "nowhere"))
        assert (there.status_code, there.json) == (404, nowhere.json) and there.json["code"] == "no-such-table"
        assert set(there.headers.keys()) == set(nowhere.headers.keys())
    assert front.tables.read(played.table) == before


@pytest.mark.parametrize("asked", [one for one in below_a_table() if one.values[0].method == "GET"])
def test_strangers_see_nothing_of_a_table_without_spectators(front: Front, played: Party, asked: Asked) -> None:
    """Wherever a table, or what happened there, is shown; with the invitation, too."""
    played.call("PATCH", token=played.host, json={"spectators": False})
    invitation = played.call("GET", token=played.host).json["invitation"]
    for token in (None, invitation):
        reply = send(front, asked, played.table, token)
        assert reply.status_code in (401, 403), reply.text
        assert reply.json["code"] in ("no-spectators", "token-needed", "forbidden")
