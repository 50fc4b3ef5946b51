"""The environment, read once, into a frozen value.

Every setting is declared here, with its command-line form; nothing else in the project reads the environment.
A value that cannot be used is a SettingsError of one line that names the variable and says what to do.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

import msgspec

SECRET_BYTES = 32
SHORTEST_SECRET = 32
HIGHEST_PORT = 65_535
WEBHOOK_HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")


class SettingsError(ValueError):
    """A setting that cannot be used; its text is one line for the person who set it."""


class BadSetting(SettingsError):
    """A variable whose own value is wrong; `named` says it of the flag that set it."""

    def __init__(self, variable: str, fault: str) -> None:
        super().__init__(f"{variable} {fault}")
        self.variable, self.fault = variable, fault

    def named(self, name: str) -> str:
        """The line, of whatever has that name."""
        return f"{name} {self.fault}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a server was told: where tables live, whom it answers, and where the evaluator is."""

    secret: bytes  # signs every token: whoever has it can sit in any seat
    data: Path = Path("data")
    redis_url: str | None = None
    wait_replicas: int = 0  # so many copies must have a write before it counts
    evaluator_url: str = "http://127.0.0.1:8001"
    evaluator_port: int = 8001
    starts_evaluator: bool = True  # false where the environment names one that runs already
    public_url: str | None = None  # without a closing slash
    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    workers: int = 2
    streams: int = 5000  # that one process has open at the same time
    rigged_decks: bool = False
    cors_origins: tuple[str, ...] = ("*",)
    rate: int = 600  # requests a minute with one token; 0: any number
    trusted_proxies: int = 0  # so many proxies in front are believed when they say whom they speak for
    webhook_hosts: tuple[str, ...] = ()  # none: no webhooks
    keep_days: int = 0  # finished hands and closed tables are forgotten after so long; 0: never
    bots: int = 16  # that the server plays at the same time; 0: none
    idle_days: int = 30  # a table at which nothing happened for so long is closed; 0: never
    access_log: bool = False

    def __repr__(self) -> str:
        """Name the server without the secret and the passwords, since a repr ends up in logs."""
        return f"Settings(host={self.host!r}, port={self.port}, data={str(self.data)!r})"


class Setting(msgspec.Struct, frozen=True):
    """One line of the settings table: its variable, its flag, the flag's argument (None: a switch)."""

    variable: str
    flag: str | None
    argument: str | None
    default: str
    meaning: str


SETTINGS = (
    Setting("REGRETS_HOST", "--host", "ADDRESS", "127.0.0.1", "address that the game API listens on"),
    Setting("REGRETS_PORT", "--port", "PORT", "8000", "port of the game API; 0 takes any free one"),
    Setting("REGRETS_EVALUATOR_PORT", "--evaluator-port", "PORT", "8001", "port of the evaluator, on 127.0.0.1"),
    Setting("EVALUATOR_URL", "--evaluator-url", "URL", "", "use this evaluator instead of starting one"),
    Setting("REGRETS_DATA", "--data", "DIR", "data", "folder of the SQLite file and of the secret"),
    Setting("REDIS_URL", "--redis-url", "URL", "", "keep the tables in this Redis instead of in SQLite"),
    Setting("REGRETS_WAIT_REPLICAS", None, None, "0", "copies of the Redis that must have each write"),
    Setting("REGRETS_SECRET", None, None, "made once", "signs the tokens; at least 32 characters"),
    Setting("PUBLIC_URL", "--public-url", "URL", "", "address that players use, where a proxy stands before"),
    Setting("REGRETS_LAN", "--lan", None, "0", "listen on the local network and show the address to open"),
    Setting("REGRETS_WORKERS", "--workers", "COUNT", "2", "processes of the game API"),
    Setting("REGRETS_STREAMS", "--streams", "COUNT", "5000", "followers of tables that each process takes"),
    Setting("REGRETS_RIGGED_DECKS", "--rigged-decks", None, "0", "let a developer choose the deck of a hand"),
    Setting(
        "REGRETS_CORS_ORIGINS",
        "--cors-origins",
        "LIST",
        "*",
        "web origins, with commas, that may call the API",
    ),
    Setting("REGRETS_RATE", "--rate", "COUNT", "600", "requests a minute with one token; 0 sets no limit"),
    Setting("REGRETS_TRUSTED_PROXIES", "--trusted-proxies", "COUNT", "0", "proxies that all requests come through"),
    # Read by gunicorn itself.
    Setting("FORWARDED_ALLOW_IPS", None, None, "127.0.0.1", "addresses of proxies whose X-Forwarded-Proto is believed"),
    Setting("REGRETS_IDLE_DAYS", "--idle-days", "DAYS", "30", "close tables that lie idle for so long; 0: never"),
    Setting("REGRETS_KEEP_DAYS", "--keep-days", "DAYS", "0", "forget finished hands and closed tables then; 0: never"),
    Setting("REGRETS_WEBHOOK_HOSTS", "--webhook-hosts", "LIST", "", "hosts, with commas, that webhooks may go to"),
    Setting("REGRETS_BOTS", "--bots", "COUNT", "16", "bots that hosts may add, on all tables together; 0: none"),
    Setting("REGRETS_ACCESS_LOG", "--access-log", None, "0", "write one line for each request"),
)


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings, and make the secret in the data folder where none is given."""
    data = Path(text(environ, "REGRETS_DATA", "data")).expanduser().absolute()
    lan = switch(environ, "REGRETS_LAN")
    evaluator_port = port(environ, "REGRETS_EVALUATOR_PORT", 8001)
    evaluator_url = url(environ, "EVALUATOR_URL")
    return Settings(
        secret=given_secret(environ) or kept_secret(data),
        data=data,
        redis_url=text(environ, "REDIS_URL", "") or None,
        wait_replicas=number(environ, "REGRETS_WAIT_REPLICAS", 0, 0, 16),
        evaluator_url=evaluator_url or f"http://127.0.0.1:{evaluator_port}",
        evaluator_port=evaluator_port,
        starts_evaluator=evaluator_url is None,
        public_url=url(environ, "PUBLIC_URL"),
        host=text(environ, "REGRETS_HOST", "0.0.0.0" if lan else "127.0.0.1"),
        port=port(environ, "REGRETS_PORT", 8000),
        lan=lan,
        workers=number(environ, "REGRETS_WORKERS", 2, 1, 64),
        streams=most_streams(environ),
        rigged_decks=switch(environ, "REGRETS_RIGGED_DECKS"),
        cors_origins=origins(environ),
        rate=number(environ, "REGRETS_RATE", 600, 0, 1_000_000),
        trusted_proxies=number(environ, "REGRETS_TRUSTED_PROXIES", 0, 0, 16),
        bots=number(environ, "REGRETS_BOTS", 16, 0, 1000),
        idle_days=number(environ, "REGRETS_IDLE_DAYS", 30, 0, 3650),
        keep_days=number(environ, "REGRETS_KEEP_DAYS", 0, 0, 36_500),
        webhook_hosts=webhook_hosts(environ),
        access_log=switch(environ, "REGRETS_ACCESS_LOG"),
    )


def text(environ: Mapping[str, str], variable: str, default: str) -> str:
    """The variable's text; an empty one counts as not set, as compose files write it."""
    return environ.get(variable, "").strip() or default


def number(environ: Mapping[str, str], variable: str, default: int, least: int, most: int) -> int:
    """A whole number between two bounds, both of them allowed."""
    given = text(environ, variable, str(default))
    if not (given.isascii() and given.isdigit() and least <= int(given) <= most):
        raise BadSetting(variable, f"is {given!r}; give a whole number from {least} to {most}.")
    return int(given)


def most_streams(environ: Mapping[str, str]) -> int:
    """How many streams a process has open at most."""
    return number(environ, "REGRETS_STREAMS", 5000, 1, 20_000)


def port(environ: Mapping[str, str], variable: str, default: int) -> int:
    """A port's number; 0 asks for any free one."""
    return number(environ, variable, default, 0, HIGHEST_PORT)


def switch(environ: Mapping[str, str], variable: str) -> bool:
    """True for 1, false for 0 or nothing; other words are refused, since either reading would surprise."""
    given = text(environ, variable, "0")
    if given not in ("0", "1"):
        raise BadSetting(variable, f"is {given!r}; give 1 (on) or 0 (off).")
    return given == "1"


def url(environ: Mapping[str, str], variable: str) -> str | None:
    """The address of a web server without its closing slash, or None."""
    given = text(environ, variable, "")
    if not given:
        return None
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        # The address itself may hold a password, so it is not repeated here.
        raise BadSetting(variable, "is not a web address; give one that starts with http:// or https://.")
    return given.rstrip("/")


def origins(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The web origins that may call the API; a star stands for all of them."""
    given = text(environ, "REGRETS_CORS_ORIGINS", "*")
    named = tuple(origin.strip().rstrip("/") for origin in given.split(",") if origin.strip())
    for origin in named:
        if origin not in ("*", "null") and "://" not in origin:
            raise BadSetting("REGRETS_CORS_ORIGINS", f"has {origin!r}; give origins such as https://example.org, or *.")
    return named


def webhook_hosts(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The hosts that webhooks may go to, each with a port where that is not its scheme's own."""
    named = tuple(host.strip().lower() for host in text(environ, "REGRETS_WEBHOOK_HOSTS", "").split(","))
    for host in filter(None, named):
        if not WEBHOOK_HOST.fullmatch(host):
            raise BadSetting(
                "REGRETS_WEBHOOK_HOSTS", f"has {host!r}; give hosts such as example.org or localhost:9000."
            )
    return tuple(filter(None, named))


def given_secret(environ: Mapping[str, str]) -> bytes | None:
    """The secret from the environment, or None; one that could be guessed is refused."""
    given = text(environ, "REGRETS_SECRET", "")
    if given and len(given) < SHORTEST_SECRET:
        raise BadSetting("REGRETS_SECRET", f"is too short; give at least {SHORTEST_SECRET} random characters.")
    return given.encode() or None


def kept_secret(folder: Path) -> bytes:
    """Read the folder's secret, or make it: mode 0600, and the same for all who ask at the same moment."""
    path = folder / "secret"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            # The lock ends with the file. A process that died while writing leaves a short text behind, which
            # nobody has used yet, since it is handed out only after the whole of it is on the disk.
            fcntl.flock(file, fcntl.LOCK_EX)
            kept = file.read()
            return kept if len(kept) == 2 * SECRET_BYTES else write_secret(file)
    except OSError as fault:
        raise SettingsError(f"Cannot keep a secret in {folder}: {fault.strerror}. Choose another --data.") from fault


def write_secret(file: BinaryIO) -> bytes:
    """Write a new secret over an open file and wait until the disk has it."""
    secret = secrets.token_hex(SECRET_BYTES).encode()
    file.seek(0)
    file.truncate()
    file.write(secret)
    file.flush()
    os.fsync(file.fileno())
    return secret
