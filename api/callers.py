"""Who asks: a token turned into a viewer, and who may do what at a table.

Each check raises BadToken for a token that is nobody's here, NoToken where one is needed and none came, and Forbidden
for somebody else's.
"""

from api.denied import BadToken, Forbidden, NoToken
from api.rules.refusals import NoSuchSeat
from api.rules.table import Chair, Table, chair_at, next_dealer, running
from api.tokens import HOST, Tokens, player_holder
from api.views import Viewer


class Callers:
    """Checks bearers against the generations that the tables hold."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def host_token(self, table: Table) -> str:
        """The token of the table's host."""
        return self._tokens.mint(table.id, HOST, table.host_generation)

    def seat_token(self, table: Table, chair: Chair) -> str:
        """The token of who sits in that chair."""
        return self._tokens.mint(table.id, player_holder(chair.player), chair.token_generation)

    def viewer(self, table: Table, bearer: str | None) -> Viewer:
        """Whose token that is; raises BadToken for one that is nobody's here."""
        if bearer is None:
            return Viewer()
        if self._tokens.check(bearer, table.id, HOST, table.host_generation):
            return Viewer(host=True)
        for chair in table.chairs:
            if self._tokens.check(bearer, table.id, player_holder(chair.player), chair.token_generation):
                return Viewer(player=chair.player)
        raise BadToken("that token belongs to nobody at this table")

    def host_only(self, table: Table, bearer: str | None) -> None:
        """The host's token."""
        viewer = self.viewer(table, bearer)
        if not viewer.host:
            raise (NoToken if bearer is None else Forbidden)("only the host may do that")

    def seat_or_host(self, table: Table, seat: int, bearer: str | None, host: bool) -> None:
        """The seat's own token, or the host's where `host` may stand in for it."""
        viewer = self.viewer(table, bearer)
        chair = chair_at(table, seat)
        if chair is None:
            raise NoSuchSeat(f"nobody sits in seat {seat}")
        if viewer.host and host:
            return
        if viewer.player != chair.player:
            raise (NoToken if bearer is None else Forbidden)(f"only seat {seat} may do that")

    def host_or_dealer(self, table: Table, bearer: str | None) -> None:
        """The host's token, or that of the seat to which the button comes next.

        The dealer of the hand that runs passes too: who asks twice is to hear that the hand runs, not that another
        deals next.
        """
        viewer = self.viewer(table, bearer)
        hand = running(table)
        seats = {next_dealer(table), hand.dealer if hand is not None else None}
        if viewer.host or any(chair.seat in seats and chair.player == viewer.player for chair in table.chairs):
            return
        raise (NoToken if bearer is None else Forbidden)("only the host, or the seat that deals next, may deal")
