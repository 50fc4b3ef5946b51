"""`/v1/tables/{table}/waiting-list`, and the token of a seat."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http import schemas
from api.http.guards import for_bearer, guarded
from api.http.reading import bearer, json_body, keyed
from api.http.replies import made_reply, reply
from api.http.shapes import load
from api.people import People

_WAIT, _RENEW = schemas.Wait(), schemas.RenewToken()


def people(people: People) -> Blueprint:
    """The routes of waiting, and of renewing a token."""
    routes = guarded("people")
    routes.after_request(for_bearer)

    @routes.post("/v1/tables/<table>/waiting-list")
    def wait(table: str) -> Response:
        body = json_body()
        waits = people.wait(table, bearer(), load(_WAIT, body), keyed(body))
        told = {
            "table": waits.view,
            "player": waits.player,
            "place": waits.place,
            "waiting_token": waits.waiting_token,
        }
        return made_reply(told, f"/v1/tables/{table}/waiting-list/{waits.player}", waits.again)

    @routes.delete("/v1/tables/<table>/waiting-list/<player>")
    def stop_waiting(table: str, player: int) -> Response:
        return reply(people.stop_waiting(table, player, bearer()))

    @routes.put("/v1/tables/<table>/seats/<seat>/token")
    def renew_token(table: str, seat: int) -> Response:
        sat = people.renew_token(table, seat, bearer(), load(_RENEW, json_body()))
        return reply({"table": sat.view, "seat": sat.seat, "seat_token": sat.seat_token})

    return routes
