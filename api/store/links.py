"""How a Redis is reached: alone, found by Sentinels, or as a Cluster; and how a script is run there.

Nothing here knows what is stored. Every command is sent once, never resent behind the caller's back, because
only then is it known whether a write that failed may have arrived.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from typing import Any, Protocol, cast
from urllib.parse import unquote, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.cluster import ClusterNode, RedisCluster
from redis.connection import parse_url
from redis.exceptions import NoScriptError
from redis.retry import Retry
from redis.sentinel import Sentinel

from api.store.errors import StoreError

CONNECT_SECONDS = 1.0
REPLY_SECONDS = 5.0
REPLICA_MILLISECONDS = 1000
"""How long replicas may take to confirm a write; well below REPLY_SECONDS, within which the answer must come."""
CONNECTIONS = 10_000
"""No limit in practice: threads that ask at once need one each, and the library's own limit is 100."""


class Script:
    """A Lua script, and the name under which Redis remembers it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


class Link(Protocol):
    """A Redis, however it is reached."""

    where: str
    """Its addresses as the setting gave them, without user and password."""

    def client(self) -> redis.Redis:
        """Return what sends single commands, and pipelines of commands for any keys."""

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[bytes | str], replicas: int) -> Any:
        """Run a script that is safe to repeat; return its answer, and how many replicas confirmed it.

        `replicas` says how many are waited for; 0 waits for none.
        """

    def line(self) -> PubSub:
        """Return a connection of its own for hearing what is published; it is opened by subscribing."""

    def close(self) -> None:
        """Close the connections."""


def open_link(url: str) -> Link:
    """Return the link for an address; nothing is connected yet. Raises StoreError if it is no address of a Redis.

    - `redis://[user:password@]host[:port][/db]`, and `rediss://` for TLS
    - `unix:///path/to/socket[?db=N]`
    - `redis+cluster://[user:password@]host:port[,host:port...]`, and `rediss+cluster://`: any of a Cluster's
      nodes
    - `redis+sentinel://[user:password@]host:port[,host:port...]/service[/db]`, and `rediss+sentinel://`: the
      Sentinels, which are asked without a password, and the name of the service they watch

    Options of redis-py's connections may follow, such as `?socket_timeout=2` or `?ssl_ca_certs=/etc/ca.pem`.
    """
    scheme, _, kind = urlsplit(url).scheme.partition("+")
    try:
        if kind == "cluster":
            return ClusterLink(url, scheme)
        if kind == "sentinel":
            return sentinel_link(url, scheme)
        return SingleLink(redis.Redis(connection_pool=redis.ConnectionPool.from_url(url, **options())), shown(url))
    except ValueError as fault:
        raise StoreError(f"REDIS_URL, or --redis-url, is not the address of a Redis: {fault}") from fault


def options() -> dict[str, Any]:
    """Return how each connection behaves; what an address says for itself goes before."""
    return {
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_timeout": REPLY_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "max_connections": CONNECTIONS,
        "protocol": 2,
    }


def shown(url: str) -> str:
    """Return an address's hosts and path, leaving out what may be secret."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2] + parts.path


def addresses(url: str, port: int) -> list[tuple[str, int]]:
    """Return the hosts of an address that may name several, each with its port or the usual one."""
    hosts = [urlsplit(f"//{host}") for host in urlsplit(url).netloc.rpartition("@")[2].split(",")]
    if not all(host.hostname for host in hosts):
        raise ValueError("a host's name is missing")
    return [(host.hostname or "", host.port or port) for host in hosts]


def details(url: str, scheme: str) -> dict[str, Any]:
    """Return user, password, TLS and options of an address that may name several hosts."""
    parts = urlsplit(url)
    user = parts.netloc.rpartition("@")[0]
    found: dict[str, Any] = parse_url(f"{scheme}://{user}{'@' if user else ''}host?{parts.query}")
    return found


def run_once(
    client: redis.Redis, script: Script, keys: Sequence[str], arguments: Sequence[bytes | str], replicas: int
) -> Any:
    """Run a script and wait for replicas over one connection, since WAIT speaks of what its own connection did."""

    def answers(command: str, what: str) -> list[Any]:
        with client.pipeline(transaction=False) as line:
            line.execute_command(command, what, len(keys), *keys, *arguments)
            if replicas:
                line.execute_command("WAIT", replicas, REPLICA_MILLISECONDS)
            return line.execute(raise_on_error=False)

    found = answers("EVALSHA", script.sha)
    if isinstance(found[0], NoScriptError):
        found = answers("EVAL", script.text)
    if isinstance(found[0], Exception):
        raise found[0]
    confirmed = found[-1]
    return found[0], confirmed if isinstance(confirmed, int) else 0


class SingleLink:
    """One Redis, or the one that the Sentinels call the master; `others` are clients to be closed with it."""

    def __init__(self, client: redis.Redis, where: str, *others: redis.Redis) -> None:
        self.where = where
        self._client = client
        self._others = others

    def client(self) -> redis.Redis:
        return self._client

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[bytes | str], replicas: int) -> Any:
        return run_once(self._client, script, keys, arguments, replicas)

    def line(self) -> PubSub:
        line: PubSub = self._client.pubsub()
        return line

    def close(self) -> None:
        for client in (self._client, *self._others):
            client.close()
            # A client that was given its connections does not close them.
            client.connection_pool.disconnect()


def sentinel_link(url: str, scheme: str) -> SingleLink:
    """Return the link to the master of a service that Sentinels watch; it follows a failover by itself."""
    service, _, db = urlsplit(url).path.strip("/").partition("/")
    if not service:
        raise ValueError("the name of the service that the Sentinels watch is missing")
    given = details(url, scheme)
    for theirs in ("host", "port", "connection_class"):
        given.pop(theirs, None)
    watchers = Sentinel(addresses(url, 26379), sentinel_kwargs=options())
    master = watchers.master_for(
        unquote(service), **options() | {"db": int(db or 0), "ssl": scheme == "rediss"} | given
    )
    return SingleLink(master, shown(url), *watchers.sentinels)


class ClusterLink:
    """A Cluster. Its client looks for the nodes when it is made, so it is made at the first use that finds one."""

    def __init__(self, url: str, scheme: str) -> None:
        self.where = shown(url)
        self._nodes = addresses(url, 6379)
        self._details = details(url, scheme)
        for theirs in ("host", "port", "db"):
            self._details.pop(theirs, None)
        self._made: RedisCluster | None = None
        self._making = threading.Lock()

    def client(self) -> redis.Redis:
        return cast(redis.Redis, self._cluster())

    def _cluster(self) -> RedisCluster:
        with self._making:
            if self._made is None:
                nodes = [ClusterNode(host, port) for host, port in self._nodes]
                once = options()
                retry = once.pop("retry")
                self._made = RedisCluster(startup_nodes=nodes, retry=retry, **once | self._details)
            return self._made

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[bytes | str], replicas: int) -> Any:
        cluster = self._cluster()
        try:
            answer = cluster.evalsha(script.sha, len(keys), *keys, *arguments)
        except NoScriptError:
            answer = cluster.eval(script.text, len(keys), *keys, *arguments)
        if not replicas:
            return answer, 0
        # The client finds its way through moved slots, but does not say over which connection. So the script
        # is repeated, which changes nothing, over one that then waits; should the master have changed in
        # between, it writes there.
        node = cluster.get_node_from_key(keys[0])
        return run_once(cluster.get_redis_connection(node), script, keys, arguments, replicas)

    def line(self) -> PubSub:
        # All nodes pass on what is published at one of them, so any will do, and another one if it does not.
        cluster = self._cluster()
        node = cluster.get_random_node()
        line: PubSub = cluster.get_redis_connection(node).pubsub()
        return line

    def close(self) -> None:
        with self._making:
            if self._made is not None:
                self._made.close()
                self._made = None
