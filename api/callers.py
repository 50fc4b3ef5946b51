"""Who asks: a token turned into a viewer, and who may do what at a table.

Each check raises BadToken for a token that is nobody's here, NoToken where one is needed and none came, and Forbidden
for somebody else's.  Who has no right at a private table is told that there is none.
"""

from msgspec import Struct

from api.denied import BadToken, Forbidden, NoSpectators, NoSuchTable, NoToken
from api.rules.refusals import NoSuchSeat
from api.rules.table import Chair, Table, chair_at, next_dealer, running
from api.tokens import GUEST, HOST, PLAYER, Tokens, player_holder
from api.views import Viewer

# So many generations of a holder's tokens are remembered as having been good once.
GENERATIONS_KNOWN = 50


class Reader(Struct, frozen=True):
    """Who reads what was played; `own_only`: nothing but the hands that this player was dealt."""

    viewer: Viewer
    own_only: bool = False


class Callers:
    """Checks bearers against the generations that the tables hold."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens

    def host_token(self, table: Table) -> str:
        """The token that makes its bearer the host; never told where a player has been made the host."""
        return self.tokens.mint(table.id, HOST, table.host_generation)

    def seat_token(self, table: Table, chair: Chair) -> str:
        """The token of who sits in that chair."""
        return self.tokens.mint(table.id, player_holder(chair.player), chair.token_generation)

    def waiting_token(self, table: Table, player: int) -> str:
        """The token of who waits; it is the seat's once there is one."""
        return self.tokens.mint(table.id, player_holder(player), 1)

    def invitation(self, table: Table) -> str:
        """The token of everybody who is invited."""
        return self.tokens.mint(table.id, GUEST, table.invitation_generation)

    def was_invitation(self, table: Table, token: str) -> bool:
        """Whether this is an invitation to the table, or was one."""
        return token.partition(".")[0] == GUEST and self._was_good(table, token)

    def viewer(self, table: Table, bearer: str | None) -> Viewer:
        """Who that is, who may see the table; raises BadToken, NoSuchTable or NoSpectators."""
        viewer = self.guest(table, bearer)
        if not (viewer.member or table.terms.spectators):
            raise NoSpectators("only who sits or waits at this table may look on")
        return viewer

    def reader(self, table: Table, bearer: str | None) -> Reader:
        """Who that is, who may read what was played: whoever may see the table, and who played there and has left."""
        try:
            return Reader(self.viewer(table, bearer))
        except BadToken:
            player = self._who_left(table, str(bearer))
            if player is None:
                raise
            return Reader(Viewer(player=player), own_only=table.terms.private or not table.terms.spectators)

    def player_or_host(self, table: Table, bearer: str | None) -> None:
        """The token of who plays here or has played, or the host's."""
        viewer = self.reader(table, bearer).viewer
        if not viewer.member:
            raise (NoToken if bearer is None else Forbidden)("only those who play at the table may see what they owe")

    def _who_left(self, table: Table, bearer: str) -> int | None:
        """The player who has left and had that token to the end; None for any other token."""
        holder = bearer.partition(".")[0]
        here = {chair.player for chair in table.chairs}
        for account in table.accounts:
            if account.player not in here and holder == player_holder(account.player):
                generation = account.token_generation
                return account.player if self.tokens.check(bearer, table.id, holder, generation) else None
        return None

    def guest(self, table: Table, bearer: str | None) -> Viewer:
        """Who that is, who may come to the table; raises BadToken or NoSuchTable."""
        try:
            viewer = self.who(table, bearer)
        except BadToken:
            if table.terms.private and not self._was_good(table, str(bearer)):
                raise NoSuchTable("there is no such table") from None
            raise
        if table.terms.private and not (viewer.member or viewer.invited):
            raise NoSuchTable("there is no such table")
        return viewer

    def who(self, table: Table, bearer: str | None) -> Viewer:
        """Whose token that is, whatever it opens; raises BadToken for one that is nobody's here."""
        if bearer is None:
            return Viewer()
        holder = bearer.partition(".")[0]
        generation = self._generations(table).get(holder)
        if generation is None or not self.tokens.check(bearer, table.id, holder, generation):
            raise BadToken("that token belongs to nobody at this table")
        if holder in (HOST, GUEST):
            return Viewer(host=holder == HOST, invited=holder == GUEST)
        player = int(holder.removeprefix(PLAYER))
        return Viewer(player=player, host=player == table.host_player)

    def _was_good(self, table: Table, bearer: str) -> bool:
        """Whether the token was good here once: its bearer knows of the table, and is told that it is good no more."""
        holder = bearer.partition(".")[0]
        return any(
            self.tokens.check(bearer, table.id, holder, generation) for generation in range(1, GENERATIONS_KNOWN + 1)
        )

    def player(self, table: Table, bearer: str | None) -> int:
        """Whose decisions the bearer answers; raises NoToken or Forbidden for who is no player."""
        viewer = self.viewer(table, bearer)
        if viewer.player is None:
            raise (Forbidden if viewer.host else NoToken)("a decision is answered with the token of its seat")
        return viewer.player

    def ticket(self, table: Table, bearer: str | None, until: int) -> str:
        """What stands for that token at this table for a while."""
        self.viewer(table, bearer)
        if bearer is None:
            raise NoToken("a ticket is given to the bearer of a token")
        holder = bearer.partition(".")[0]
        return self.tokens.ticket(table.id, holder, self._generations(table)[holder], until)

    def redeem(self, table_id: str, ticket: str, now: float) -> str:
        """The token for which a ticket stands; raises BadToken."""
        bearer = self.tokens.redeem(ticket, table_id, now)
        if bearer is None:
            raise BadToken("that ticket is over, or was given for another table")
        return bearer

    def _generations(self, table: Table) -> dict[str, int]:
        """The generation of everybody's token that is good; of a closed table also of those who stayed to the end."""
        players = {player_holder(chair.player): chair.token_generation for chair in table.chairs}
        waiting = {player_holder(waiter.player): 1 for waiter in table.waiting}
        stayed = {
            player_holder(one.player): one.token_generation for one in table.accounts if one.player in table.stayed
        }
        return {HOST: table.host_generation, GUEST: table.invitation_generation, **players, **waiting, **stayed}

    def host_only(self, table: Table, bearer: str | None) -> None:
        """The host's token."""
        viewer = self.guest(table, bearer)
        if not viewer.host:
            raise (NoToken if bearer is None else Forbidden)("only the host may do that")

    def handed_over(self, table: Table, seat: int, bearer: str | None) -> bool:
        """Whether a host who hands the table over to that seat has done so already: sent again, it is no fault."""
        chair = chair_at(table, seat)
        if bearer is None or chair is None or chair.player != table.host_player:
            return False
        if self.tokens.check(bearer, table.id, HOST, table.host_generation - 1):
            return True
        return self.guest(table, bearer).player is not None

    def seat_or_host(self, table: Table, seat: int, bearer: str | None, host: bool) -> None:
        """The seat's own token, or the host's where `host` may stand in for it."""
        viewer = self.guest(table, bearer)
        chair = chair_at(table, seat)
        if chair is None:
            raise NoSuchSeat(f"nobody sits in seat {seat}")
        if viewer.host and host:
            return
        if viewer.player != chair.player:
            raise (NoToken if bearer is None else Forbidden)(f"only seat {seat} may do that")

    def waiter_or_host(self, table: Table, player: int, bearer: str | None) -> None:
        """The token of that player, or the host's."""
        viewer = self.guest(table, bearer)
        if not viewer.host and viewer.player != player:
            raise (NoToken if bearer is None else Forbidden)("only the host, or who waits there, may do that")

    def renewing(self, table: Table, seat: int, bearer: str | None, key: str) -> Viewer:
        """Who may have the seat's token renewed: the seat, the host, and who did so just now with the same word.

        The token that was renewed is good for that one request, so that a reply which was lost can be had again; who
        found or stole it does not know the word.
        """
        chair = chair_at(table, seat)
        if bearer is not None and chair is not None and chair.token_key == key:
            before = chair.token_generation - 1
            if self.tokens.check(bearer, table.id, player_holder(chair.player), before):
                return Viewer(player=chair.player, host=chair.player == table.host_player)
        self.seat_or_host(table, seat, bearer, host=True)
        return self.who(table, bearer)

    def host_or_dealer(self, table: Table, bearer: str | None) -> None:
        """The host's token, or that of the seat to which the button comes next.

        The dealer of the hand that runs passes too: who asks twice is to hear that the hand runs, not that another
        deals next.
        """
        viewer = self.guest(table, bearer)
        hand = running(table)
        seats = {next_dealer(table), hand.dealer if hand is not None else None}
        if viewer.host or any(chair.seat in seats and chair.player == viewer.player for chair in table.chairs):
            return
        raise (NoToken if bearer is None else Forbidden)("only the host, or the seat that deals next, may deal")
