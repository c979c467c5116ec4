"""The client for asyncio is the other client, awaited."""

import asyncio
import inspect
import random
from typing import Any

import httpx2
import pytest
from acey_deucey.client import (
    AsyncClient,
    Client,
    IllegalMove,
    NoAnswer,
    async_client,
    async_games,
    sync_client,
    sync_games,
)

from tests.client.wires import Scripted, problem

PAIRS = [
    (getattr(sync, name), getattr(twin, f"Async{name}"))
    for sync, twin in ((sync_client, async_client), (sync_games, async_games))
    for name, value in vars(sync).items()
    if inspect.isclass(value) and value.__module__ == sync.__name__
]


def public(kind: type) -> dict[str, Any]:
    return {name: value for name, value in vars(kind).items() if inspect.isfunction(value) and name[0] != "_"}


@pytest.mark.parametrize(("sync", "twin"), PAIRS)
def test_both_clients_have_the_same_methods_with_the_same_parameters(sync: type, twin: type) -> None:
    assert list(public(sync)) == list(public(twin))
    for name, method in public(sync).items():
        other = public(twin)[name]
        theirs, ours = inspect.signature(method), inspect.signature(other)
        assert theirs.parameters == ours.parameters, name
        assert inspect.iscoroutinefunction(other) or inspect.isasyncgenfunction(other), name
        assert method.__doc__, name


def test_every_class_of_one_client_has_its_twin() -> None:
    assert {sync.__name__ for sync, _ in PAIRS} == {
        "Client",
        "Games",
        "GameHandle",
        "Referee",
        "Rulesets",
        "Rules",
        "Lessons",
        "Problems",
    }


def test_a_whole_game_is_played_while_another_task_watches(url: str) -> None:
    chance = random.Random(11)

    async def watched(client: AsyncClient, game_id: str) -> list[int]:
        game = await client.games.get(game_id)
        return [entry.version async for entry in game.watch(after=0)]

    async def played() -> None:
        async with AsyncClient(url) as client:
            game = await client.games.create()
            watching = asyncio.create_task(watched(client, game.id))
            for _ in range(30):
                await one_command(game, chance)
            while game.state.turn.awaits != "move":
                await one_command(game, chance)
            with pytest.raises(IllegalMove):
                await game.play("1/24")
            await game.resign()
            assert await watching == list(range(1, game.state.version + 1))
            assert [entry.version for entry in await game.events()] == await watching

    asyncio.run(played())


async def one_command(game: async_games.AsyncGameHandle, chance: random.Random) -> None:
    match game.state.turn.awaits:
        case "roll":
            await game.roll()
        case "name":
            await game.name(chance.choice(game.state.legal.names))
        case _:
            await game.play(chance.choice(game.state.legal.steps))


def test_all_that_is_read_is_read_the_same(url: str) -> None:
    async def both() -> None:
        async with AsyncClient(url) as twin:
            with Client(url) as client:
                assert await twin.rulesets.list() == client.rulesets.list()
                assert await twin.rulesets.get("american") == client.rulesets.get("american")
                pair = "american", "european"
                assert await twin.rulesets.compare(*pair) == client.rulesets.compare(*pair)
                assert await twin.rules.list() == client.rules.list()
                assert await twin.rules.get("dice") == client.rules.get("dice")
                assert await twin.lessons.list() == client.lessons.list()
                lesson = client.lessons.list()[0].id
                assert await twin.lessons.get(lesson) == client.lessons.get(lesson)
                assert await twin.problems.list() == client.problems.list()
                assert await twin.problems.get("not-found") == client.problems.get("not-found")
                assert await twin.openapi() == client.openapi()
                assert (await twin.metrics()).startswith("# HELP")
                assert await twin.ready() == client.ready()
                assert await twin.live() is True
                applied = await twin.referee.apply("h15/h15 opening", roll=(6, 3))
                assert applied == client.referee.apply("h15/h15 opening", roll=(6, 3))
                rolled = await twin.referee.apply(applied.position.id, roll=(5, 2))
                assert await twin.referee.plays(rolled.position.id) == client.referee.plays(rolled.position.id)

    asyncio.run(both())


def test_all_that_is_done_in_a_game_can_be_awaited(url: str) -> None:
    async def done() -> None:
        async with AsyncClient(url) as client:
            rolls = [[6, 3], [2, 1]]
            game = await client.games.create(seats={"black": "open"}, dice={"mode": "scripted", "rolls": rolls})
            black = await client.games.join(game.id, "black")
            await black.refresh()
            await game.refresh()
            await game.roll(if_unchanged=True)
            assert (await game.plays()).count == (await game.plays_tree()).count
            assert (await game.try_play("hand/23")).dry_run
            await game.play("hand/23")
            await game.undo()
            await game.play("hand/23 hand/24")
            assert (await game.name(5)).turn.named == 5
            assert (await game.at(2)).turn.player is not None
            assert (await game.record())["game"] == (await game.dice()).game == game.id
            assert (await game.record_text()).startswith("acey-deucey record")
            assert await game.board_text() == game.state.drawn() + "\n"
            assert (await game.board_svg()).startswith("<svg")
            assert game._repr_svg_() is None, "a picture cannot be awaited while it is shown"
            other = await client.games.create(seats={"white": "open", "black": "open"})
            await other.take_seat("white")
            assert set(other.tokens) == {"white"}

    asyncio.run(done())


def test_trouble_is_met_with_another_try_here_too() -> None:
    async def tried() -> int:
        rules = httpx2.Response(200, json={"rules": []})
        wire = Scripted(problem(503, "store-unavailable", retry_after=0), httpx2.ReadError("lost"), rules)
        async with AsyncClient(transport=wire) as client:
            await client.rules.list()
        async with AsyncClient(transport=Scripted(httpx2.ConnectError("away")), tries=1) as client:
            with pytest.raises(NoAnswer):
                await client.rules.list()
        return len(wire.sent)

    assert asyncio.run(tried()) == 3
