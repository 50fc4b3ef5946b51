"""Why the shell says no, before the rules are asked: who calls, and what the service has.

The tree goes on from `api/rules/refusals.py`::

    Refused
      ├─ NoSuchTable, NoSuchGame, NoSuchHand, NoSuchWebhook, NoSuchLetter
      ├─ HandForgotten     a hand that was played, and is no longer kept
      ├─ NoToken           only a seat or the host may do that, and nobody was named
      ├─ BadToken          the token belongs to nobody at this table
      ├─ Forbidden         the token belongs to somebody else
      ├─ NoSpectators      only who sits or waits there may look at the table
      ├─ NotAnInvitation   an invitation to be replaced that never was one here
      ├─ DecksNotRigged    a deck was given to a server, or a table, that deals its own
      ├─ BotsOff           whoever runs the server lets it play no bots
      ├─ TooManyBots       the server plays as many as it may
      ├─ WebhooksOff       whoever runs the server lets no webhooks go anywhere
      ├─ UrlNotAllowed     a webhook may not go to that address
      ├─ TooManyWebhooks   the table has as many as it may have
      ├─ TooFast           more requests than are allowed in so many seconds
      ├─ KeyReused         an Idempotency-Key came with another request than before
      ├─ TokenVoid         the token that a repeated request was answered with is void by now
      ├─ EvaluatorAway     nobody is there to say what cards make
      ├─ TooManyStreams    as many follow tables through this process as it can take
      └─ Contended         others were faster, again and again; the same request may work in a moment
"""

from api.rules.refusals import BadRequestValue, NotFound, NotNow, Refused


class NoSuchTable(NotFound):
    """No table has that id."""


class NoSuchGame(NotFound):
    """No game has that id."""


class NoSuchWebhook(NotFound):
    """The table has no webhook of that id."""


class NoSuchLetter(NotFound):
    """That event is no dead letter of the webhook."""


class NoSuchHand(NotFound):
    """No hand of that number has been dealt at the table."""


class HandForgotten(Refused):
    """The hand was played so long ago that it is no longer kept."""


class NoToken(Refused):
    """Only a seat or the host may do that."""


class BadToken(Refused):
    """The token belongs to nobody at this table."""


class Forbidden(Refused):
    """The token is good, but not for this."""


class NoSpectators(Refused):
    """The host lets nobody look on."""


class NotAnInvitation(BadRequestValue):
    """That never was an invitation to this table."""


class DecksNotRigged(Refused):
    """Nobody chooses the deck here."""


class BotsOff(Refused):
    """This server plays no bots."""


class TooManyBots(NotNow):
    """This server plays as many bots as it may."""


class WebhooksOff(Refused):
    """The settings list no hosts that webhooks may go to."""


class UrlNotAllowed(BadRequestValue):
    """An address that no webhook may go to."""


class TooManyWebhooks(NotNow):
    """The table has as many webhooks as it may have."""


class TooFast(Refused):
    """More than is allowed in so many seconds; `wait_seconds` is when the same request may be sent again."""

    def __init__(self, detail: str, policy: str, quota: int, window_seconds: int, wait_seconds: int) -> None:
        rate = {"policy": policy, "quota": quota, "window_seconds": window_seconds, "wait_seconds": wait_seconds}
        super().__init__(detail, rate=rate)
        self.wait_seconds = wait_seconds


class KeyReused(Refused):
    """The key names another request."""


class TokenVoid(NotNow):
    """There has been another token since, or the seat is free; whoever repeats a request is not told the new one."""


class EvaluatorAway(NotNow):
    """Only the evaluator knows that, and it does not answer."""


class TooManyStreams(NotNow):
    """No more may follow tables through this process."""


class Contended(NotNow):
    """The table changed under the request again and again."""
