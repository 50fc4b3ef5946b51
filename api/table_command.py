"""`regrets table`: what whoever runs the server may do at its tables, beside the servers that run or without them.

The store is opened as the server opens it, and nothing is made that is not there: a wrong folder is said to be wrong.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from api.callers import Callers
from api.clock import Clock
from api.denied import NoSuchTable
from api.desk import Desk
from api.fingerprint import fits_fingerprint
from api.judge import HttpJudge
from api.rules import hosting
from api.rules.games import GAMES
from api.rules.refusals import Refused
from api.rules.table import Table, UnknownFormat, chair_of
from api.settings import Settings, SettingsError, read_settings
from api.store import StoreError, open_store
from api.supervisor.plan import link
from api.tokens import Tokens
from api.views.lobby import table_state

USAGE_ERROR, FAILED = 2, 1
PAGE = 500
MOST_DUE = 10_000

OTHER_SECRET = (
    "The server of these tables has another secret, so a token made with this one would be worthless; "
    "give its --data, or set its REGRETS_SECRET. If this is to be its secret, start it first."
)
EXAMPLES = """\
examples:
  regrets table list
  regrets table show k3v9wq7mxa2d
  regrets table host-token k3v9wq7mxa2d            the token that makes its bearer the host, and a link with it
  regrets table host-token --new k3v9wq7mxa2d      another one; whoever was the host is so no more
  regrets table host-token --data ~/poker k3v9wq7mxa2d

A host token is printed by itself on standard output. Below it, on standard error, stands the link to open on the page,
at PUBLIC_URL if that is set, else at REGRETS_HOST and REGRETS_PORT. Whoever has either is the host.

The tables are those of the server with the same --data, or the same --redis-url and REGRETS_SECRET.
A server that runs need not be stopped. A private table is listed only while something is due at it,
if only that it be closed one day (REGRETS_IDLE_DAYS).
"""


def main(arguments: Sequence[str], environ: Mapping[str, str] = os.environ) -> int:
    """Run the command; 0 done, 1 the table or the store is not there, 2 it was told something wrong."""
    parsed = parser().parse_args(arguments)
    if parsed.action is None:
        parser().print_help()
        return USAGE_ERROR
    flags = {"REGRETS_DATA": parsed.data, "REDIS_URL": parsed.redis_url}
    given = {**environ, **{name: value for name, value in flags.items() if value is not None}}
    try:
        settings = settings_of_server(given)
        desk = open_desk(settings)
    except SettingsError as fault:
        return failed(str(fault), USAGE_ERROR)
    except StoreError as fault:
        return failed(str(fault), FAILED)
    try:
        act(desk, parsed, page_address(settings))
    except NoSuchTable:
        return failed(f"There is no table {parsed.table}; `regrets table list` names those that there are.", FAILED)
    except SettingsError as fault:
        return failed(str(fault), USAGE_ERROR)
    except (StoreError, UnknownFormat, Refused) as fault:
        return failed(str(fault), FAILED)
    finally:
        desk.tables.close()
    return 0


def parser() -> argparse.ArgumentParser:
    """The actions and their flags."""
    layout = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(
        "regrets table",
        description="See to the tables of a server: list them, show one, print its host token.",
        epilog=EXAMPLES,
        formatter_class=layout,
    )
    store = argparse.ArgumentParser(add_help=False)
    store.add_argument("--data", metavar="DIR", help="folder of the SQLite file and of the secret [REGRETS_DATA; data]")
    store.add_argument("--redis-url", metavar="URL", help="the Redis that keeps the tables [REDIS_URL]")
    actions = top.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", parents=[store], help="name the open tables")
    show = actions.add_parser("show", parents=[store], help="say how a table stands")
    about = "print the token that makes its bearer the host, and a link with it, for a host who has lost theirs"
    token = actions.add_parser("host-token", parents=[store], help=about, description=about.capitalize() + ".")
    token.add_argument("--new", action="store_true", help="make a new one, and all before it worthless")
    for action in (show, token):
        action.add_argument("table", metavar="ID", help="the table's id, as its address has it")
    return top


def settings_of_server(environ: Mapping[str, str]) -> Settings:
    """What the server was told; raises SettingsError rather than make a store or a secret."""
    data = environ.get("REGRETS_DATA", "").strip() or "data"
    folder = Path(data).expanduser()
    if not environ.get("REDIS_URL", "").strip() and not any(folder.glob("*.sqlite3")):
        raise SettingsError(f"No server has kept its tables in {data}; give its --data, or its --redis-url.")
    if not environ.get("REGRETS_SECRET", "").strip() and not (folder / "secret").is_file():
        raise SettingsError(f"There is no secret of a server in {data}; give its --data, or set its REGRETS_SECRET.")
    return read_settings(environ)


def open_desk(settings: Settings) -> Desk:
    """The desk of the server's tables; raises StoreError where they cannot be reached."""
    tables = open_store(settings)
    try:
        tables.ping()
    except StoreError:
        tables.close()
        raise
    callers = Callers(Tokens(settings.secret))
    return Desk(tables, HttpJudge(settings.evaluator_url), GAMES, Clock(), callers, settings.idle_days)


def page_address(settings: Settings) -> str:
    """Where players, or else a browser on this machine, find the page."""
    return settings.public_url or link(settings.host, settings.port)


def act(desk: Desk, parsed: argparse.Namespace, page: str) -> None:
    """Do what was asked, and print what came of it."""
    if parsed.action == "list":
        for table in all_tables(desk):
            print(line(desk, table))
        return
    table = desk.read(parsed.table)[0]
    if parsed.action == "show":
        print("\n".join(lines(desk, table)))
        return
    if not fits_fingerprint(desk.tables, desk.callers.tokens):
        raise SettingsError(OTHER_SECRET)
    if parsed.new:
        run, _ = desk.play(table.id, hosting.take_back)
        table = run.table
    held = desk.callers.host_token(table)
    # A script that reads the output gets the token and nothing else.
    print(held, flush=True)
    print(f"Open this to be the host on the page: {page}/?table={table.id}#host={held}", file=sys.stderr)


def all_tables(desk: Desk) -> Iterator[Table]:
    """The open tables: those of the lobby, and others at which something is due."""
    known: set[str] = set()
    after = None
    while page := desk.tables.lobby(after, PAGE):
        after = page[-1][0]
        known |= {table for table, _ in page}
    known |= set(desk.tables.due(math.inf, MOST_DUE))
    for table_id in sorted(known):
        table = desk.read(table_id)[0]
        if not table.closed:
            yield table


def line(desk: Desk, table: Table) -> str:
    """A table in one line."""
    private = ", private" if table.terms.private else ""
    state = table_state(desk.games, table)
    return f"{table.id}  {state}, {len(table.chairs)} of {table.seats} seats{private}: {table.name}"


def lines(desk: Desk, table: Table) -> Iterator[str]:
    """A table in a few lines; no card is among them."""
    yield line(desk, table)
    host = None if table.host_player is None else chair_of(table, table.host_player)
    yield f"host: {'whoever has the host token' if host is None else f'{host.name}, in seat {host.seat}'}"
    yield f"hands dealt: {table.hands}; events: {table.event}"
    for chair in table.chairs:
        yield f"seat {chair.seat}: {chair.name}, {chair.chips} chips{', sitting out' if chair.sitting_out else ''}"
    for place, waiter in enumerate(table.waiting, 1):
        yield f"waiting {place}: {waiter.name}"


def failed(text: str, code: int) -> int:
    """Say in one line what stands in the way."""
    print(f"regrets table: {text}", file=sys.stderr)
    return code
