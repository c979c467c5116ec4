"""The kernel's half of the board in a notebook: what it does for the board, and what it never tells."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import httpx2
import pytest
from acey_deucey.client import AsyncClient, Client, GameHandle
from acey_deucey.client.sync_transport import Transport
from acey_deucey.client.through_kernel import KernelTable

from tests.client.wires import Scripted
from tests.store.servers import wait_until

STEPS = {"steps": [{"from": "hand", "to": 20, "number": 5}]}


@pytest.fixture
def game(client: Client) -> GameHandle:
    return client.games.create(position="h15/h15 w move plain 52 52 - 1")


def table_of(game: GameHandle) -> KernelTable:
    return KernelTable(game.id, game.tokens, game._patience, game._see)


class Table(NamedTuple):
    """A table, asked by the transport that waits."""

    plans: KernelTable
    transport: Transport

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        return self.transport.run(self.plans.answer(asked))

    def version(self) -> int:
        return int(self.transport.run(self.plans.look())["version"])


@pytest.fixture
def table(game: GameHandle) -> Table:
    return Table(table_of(game), game._transport)


def asked(path: str, body: Any = None, **more: Any) -> dict[str, Any]:
    return {"number": "1", "path": path, "body": body, **more}


def test_a_command_of_the_board_is_answered_with_the_game_after_it(table: Table, game: GameHandle) -> None:
    told = table.answer(asked("moves", STEPS, version=1, key="k"))
    assert (told["number"], told["game"]["version"]) == ("1", 2)
    assert table.answer(asked("moves", STEPS, version=1, key="k")) == told
    assert game.state.position.white.hand == 14, "the handle has seen it"


def test_a_trial_changes_nothing(table: Table, game: GameHandle) -> None:
    assert table.answer(asked("moves", STEPS, version=1, dry_run=True))["game"]["dry_run"] is True
    assert (game.state.version, table.version()) == (1, 1)


def test_what_the_service_refuses_is_passed_on_as_its_problem(table: Table) -> None:
    told = table.answer(asked("moves", {"play": "hand/21"}))
    assert told["problem"]["type"] == "/problems/number-not-rolled"
    assert told["problem"]["rule"]["id"] == "B-dice"


@pytest.mark.parametrize("senseless", [{"path": "tokens", "body": {}}, {"path": "../rolls", "body": {}}, {}])
def test_what_is_no_command_of_a_game_is_not_sent(table: Table, senseless: dict[str, Any]) -> None:
    assert table.answer(senseless | {"number": "7"}) == {"number": "7"}
    assert table.version() == 1


def test_without_an_answer_the_board_is_told_neither_game_nor_problem(game: GameHandle) -> None:
    away = Client("http://127.0.0.1:9", transport=Scripted(httpx2.ConnectError("away")), tries=1)
    table = KernelTable(game.id, game.tokens, away._transport.patience, game._see)
    assert Table(table, away._transport).answer(asked("rolls", {})) == {"number": "1"}


def test_the_news_are_all_that_happened_since(table: Table, game: GameHandle) -> None:
    game.play("hand/20")
    game.play("hand/23")
    for after, told in ((2, ["moved", "turn_ended"]), (0, ["game_created", "moved", "moved", "turn_ended"])):
        news = table.transport.run(table.plans.news(after))
        assert news["version"] == 3
        assert [event["type"] for event in news["events"]] == told


def test_the_widget_shows_what_others_do_and_answers_the_board_until_the_game_ends(game: GameHandle) -> None:
    pytest.importorskip("anywidget")
    widget, sent = game.widget(), list[dict[str, Any]]()
    widget.send = sent.append
    widget._handle_custom_msg(asked("moves", STEPS, version=1), [])
    assert (sent[0]["number"], sent[0]["game"]["version"]) == ("1", 2)
    game.play("hand/23")
    wait_until(lambda: widget.game["version"] == 3)
    game.resign(seat="black")
    wait_until(lambda: widget.game["status"] == "finished")


def test_the_widget_of_asyncio_does_the_same(url: str) -> None:
    pytest.importorskip("anywidget")

    async def play() -> None:
        async with AsyncClient(url) as client:
            game = await client.games.create(position="h15/h15 w move plain 52 52 - 1")
            widget, sent = await game.widget(), list[dict[str, Any]]()
            assert (widget.seats, widget.view, widget.lang) == (["white", "black"], "white", "en")
            widget.send = sent.append
            widget._handle_custom_msg(asked("moves", STEPS, version=1), [])
            await become(lambda: bool(sent))
            assert (sent[0]["number"], sent[0]["game"]["version"]) == ("1", 2)
            assert game.state.version == 2, "the handle has seen it"
            await game.play("hand/23")
            await become(lambda: widget.game["version"] == 3)
            assert tokens_in(widget, game.tokens.values()) == []
            await game.resign(seat="black")
            await become(lambda: widget.game["status"] == "finished")
            await asyncio.wait_for(widget._following, 60)

    asyncio.run(play())


def tokens_in(widget: Any, tokens: Iterable[str]) -> list[str]:
    """Those that are in what a notebook saves."""
    saved = json.dumps(widget.get_state(), default=str)
    return [token for token in tokens if token in saved]


async def become(is_so: Callable[[], bool]) -> None:
    """Return when something has become so; fail when it has not after a minute."""

    async def look() -> None:
        while not is_so():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(look(), 60)


def test_the_widget_keeps_no_token_in_what_a_notebook_saves(game: GameHandle) -> None:
    pytest.importorskip("anywidget")
    widget = game.widget()
    state = widget.get_state()
    assert state["game"]["id"] == game.id
    assert (state["seats"], state["view"], state["lang"]) == (["white", "black"], "white", "en")
    assert tokens_in(widget, game.tokens.values()) == []


def test_a_player_with_one_seat_sees_the_board_from_it_in_his_language(url: str) -> None:
    pytest.importorskip("anywidget")
    with Client(url, language="de") as client:
        widget = client.games.create(seats={"white": "open"}).widget()
    assert (widget.view, widget.lang) == ("black", "de")


def test_the_script_holds_every_module_behind_those_that_it_loads() -> None:
    pytest.importorskip("anywidget")
    from acey_deucey.client.widget import _LOADED, _modules

    modules = dict(_modules())
    for place, (name, source) in enumerate(modules.items()):
        assert set(_LOADED.findall(source)) <= set(list(modules)[:place]), name
    assert list(modules)[-1] == "acey-board.js"


def test_the_client_does_without_what_notebooks_need() -> None:
    program = "import sys; sys.modules['anywidget'] = None; import acey_deucey.client"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
