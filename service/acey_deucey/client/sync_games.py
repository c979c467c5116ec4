"""Games for the client that waits for its answers; what is sent, and what answers mean, is decided elsewhere."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Unpack

from acey_deucey.client import calls, plans
from acey_deucey.client.advice import Analysis, Hints
from acey_deucey.client.calls import MOST_HINTS, MOST_PLAYS, CreatedGame, How, NewGame, in_game
from acey_deucey.client.errors import Failure
from acey_deucey.client.events import Entry
from acey_deucey.client.exchange import Patience, exchange
from acey_deucey.client.game import Game, GamePage, Status
from acey_deucey.client.handle import HandleBase
from acey_deucey.client.sync_transport import Transport
from acey_deucey.client.values import DiceReport, Play, Player, Plays, PlaysTree, Reader, Step

if TYPE_CHECKING:
    from acey_deucey.client.widget import BoardWidget

AT_ONCE = Patience(tries=1)


class GameHandle(HandleBase):
    """A game on the service, and what can be done in it; every command gives the game after it.

    ``state`` is the game as it was last seen. Commands act for the seat whose turn it is, or for the one that is
    held; more about how they are given says ``How``.
    """

    def __init__(self, transport: Transport, game: Game, tokens: Mapping[Reader, str]) -> None:
        self._transport = transport
        super().__init__(game, tokens, transport.patience)

    def refresh(self) -> Game:
        """The game as it is now."""
        return self._transport.run(self._refresh())

    def at(self, version: int) -> Game:
        """The game as it was at a version.

        :raises NotFound: it has not come so far.
        """
        return self._pictured(self._transport.call(calls.get_game(self._place(), version)))

    def take_seat(
        self, seat: Player, *, name: str | None = None, entropy: str | None = None, key: str | None = None
    ) -> Game:
        """Take an open seat; its token is held here from now on. Entropy is mixed into the server's dice.

        :raises SeatIsTaken: somebody else was faster.
        """
        return self._transport.run(self._take_seat(seat, name, entropy, key))

    def roll(self, dice: Sequence[int] | None = None, **how: Unpack[How]) -> Game:
        """Roll the dice; in a game with manual dice, say which ones were thrown.

        :raises Refused: it is not the moment.
        """
        return self._transport.run(self._command("roll_dice", {} if dice is None else {"dice": dice}, how))

    def play(self, play: str | Step | Play | Sequence[Step], **how: Unpack[How]) -> Game:
        """Play one step, several, or the whole stage, as text (``"hand/20 hand/23"``) or as steps: all or nothing.

        :raises Refused: the rules do not allow it, or it cannot be read.
        """
        return self._transport.run(self._command("play_moves", calls.play_body(play), how))

    def try_play(self, play: str | Step | Play | Sequence[Step], seat: Player | None = None) -> Game:
        """The game as it would be after a play; nothing is played.

        :raises Refused: the rules do not allow it, or it cannot be read.
        """
        return self._transport.call(calls.dry_run(self._place(seat), play))

    def name(self, number: int, **how: Unpack[How]) -> Game:
        """Name the double to be played after a 1-2.

        :raises Refused: it is not the moment, or the number cannot be named.
        """
        return self._transport.run(self._command("name_double", {"number": number}, how))

    def undo(self, **how: Unpack[How]) -> Game:
        """Take the last moves of this roll back, or the name.

        :raises Refused: there is nothing to take back.
        """
        return self._transport.run(self._command("undo_moves", {}, how))

    def resign(self, **how: Unpack[How]) -> Game:
        """Give the game up, in turn or out of turn."""
        return self._transport.run(self._command("resign_game", {}, how))

    def plays(self, limit: int = MOST_PLAYS) -> Plays:
        """All complete plays of the stage; none when no move is awaited."""
        return self._transport.call(calls.list_plays(self._place(), limit))

    def plays_tree(self, limit: int = MOST_PLAYS) -> PlaysTree:
        """The same plays as a tree of steps."""
        return self._transport.call(calls.list_plays_as_tree(self._place(), limit))

    def events(self, after: int = 0, *, wait: int = 0) -> tuple[Entry, ...]:
        """The log behind a version; where there is none yet, what comes within ``wait`` seconds, 25 at most."""
        return self._transport.run(plans.entries_after(self._place(), after, wait, self._patience))

    def watch(self, after: int | None = None) -> Iterator[Entry]:
        """Everything that happens behind a version (by default the one last seen), as it happens, until the game ends.

        No entry is missed or repeated, also when connections break; ``state`` is at least as new as the entry.

        :raises Failure: the service refused, or was away for minutes.
        """
        for entry in self._transport.follow(self._watch(after)):
            if entry.version > self.state.version:
                self.refresh()
            yield entry

    def record(self) -> Mapping[str, Any]:
        """The whole game as a document that can be kept, checked, and given to ``games.create(record=…)``."""
        return self._transport.call(calls.show_record(self._place()))

    def record_text(self) -> str:
        """The same record as text that people read; it can be given back as well."""
        return self._transport.call(calls.show_record_as_text(self._place()))

    def dice(self) -> DiceReport:
        """All throws so far, and what they can be checked by."""
        return self._transport.call(calls.show_dice(self._place()))

    def hints(self, limit: int = MOST_HINTS) -> Hints:
        """The best choices of the player in turn, with what each is worth, and why.

        :raises NotAllowed: the creator of the game wants no hints while it is played.
        """
        return self._transport.call(calls.show_hints(self._place(), limit))

    def analysis(self) -> Analysis:
        """What the players of a finished game did well and badly, and what the dice did.

        :raises WrongState: it is not over.
        """
        return self._transport.call(calls.show_analysis(self._place()))

    def board_text(self, view: Player | None = None, at: int | None = None) -> str:
        """The board as the service writes it, seen by a player, now or at a version."""
        return self._transport.call(calls.board_text(self._place(), view, at))

    def board_svg(self, view: Player | None = None, at: int | None = None) -> str:
        """The board as a picture (SVG), seen by a player, now or at a version."""
        return self._transport.call(calls.board_svg(self._place(), view, at))

    def widget(self, view: Player | None = None) -> "BoardWidget":
        """The board for a notebook, to play at with the seats held here; needs the extra ``notebooks``.

        It is seen by ``view``, or by the player whose only seat is held here, and speaks the language of the client.
        """
        from acey_deucey.client.through_kernel import KernelTable
        from acey_deucey.client.widget import BoardWidget

        table = KernelTable(self.id, self._tokens, self._patience, self._see)
        return BoardWidget(table, self._transport, view)

    def _pictured(self, game: Game) -> Game:
        return game if game.dry_run else replace(game, _picture=cache(self._picture_of(game.version)))

    def _picture_of(self, version: int) -> Callable[[], str | None]:
        def draw() -> str | None:
            try:
                return self._transport.run(exchange(calls.board_svg(self._place(), None, version), AT_ONCE))
            except Failure:
                return None

        return draw


class Games:
    """Games on the service."""

    def __init__(self, transport: Transport, api_key: str | None = None) -> None:
        self._transport, self._api_key = transport, api_key

    def create(self, *, key: str | None = None, **game: Unpack[NewGame]) -> GameHandle:
        """A new game: by default American, both seats held here, dice rolled by the server.

        ``key`` finds the game and its tokens again, if it is used again: keep it secret.

        :raises WrongRequest: there can be no such game.
        :raises BrokenRecord: the record that it should go on from cannot be read, or breaks a rule.
        """
        created = self._transport.call(calls.create_game(game, key, self._api_key))
        return GameHandle(self._transport, created.game, created.tokens)

    def create_all(self, games: Sequence[NewGame], *, key: str | None = None) -> tuple[CreatedGame, ...]:
        """Several new games, 100 at most, all of them or none: ``create_all([{"ruleset": "european"}] * 12)``.

        :raises WrongRequest: there can be no such game as one of them; ``index`` tells which.
        """
        return self._transport.call(calls.create_games(games, key, self._api_key)).games

    def list(self, status: Status | None = None, *, cursor: str | None = None, limit: int = 20) -> GamePage:
        """Your games, those created last first, ``limit`` (100 at most) at a time; needs the client's ``api_key``.

        :raises NotAllowed: there is no key, or it is none of the service.
        """
        return self._transport.call(calls.list_games(self._api_key, status, cursor, limit))

    def get(self, game_id: str, tokens: Mapping[Reader, str] | None = None) -> GameHandle:
        """A handle on a game that exists, with the tokens that you have.

        :raises NotFound: there is no such game.
        """
        tokens = tokens or {}
        game = self._transport.call(calls.get_game(in_game(game_id, next(iter(tokens.values()), None))))
        return GameHandle(self._transport, game, tokens)

    def join(
        self, game_id: str, seat: Player, *, name: str | None = None, entropy: str | None = None, key: str | None = None
    ) -> GameHandle:
        """Take an open seat of a game; entropy is mixed into the server's dice.

        :raises SeatIsTaken: somebody else was faster.
        """
        joined = self._transport.call(calls.take_seat(in_game(game_id, None), seat, name, entropy, key))
        return GameHandle(self._transport, joined.game, {seat: joined.token})
