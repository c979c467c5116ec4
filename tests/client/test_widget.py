"""The kernel's half of the board in a notebook: what it does for the board, and what it never tells."""

import json
import subprocess
import sys
import threading
from typing import Any

import httpx2
import pytest
from acey_deucey.client import Client, GameHandle
from acey_deucey.client.through_kernel import KernelTable

from tests.client.wires import Scripted

STEPS = {"steps": [{"from": "hand", "to": 20, "number": 5}]}


@pytest.fixture
def game(client: Client) -> GameHandle:
    return client.games.create(position="h15/h15 w move plain 52 52 - 1")


@pytest.fixture
def table(game: GameHandle) -> KernelTable:
    return KernelTable(game._transport, game.id, game.tokens, game._see)


def asked(path: str, body: Any = None, **more: Any) -> dict[str, Any]:
    return {"number": "1", "path": path, "body": body, **more}


def test_a_command_of_the_board_is_answered_with_the_game_after_it(table: KernelTable, game: GameHandle) -> None:
    told = table.answer(asked("moves", STEPS, version=1, key="k"))
    assert (told["number"], told["game"]["version"]) == ("1", 2)
    assert table.answer(asked("moves", STEPS, version=1, key="k")) == told
    assert game.state.position.white.hand == 14, "the handle has seen it"


def test_a_trial_changes_nothing(table: KernelTable, game: GameHandle) -> None:
    assert table.answer(asked("moves", STEPS, version=1, dry_run=True))["game"]["dry_run"] is True
    assert (game.state.version, table.look()["version"]) == (1, 1)


def test_what_the_service_refuses_is_passed_on_as_its_problem(table: KernelTable) -> None:
    told = table.answer(asked("moves", {"play": "hand/21"}))
    assert told["problem"]["type"] == "/problems/number-not-rolled"
    assert told["problem"]["rule"]["id"] == "B-dice"


@pytest.mark.parametrize("senseless", [{"path": "tokens", "body": {}}, {"path": "../rolls", "body": {}}, {}])
def test_what_is_no_command_of_a_game_is_not_sent(table: KernelTable, senseless: dict[str, Any]) -> None:
    assert table.answer(senseless | {"number": "7"}) == {"number": "7"}
    assert table.look()["version"] == 1


def test_without_an_answer_the_board_is_told_neither_game_nor_problem(game: GameHandle) -> None:
    away = Client("http://127.0.0.1:9", transport=Scripted(httpx2.ConnectError("away")), tries=1)
    table = KernelTable(away._transport, game.id, game.tokens, game._see)
    assert table.answer(asked("rolls", {})) == {"number": "1"}


def test_watching_tells_all_that_is_new_until_the_game_ends(table: KernelTable, game: GameHandle) -> None:
    news: list[dict[str, Any]] = []
    listening = threading.Thread(target=lambda: news.extend(table.watch(0)))
    game.play("hand/20")
    listening.start()
    game.play("hand/23")
    game.resign(seat="black")
    listening.join(timeout=60)
    assert [one["version"] for one in news][-1] == 4
    told = [event["type"] for one in news for event in one["events"]]
    assert told == ["game_created", "moved", "moved", "turn_ended", "resigned", "finished"]


def test_the_widget_keeps_no_token_in_what_a_notebook_saves(game: GameHandle) -> None:
    pytest.importorskip("anywidget")
    widget = game.widget()
    state = widget.get_state()
    assert state["game"]["id"] == game.id
    assert (state["seats"], state["view"], state["lang"]) == (["white", "black"], "white", "en")
    assert [token for token in game.tokens.values() if token in json.dumps(state, default=str)] == []


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
