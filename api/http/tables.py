"""`/v1/tables`: open, list, look, change; sit, change a seat, leave."""

from __future__ import annotations

from flask import Blueprint, Response

from api.changes import Changes
from api.denied import NoSuchGame
from api.http import schemas
from api.http.guards import for_bearer, guarded, named_by
from api.http.reading import (
    MOST_EXACT,
    bearer,
    flag_parameter,
    json_body,
    keyed,
    table_parameter,
    takes,
    whole_parameter,
)
from api.http.replies import made_reply, reply, view_reply
from api.http.shapes import load
from api.rules.refusals import NoSuchSeat
from api.service import Service

PAGE, LONGEST_PAGE = 50, 200

_OPEN, _CHANGE = schemas.OpenTable(), schemas.ChangeTable()
_SIT, _CHANGE_SEAT = schemas.Sit(), schemas.ChangeSeat()


def tables(service: Service, changes: Changes) -> Blueprint:
    """The routes of tables and seats."""
    routes = guarded("tables")
    routes.after_request(for_bearer)
    _table_routes(routes, service, changes)
    _seat_routes(routes, service, changes)
    return routes


def _table_routes(routes: Blueprint, service: Service, changes: Changes) -> None:
    @routes.post("/v1/tables")
    def open_table() -> Response:
        body = json_body()
        fields = load(_OPEN, body)
        with named_by("game", NoSuchGame):
            opened = service.open_table(fields, keyed(body))
        told = {"table": opened.view, "host_token": opened.host_token, "invitation": opened.invitation}
        return made_reply(told, f"/v1/tables/{opened.view['id']}", opened.again)

    @routes.get("/v1/tables")
    @takes("cursor", "limit")
    def list_tables() -> Response:
        after = table_parameter("cursor")
        return reply(service.lobby(after, whole_parameter("limit", PAGE, 1, LONGEST_PAGE)))

    @routes.get("/v1/tables/<table>")
    def look(table: str) -> Response:
        return view_reply(service.look(table, bearer()))

    @routes.patch("/v1/tables/<table>")
    def change_table(table: str) -> Response:
        fields = load(_CHANGE, json_body())
        with named_by("host", NoSuchSeat):
            return reply(changes.change_table(table, bearer(), fields))


def _seat_routes(routes: Blueprint, service: Service, changes: Changes) -> None:
    @routes.post("/v1/tables/<table>/seats")
    def sit(table: str) -> Response:
        body = json_body()
        fields = load(_SIT, body)
        with named_by("seat", NoSuchSeat):
            sat = service.sit(table, bearer(), fields, keyed(body))
        told = {"table": sat.view, "seat": sat.seat, "seat_token": sat.seat_token}
        return made_reply(told, f"/v1/tables/{table}/seats/{sat.seat}", sat.again)

    @routes.patch("/v1/tables/<table>/seats/<seat>")
    def change_seat(table: str, seat: int) -> Response:
        return reply(changes.change_seat(table, seat, bearer(), load(_CHANGE_SEAT, json_body())))

    @routes.delete("/v1/tables/<table>/seats/<seat>")
    @takes("player", "ban")
    def leave(table: str, seat: int) -> Response:
        player = whole_parameter("player", 0, 1, MOST_EXACT) or None
        return reply(changes.leave(table, seat, bearer(), player, flag_parameter("ban")))
