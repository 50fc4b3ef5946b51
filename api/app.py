"""The game API as a WSGI application: the only place that chooses real parts."""

from __future__ import annotations

import contextlib
import logging
import os

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.bots.keeper import Keeper
from api.bots.places import Places
from api.bots.service import Bots
from api.callers import Callers
from api.changes import Changes
from api.clock import Clock, Ticker
from api.desk import Desk
from api.fingerprint import leave_fingerprint
from api.following import Following
from api.housekeeping import Housekeeper
from api.http import cors, errors, limits, metrics
from api.http.bots import bots as bot_routes
from api.http.drafts import drafts
from api.http.events import events
from api.http.games import games as game_routes
from api.http.hands import hands
from api.http.health import health
from api.http.ledger import ledger
from api.http.pages import pages
from api.http.past import past
from api.http.people import people
from api.http.reading import MOST_BODY_BYTES
from api.http.tables import tables as table_routes
from api.http.talk import talk
from api.http.webhooks import webhooks as webhook_routes
from api.judge import HttpJudge, Judge
from api.past import Past
from api.people import People
from api.previews import Previews
from api.reckonings import Reckonings
from api.rules.games import GAMES
from api.rules.run import Games
from api.service import Service
from api.settings import Settings, read_settings
from api.store import StoreError, TableStore, open_store
from api.stream import Hub
from api.supervisor.plan import link
from api.talk import Talk
from api.tokens import Tokens
from api.webhooks.delivery import Delivery
from api.webhooks.posting import Poster
from api.webhooks.postman import Postman
from api.webhooks.service import Webhooks
from api.webhooks.targets import Targets

log = logging.getLogger(__name__)


def create_app(settings: Settings, tables: TableStore, judge: Judge, games: Games = GAMES) -> Flask:
    """The API over these parts. Nothing runs beside it until somebody follows a table; a Ticker wakes tables, a Postman
    delivers webhooks, a Keeper has bots played."""
    desk = Desk(tables, judge, games, Clock(), Callers(Tokens(settings.secret)), settings.idle_days)
    service, changes = Service(desk, settings.rigged_decks), Changes(desk)
    targets = Targets(settings.webhook_hosts)
    app = Flask("api", static_folder=None)
    # One more than a body may have: of a body that does not announce its length, Flask gives no more than this.
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES + 1
    app.url_map.merge_slashes = False
    app.extensions["service"] = service
    hub = app.extensions["hub"] = Hub(desk)
    bots = app.extensions["bots"] = Bots(desk, Places(settings.data / "bots", settings.bots))
    app.extensions["delivery"] = Delivery(desk, Poster(targets))
    counted = metrics.Metrics()
    counted.gauges["regrets_followers"] = hub.count
    metrics.register(app, counted)
    cors.register(app, settings.cors_origins)
    if settings.rate:
        app.extensions["limits"] = limits.Limits(settings.rate)
        limits.register(app, app.extensions["limits"], service.asks)
    if settings.trusted_proxies:
        # Of the proxies only the caller's address is taken over; gunicorn sees to the scheme.
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.trusted_proxies, 0, 0, 0, 0)  # type: ignore[method-assign]
    errors.register(app)
    for routes in (
        game_routes(service),
        table_routes(service, changes),
        people(People(desk)),
        bot_routes(bots),
        talk(Talk(desk)),
        hands(service),
        events(Following(desk, hub, settings.streams)),
        drafts(Previews(desk)),
        webhook_routes(Webhooks(desk, targets)),
        past(Past(desk)),
        ledger(Reckonings(desk)),
        health(service),
        pages,
    ):
        app.register_blueprint(routes)
    return app


def from_environment() -> Flask:
    """The API as the environment describes it, with a ticker, and what else is needed, in each process."""
    settings = read_settings()
    tables = open_store(settings)
    app = create_app(settings, tables, HttpJudge(settings.evaluator_url))
    # Where the store is away, the next process that starts will do.
    with contextlib.suppress(StoreError):
        if not leave_fingerprint(tables, Tokens(settings.secret)):
            log.warning("the tables were kept with another secret; every token that was handed out with it is void")

    def tick() -> None:
        Ticker(app.extensions["service"], tables, Clock()).start()
        if settings.webhook_hosts:
            Postman(app.extensions["delivery"], tables, Clock()).start()
        if settings.keep_days:
            Housekeeper(tables, Clock(), settings.keep_days).start()
        if settings.bots:
            Keeper(app.extensions["bots"], link(settings.host, settings.port), os.environ).start()

    tick()
    # A fork does not take threads along, so one after the application was loaded would have no ticker.
    os.register_at_fork(after_in_child=tick)
    return app
