"""What a handle on a game knows, for both kinds of client: the game last seen, and the tokens; it sends nothing."""

from collections.abc import Mapping
from typing import Any

from acey_deucey.client.calls import How, Place, command, get_game, in_game, take_seat
from acey_deucey.client.exchange import Patience, Plan, exchange
from acey_deucey.client.game import Game
from acey_deucey.client.values import Player, Reader
from acey_deucey.client.watching import WatchPlan, watch


class HandleBase:
    """A game on the service: ``state`` is what was last seen of it.

    The tokens of the seats that it holds stay in it: its printed form, its picture and its URLs do without them.
    """

    def __init__(self, game: Game, tokens: Mapping[Reader, str], patience: Patience) -> None:
        self._tokens = dict(tokens)
        self._patience = patience
        self.state = self._pictured(game)

    @property
    def id(self) -> str:
        """The id of the game: who knows it may watch, and take an open seat."""
        return self.state.id

    @property
    def tokens(self) -> dict[Reader, str]:
        """The tokens of the seats held here, and that to watch a private game: to be kept as secret as passwords."""
        return dict(self._tokens)

    def __repr__(self) -> str:
        seats = " and ".join(held for held in self._tokens if held != "spectator") or "no seat"
        return f"{self.state.drawn()}\n<{type(self).__name__} {self.id} at version {self.state.version}, holds {seats}>"

    def __str__(self) -> str:
        return str(self.state)

    def _repr_svg_(self) -> str | None:
        return self.state._repr_svg_()

    def _repr_html_(self) -> str:
        return self.state._repr_html_()

    def _place(self, seat: Player | None = None) -> Place:
        """Where calls go, with the token of the seat, or of the one whose turn it is, or of the only one."""
        first = next(iter(self._tokens.values()), None)
        token = self._tokens.get(seat) if seat else self._tokens.get(self.state.turn.player or "white", first)
        return in_game(self.id, token)

    def _command(self, operation: str, body: Mapping[str, Any], how: How) -> Plan[Game]:
        if_match = self.state.version if how.get("if_unchanged") else None
        call = command(operation, body, self._place(how.get("seat")), if_match, how.get("key"))
        game = yield from exchange(call, self._patience)
        return self._see(game)

    def _take_seat(self, seat: Player, name: str | None, entropy: str | None, key: str | None) -> Plan[Game]:
        joined = yield from exchange(take_seat(in_game(self.id, None), seat, name, entropy, key), self._patience)
        self._tokens[seat] = joined.token
        return self._see(joined.game)

    def _watch(self, after: int | None) -> WatchPlan:
        """The plan that yields what happens behind a version, or the one last seen; nothing behind the game's end."""
        after = self.state.version if after is None else after
        if self.state.status != "finished" or after < self.state.version:
            yield from watch(self._place(), after)

    def _refresh(self) -> Plan[Game]:
        game = yield from exchange(get_game(self._place()), self._patience)
        self.state = self._pictured(game)
        return self.state

    def _see(self, game: Game) -> Game:
        """The game with its picture; it is the state from now on, unless a newer one was seen meanwhile."""
        game = self._pictured(game)
        if game.version >= self.state.version:
            self.state = game
        return game

    def _pictured(self, game: Game) -> Game:
        """The game as it is; a client that can fetch its picture when it is shown adds that here."""
        return game
