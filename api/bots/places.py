"""The places of bots: how many there may be, which are taken, and which of those nobody plays at the moment."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from api.denied import BotsOff, TooManyBots

# A request that has taken a place and has not named it for so long was cut off.
NAMED_WITHIN_SECONDS = 60.0
_NEW = "new-"
_TAKEN = re.compile(r"(?P<table>[0-9a-z]{4,32})\.(?P<player>[1-9][0-9]{0,14})")


class Seat(Struct, frozen=True):
    """Whose place it is."""

    table: str
    player: int


class Place(Struct, frozen=True):
    """A place that this process has locked: whose, the chips that the bot buys, and the open file with the lock."""

    seat: Seat
    chips: int
    file: int


class Places:
    """Places in a folder, `most` at the same time; whoever shares the folder shares them."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder = folder
        self.most = most

    def take(self) -> Path:
        """A place for a bot that is about to sit down; raises BotsOff or TooManyBots."""
        if not self.most:
            raise BotsOff("whoever runs this server lets it play no bots; they can be run elsewhere")
        path = self._folder / f"{_NEW}{secrets.token_hex(8)}"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=False)
        except OSError as fault:
            raise BotsOff(f"this server has nowhere to note its bots: {fault.strerror}") from fault
        # Of two who come at the same moment for the last place, both may hear that there is none.
        if len(os.listdir(self._folder)) > self.most:
            path.unlink()
            raise TooManyBots(f"this server plays {self.most} bots already", limit=self.most)
        return path

    def give_back(self, path: Path) -> None:
        """Nobody sat down."""
        path.unlink(missing_ok=True)

    def name(self, path: Path, seat: Seat, chips: int) -> None:
        """The bot sits: from now on somebody is to play it."""
        path.write_text(str(chips))
        path.rename(self._path(seat))

    def unplayed(self) -> Iterator[Place]:
        """Every place that nobody plays, locked for the moment; what was left behind is cleared away."""
        with contextlib.suppress(FileNotFoundError):
            for name in sorted(os.listdir(self._folder)):
                parts = _TAKEN.fullmatch(name)
                if parts is None:
                    self._clear(name)
                elif (place := self._locked(Seat(parts["table"], int(parts["player"])))) is not None:
                    try:
                        yield place
                    finally:
                        os.close(place.file)

    def free(self, place: Place) -> None:
        """The bot is gone for good; only who has locked the place may say so."""
        self._path(place.seat).unlink(missing_ok=True)

    def _path(self, seat: Seat) -> Path:
        return self._folder / f"{seat.table}.{seat.player}"

    def _locked(self, seat: Seat) -> Place | None:
        """The place, or None where it is being played, or gone."""
        try:
            file = os.open(self._path(seat), os.O_RDWR)
        except FileNotFoundError:
            return None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Another process may have freed the place between the two calls.
            if os.fstat(file).st_nlink:
                return Place(seat, int(os.pread(file, 20, 0) or b"0"), file)
        except (BlockingIOError, ValueError):
            pass
        os.close(file)
        return None

    def _clear(self, name: str) -> None:
        path = self._folder / name
        with contextlib.suppress(FileNotFoundError):
            if name.startswith(_NEW) and time.time() - path.stat().st_mtime > NAMED_WITHIN_SECONDS:
                path.unlink()
