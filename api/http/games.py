"""`/v1/games`: what is played here, with every option that a dealer may announce."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http.guards import guarded
from api.http.replies import reply
from api.service import Service


def games(service: Service) -> Blueprint:
    """The routes of the games."""
    routes = guarded("games")

    @routes.get("/v1/games")
    def list_games() -> Response:
        return reply(service.list_games())

    @routes.get("/v1/games/<game>")
    def show_game(game: str) -> Response:
        return reply(service.show_game(game))

    return routes
