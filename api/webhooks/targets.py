"""Targets: where webhooks may go.

The operator lists hosts.  One of this machine's own (`localhost`, `127.0.0.1`, `[::1]`) is reached at loopback
addresses and nowhere else, every other one at public addresses and nowhere else.  That is held for the very address
that is connected to, so whatever a name stands for by then, nothing inside a network can be reached.
"""

import ipaddress
import re
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network

DEFAULT_PORTS = {"http": 80, "https": 443}
MOST_URL = 1000
# Stricter than a web address need be, so that nobody reads another host in it than is looked at here.
URL = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?(?:/[!-~]*)?", re.IGNORECASE)

# Public addresses at which a cloud answers its own machines.
INSIDE = {IPv4Address("168.63.129.16")}
# Networks whose addresses lead to the IPv4 address in their last 32 bits.
TO_IPV4 = IPv6Network("64:ff9b::/96")


class Barred(OSError):
    """An address that no webhook may go to."""


class Targets:
    """The hosts that an operator lists: a name or an address, with a port where it is not the scheme's own."""

    def __init__(self, hosts: tuple[str, ...]) -> None:
        self._listed = {host.lower() for host in hosts}

    def __bool__(self) -> bool:
        return bool(self._listed)

    def fault(self, url: str) -> str | None:
        """Why webhooks cannot go to this address, or None if they can as far as the address tells."""
        parts = URL.fullmatch(url)
        if parts is None or "#" in url or "\\" in url or len(url) > MOST_URL:
            return "a webhook's address is http:// or https://, a host, and a path in visible ASCII characters"
        scheme, host = parts[1].lower(), parts[2].lower()
        port = int(parts[3]) if parts[3] else DEFAULT_PORTS[scheme]
        if not self._lists(host, port):
            return "webhooks may go only to hosts that whoever runs this server has listed"
        if scheme == "http" and not is_own(host):
            return "a webhook to another machine goes over https://"
        return None

    def connect(self, host: str, port: int, timeout_seconds: float) -> socket.socket:
        """Connect to a listed host at an address that is allowed; raises Barred, or another OSError."""
        if not self._lists(host if ":" not in host else f"[{host.strip('[]')}]", port):
            raise Barred(f"{host} is not listed")
        fault: OSError = Barred(f"{host} has no address")
        for address in addresses(host.strip("[]"), port):
            try:
                return socket.create_connection((address, port), timeout_seconds)
            except OSError as refused:
                fault = refused
        raise fault

    def _lists(self, host: str, port: int) -> bool:
        names = {host.lower()} if port in DEFAULT_PORTS.values() else set()
        return bool(self._listed & (names | {f"{host.lower()}:{port}"}))


def place_of(url: str) -> str:
    """An address without its path."""
    return "/".join(url.split("/")[:3]) + "/…"


def addresses(host: str, port: int) -> list[str]:
    """The addresses of a host, all of which must be allowed; raises Barred."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    allowed = is_loopback if is_own(host) else is_public
    for address in found:
        if not allowed(address):
            raise Barred(f"{host} leads to {address}, where no webhook may go")
    return list(dict.fromkeys(found))


def is_own(host: str) -> bool:
    """Whether a host is by its name this machine itself."""
    return host.lower() == "localhost" or is_loopback(host.strip("[]"))


def is_loopback(address: str) -> bool:
    """Whether this is an address of this machine's own network."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def is_public(address: str) -> bool:
    """Whether an address is one of the internet: not private, link-local, of a carrier, or of a cloud's inside."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, IPv6Address):
        if parsed.scope_id or parsed.teredo:
            return False
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if parsed in TO_IPV4:
            inner = IPv4Address(parsed.packed[-4:])
        if inner is not None:
            return is_public(str(inner))
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved and parsed not in INSIDE
