"""Small things beside tables in Redis, each with a version of its own."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from api.store.errors import Stale
from api.store.links import Script
from api.store.redis_part import RedisPart, moment, optional, tag_of
from api.store.values import check_aside

ASIDE = Script(Path(__file__).with_name("aside.lua").read_text())


class RedisAsides(RedisPart):
    """The part of a TableStore that keeps something beside a table."""

    def aside(self, table: str, name: str) -> tuple[int, bytes] | None:
        with self._reading():
            found: Any = self._link.client().hget(f"{tag_of(table)}:asides:{table}", name)
        if found is None:
            return None
        version, _, value = found.split(b" ", 2)
        return int(version), value

    def put_aside(self, table: str, name: str, over: int, value: bytes | None, due: float | None = None) -> None:
        check_aside(table, name, over, due)
        tag = tag_of(table)
        answer = self._run(
            ASIDE,
            (f"{tag}:asides:{table}", f"{tag}:asides"),
            (secrets.token_hex(8), table, name, str(over), optional(value), moment(due)),
        )
        if answer == b"stale":
            raise Stale(table, over, name)

    def due_asides(self, now: float, limit: int) -> list[tuple[str, str]]:
        found = self._from_all_shards(
            lambda line, tag: line.zrangebyscore(f"{tag}:asides", "-inf", now, 0, limit, withscores=True), limit
        )
        parted = sorted((moment, *member.decode().split("\0")) for member, moment in found)
        return [(table, name) for _, table, name in parted[:limit]]
