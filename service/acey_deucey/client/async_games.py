"""Games for the client of asyncio, as in ``sync_games``; what is sent, and what answers mean, is decided elsewhere."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Unpack

from acey_deucey.client import calls, plans
from acey_deucey.client.advice import Analysis, Hints
from acey_deucey.client.async_transport import AsyncTransport
from acey_deucey.client.calls import MOST_HINTS, MOST_PLAYS, CreatedGame, How, NewGame, in_game
from acey_deucey.client.events import Entry
from acey_deucey.client.game import Game, GamePage, Status
from acey_deucey.client.handle import HandleBase
from acey_deucey.client.values import DiceReport, Play, Player, Plays, PlaysTree, Reader, Step

if TYPE_CHECKING:
    from acey_deucey.client.widget import AsyncBoardWidget


class AsyncGameHandle(HandleBase):
    """A game on the service: the methods of ``GameHandle``, to be awaited; ``watch`` is an asynchronous iterator."""

    def __init__(self, transport: AsyncTransport, game: Game, tokens: Mapping[Reader, str]) -> None:
        self._transport = transport
        super().__init__(game, tokens, transport.patience)

    async def refresh(self) -> Game:
        return await self._transport.run(self._refresh())

    async def at(self, version: int) -> Game:
        return self._pictured(await self._transport.call(calls.get_game(self._place(), version)))

    async def take_seat(
        self, seat: Player, *, name: str | None = None, entropy: str | None = None, key: str | None = None
    ) -> Game:
        return await self._transport.run(self._take_seat(seat, name, entropy, key))

    async def roll(self, dice: Sequence[int] | None = None, **how: Unpack[How]) -> Game:
        return await self._transport.run(self._command("roll_dice", {} if dice is None else {"dice": dice}, how))

    async def play(self, play: str | Step | Play | Sequence[Step], **how: Unpack[How]) -> Game:
        return await self._transport.run(self._command("play_moves", calls.play_body(play), how))

    async def try_play(self, play: str | Step | Play | Sequence[Step], seat: Player | None = None) -> Game:
        return await self._transport.call(calls.dry_run(self._place(seat), play))

    async def name(self, number: int, **how: Unpack[How]) -> Game:
        return await self._transport.run(self._command("name_double", {"number": number}, how))

    async def undo(self, **how: Unpack[How]) -> Game:
        return await self._transport.run(self._command("undo_moves", {}, how))

    async def resign(self, **how: Unpack[How]) -> Game:
        return await self._transport.run(self._command("resign_game", {}, how))

    async def plays(self, limit: int = MOST_PLAYS) -> Plays:
        return await self._transport.call(calls.list_plays(self._place(), limit))

    async def plays_tree(self, limit: int = MOST_PLAYS) -> PlaysTree:
        return await self._transport.call(calls.list_plays_as_tree(self._place(), limit))

    async def events(self, after: int = 0, *, wait: int = 0) -> tuple[Entry, ...]:
        return await self._transport.run(plans.entries_after(self._place(), after, wait, self._patience))

    async def watch(self, after: int | None = None) -> AsyncGenerator[Entry, None]:
        async with aclosing(self._transport.follow(self._watch(after))) as entries:
            async for entry in entries:
                if entry.version > self.state.version:
                    await self.refresh()
                yield entry

    async def record(self) -> Mapping[str, Any]:
        return await self._transport.call(calls.show_record(self._place()))

    async def record_text(self) -> str:
        return await self._transport.call(calls.show_record_as_text(self._place()))

    async def dice(self) -> DiceReport:
        return await self._transport.call(calls.show_dice(self._place()))

    async def hints(self, limit: int = MOST_HINTS) -> Hints:
        return await self._transport.call(calls.show_hints(self._place(), limit))

    async def analysis(self) -> Analysis:
        return await self._transport.call(calls.show_analysis(self._place()))

    async def board_text(self, view: Player | None = None, at: int | None = None) -> str:
        return await self._transport.call(calls.board_text(self._place(), view, at))

    async def board_svg(self, view: Player | None = None, at: int | None = None) -> str:
        return await self._transport.call(calls.board_svg(self._place(), view, at))

    async def widget(self, view: Player | None = None) -> "AsyncBoardWidget":
        from acey_deucey.client.through_kernel import KernelTable
        from acey_deucey.client.widget import AsyncBoardWidget

        table = KernelTable(self.id, self._tokens, self._patience, self._see)
        return AsyncBoardWidget(table, self._transport, await self._transport.run(table.look()), view)


class AsyncGames:
    """Games on the service: the methods of ``Games``, to be awaited."""

    def __init__(self, transport: AsyncTransport, api_key: str | None = None) -> None:
        self._transport, self._api_key = transport, api_key

    async def create(self, *, key: str | None = None, **game: Unpack[NewGame]) -> AsyncGameHandle:
        created = await self._transport.call(calls.create_game(game, key, self._api_key))
        return AsyncGameHandle(self._transport, created.game, created.tokens)

    async def create_all(self, games: Sequence[NewGame], *, key: str | None = None) -> tuple[CreatedGame, ...]:
        return (await self._transport.call(calls.create_games(games, key, self._api_key))).games

    async def list(self, status: Status | None = None, *, cursor: str | None = None, limit: int = 20) -> GamePage:
        return await self._transport.call(calls.list_games(self._api_key, status, cursor, limit))

    async def get(self, game_id: str, tokens: Mapping[Reader, str] | None = None) -> AsyncGameHandle:
        tokens = tokens or {}
        game = await self._transport.call(calls.get_game(in_game(game_id, next(iter(tokens.values()), None))))
        return AsyncGameHandle(self._transport, game, tokens)

    async def join(
        self, game_id: str, seat: Player, *, name: str | None = None, entropy: str | None = None, key: str | None = None
    ) -> AsyncGameHandle:
        joined = await self._transport.call(calls.take_seat(in_game(game_id, None), seat, name, entropy, key))
        return AsyncGameHandle(self._transport, joined.game, {seat: joined.token})
