"""Where webhooks may go: to listed hosts, at addresses of the internet or of this machine, and nowhere else."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from api.webhooks.posting import Poster
from api.webhooks.targets import Barred, Targets, addresses, is_public
from tests.receiving import Receiver

SECRET = b"k" * 32


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example.org/regrets?key=1",
        "https://HOOKS.example.org",
        "https://hooks.example.org:443/",
        "https://other.example.org:8443/x",
        "http://127.0.0.1:9000/hook",
        "http://localhost:9000/hook",
        "https://[::1]:9000/hook",
    ],
)
def test_a_listed_host_is_a_target(url: str) -> None:
    """By name or address, with its port where that is not the scheme's own."""
    assert targets().fault(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example.org",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "https://elsewhere.example.org/",
        "https://hooks.example.org.evil.example/",
        "https://evil.example/hooks.example.org",
        "https://hooks.example.org:8443/",
        "https://hooks.example.org:0/",
        "https://hooks.example.org:99999/",
        "http://hooks.example.org/",
        "http://127.0.0.1:9001/",
        "http://127.0.0.1/",
        "http://127.1:9000/",
        "http://2130706433:9000/",
        "http://0x7f000001:9000/",
        "http://[::ffff:127.0.0.1]:9000/",
        "https://user@hooks.example.org/",
        "https://user:word@hooks.example.org/",
        "https://127.0.0.1:9000@hooks.example.org/",
        "https://hooks.example.org@evil.example/",
        "https://hooks.example.org\\@evil.example/",
        "https://evil.example\\.hooks.example.org/",
        "https://hooks.example.org#@evil.example/",
        "https://hooks.example.org/x#y",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nHost: evil.example",
        " https://hooks.example.org/",
        "https://hooks.ex\u00e4mple.org/",
        "https://hooks\u3002example.org/",
        "https://hooks.example.org/" + "x" * 1000,
    ],
)
def test_anything_else_is_not(url: str) -> None:
    """Other hosts and ports, other ways to write an address, another reader's idea of where the host ends."""
    assert targets().fault(url) is not None


def targets() -> Targets:
    return Targets(("hooks.example.org", "other.example.org:8443", "127.0.0.1:9000", "localhost:9000", "[::1]:9000"))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("100.100.100.200", False),
        ("168.63.129.16", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("192.0.2.1", False),
        ("198.18.0.1", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fe80::1%2", False),
        ("fd00:ec2::254", False),
        ("ff02::1", False),
        ("2001:db8::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:93.184.215.14", True),
        ("2002:0a00:0001::1", False),
        ("64:ff9b::10.0.0.1", False),
        ("64:ff9b::93.184.215.14", True),
        ("64:ff9b:1::1", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
    ],
)
def test_only_the_internet_is_public(address: str, public: bool) -> None:
    """Not a private network, a link, a carrier's or a cloud's inside, in whatever form the address hides it."""
    assert is_public(address) == public


class Names:
    """What names stand for, as a test has it; each answer is given once, the last one again and again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **names: list[list[str]]) -> None:
        self.names = {name.replace("_", "."): answers for name, answers in names.items()}
        self.asked: list[str] = []
        monkeypatch.setattr(socket, "getaddrinfo", self.look_up)

    def look_up(self, host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        self.asked.append(host)
        answers = self.names.get(host, [[host]])
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        family = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(family[":" in one], socket.SOCK_STREAM, 6, "", (one, port)) for one in found]


def test_a_name_that_leads_inside_is_barred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where only one of its addresses does: whoever owns the name chooses which one is tried."""
    Names(
        monkeypatch,
        hooks_example_org=[["10.0.0.7"]],
        other_example_org=[["93.184.215.14", "169.254.169.254"]],
        localhost=[["127.0.0.1", "10.0.0.7"]],
    )
    for host in ("hooks.example.org", "other.example.org", "localhost"):
        with pytest.raises(Barred):
            addresses(host, 443)


def test_the_address_that_was_looked_at_is_the_one_that_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that stands for something else a moment later leads nowhere else: it is looked up once."""
    names = Names(monkeypatch, hooks_example_org=[["93.184.215.14"], ["127.0.0.1"]])
    connected: list[Any] = []

    def connect(address: Any, timeout: float) -> socket.socket:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    outcome = Poster(targets()).post("https://hooks.example.org/x", SECRET, "t-1", 0.0, b"{}")
    assert (outcome.delivered, outcome.reason) == (False, "no connection")
    assert connected == [("93.184.215.14", 443)]
    assert names.asked == ["hooks.example.org"]
    # The second time the name leads inside, and nothing is connected to.
    outcome = Poster(targets()).post("https://hooks.example.org/x", SECRET, "t-1", 0.0, b"{}")
    assert outcome.reason == "address not allowed"
    assert len(connected) == 1


def test_a_host_is_checked_at_the_socket_too() -> None:
    """Whatever the library makes of an address, it connects to no host that is not listed."""
    for host, port in (("evil.example", 443), ("127.0.0.1", 9001), ("hooks.example.org", 8443)):
        with pytest.raises(Barred):
            targets().connect(host, port, 1.0)


def test_a_redirect_is_not_followed() -> None:
    """It counts as a failure, wherever it leads."""
    with Receiver() as receiver, Receiver() as other:
        receiver.always = (307, {"Location": other.url})
        outcome = Poster(Targets((receiver.host, other.host))).post(receiver.url, SECRET, "t-1", 0.0, b"{}")
        assert (outcome.delivered, outcome.reason) == (False, "status 307")
        assert other.received == []


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would connect to whatever it is asked for."""
    with Receiver() as receiver, Receiver() as proxy:
        monkeypatch.setenv("http_proxy", f"http://{proxy.host}")
        assert Poster(Targets((receiver.host,))).post(receiver.url, SECRET, "t-1", 0.0, b"{}").delivered
        assert (len(receiver.received), proxy.received) == (1, [])
