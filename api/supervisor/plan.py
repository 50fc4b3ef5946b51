"""Which services are to run, on which open sockets, and under which addresses they are reached."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping

import msgspec

from api.settings import Settings
from api.supervisor.checks import listen
from api.supervisor.child import Service

# The evaluator keeps no tables and signs no tokens, so it is told neither where they are nor with what.
KEPT_FROM_EVALUATOR = ("REGRETS_SECRET", "REDIS_URL")


class Plan(msgspec.Struct, frozen=True):
    """What to start, and the addresses to show."""

    services: tuple[Service, ...]
    api_url: str
    evaluator_url: str
    shared_url: str | None  # what other players open, where it is known


def open_plan(settings: Settings, environ: Mapping[str, str]) -> Plan:
    """Open the sockets; the evaluator comes first, and is absent where another one is to be asked."""
    evaluator = evaluator_service(settings, environ) if settings.starts_evaluator else None
    evaluator_url = link("127.0.0.1", evaluator.port) if evaluator else settings.evaluator_url
    listener = listen(settings.host, settings.port, "--port")
    port = int(listener.getsockname()[1])
    shared_url = settings.public_url or (lan_link(port) if settings.lan else None)
    told = {**environ, "EVALUATOR_URL": evaluator_url, "REGRETS_DATA": str(settings.data)}
    # Where any free port was asked for, only here it is known which that was.
    told["REGRETS_PORT"] = str(port)
    if shared_url:
        told["PUBLIC_URL"] = shared_url
    app = "api.app:from_environment()"
    api = Service("The game API", app, settings.workers, "api.supervisor.worker.Worker", listener, told)
    return Plan((evaluator, api) if evaluator else (api,), link(settings.host, port), evaluator_url, shared_url)


def evaluator_service(settings: Settings, environ: Mapping[str, str]) -> Service:
    """The evaluator on its own socket, which only this machine can reach."""
    listener = listen("127.0.0.1", settings.evaluator_port, "--evaluator-port")
    told = {name: value for name, value in environ.items() if name not in KEPT_FROM_EVALUATOR}
    return Service("The evaluator", "evaluator.app:create_app()", 1, "api.supervisor.threads.Worker", listener, told)


def link(host: str, port: int) -> str:
    """The address of a service as a browser on this machine takes it."""
    wildcard = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{wildcard}]:{port}" if ":" in wildcard else f"http://{wildcard}:{port}"


def lan_link(port: int) -> str | None:
    """The link for others on the local network, or None where this machine has no address there.

    Connecting a datagram socket sends nothing: it only asks which of its addresses the system would send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback else link(address, port)
