"""The events around the play that move no chips: who waits, who runs the table, who is kept out, what is said, and when
the next hand is dealt."""

from msgspec import Struct


class Queued(Struct, frozen=True, gc=False, tag_field="kind", tag="queued"):
    """Somebody waits for a chair, to sit down in it with `buy_in`."""

    player: int
    name: str
    buy_in: int


class Unqueued(Struct, frozen=True, gc=False, tag_field="kind", tag="unqueued"):
    """Somebody waits no longer, without having had a chair."""

    player: int


class HostChanged(Struct, frozen=True, gc=False, tag_field="kind", tag="host-changed"):
    """The player in that seat runs the table now; with None, who has the host token of that generation."""

    seat: int | None
    player: int | None
    generation: int


class InvitationChanged(Struct, frozen=True, gc=False, tag_field="kind", tag="invitation-changed"):
    """Invitations given out before this one let nobody in any more."""

    generation: int


class Banned(Struct, frozen=True, gc=False, tag_field="kind", tag="banned"):
    """Under these names, and no others, nobody may sit down or wait."""

    names: tuple[str, ...]


class TokenChanged(Struct, frozen=True, gc=False, tag_field="kind", tag="token-changed"):
    """The seat has a new token; `key` is the digest of the word with which it was asked for."""

    seat: int
    player: int
    generation: int
    key: str


class LastHand(Struct, frozen=True, gc=False, tag_field="kind", tag="last-hand"):
    """The seat plays this hand to its end and then leaves, or has thought better of it."""

    seat: int
    leaving: bool


class AutoRebuy(Struct, frozen=True, gc=False, tag_field="kind", tag="auto-rebuy"):
    """The seat wants its stack brought to `to` whenever a hand leaves it nothing; None: no longer."""

    seat: int
    player: int
    to: int | None


class Message(Struct, frozen=True, gc=False, tag_field="kind", tag="message"):
    """Somebody said something: a player, who may be the host too, or with None the bearer of the host token."""

    player: int | None
    seat: int | None
    name: str | None
    host: bool
    text: str
    at_ms: int


class NextHand(Struct, frozen=True, gc=False, tag_field="kind", tag="next-hand"):
    """The table deals the next hand by itself at this moment, in milliseconds since 1970; None: not by itself."""

    at_ms: int | None


PeopleEvent = (
    Queued
    | Unqueued
    | HostChanged
    | InvitationChanged
    | Banned
    | TokenChanged
    | LastHand
    | AutoRebuy
    | Message
    | NextHand
)
