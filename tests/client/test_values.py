"""The values of the client: read tolerantly, drawn readably, and silent about tokens."""

import base64
import copy
import json
from collections.abc import Mapping
from typing import Any

import httpx2
import pytest
from acey_deucey.client import Client, Game, events
from acey_deucey.client.call import plain
from acey_deucey.client.reading import read
from acey_deucey.client.values import Turn

from tests.client.wires import Noting, Scripted


@pytest.fixture
def told(url: str) -> Mapping[str, Any]:
    """What the service tells of a new game, and its tokens."""
    told: dict[str, Any] = httpx2.post(f"{url}/v1/games", trust_env=False, timeout=30).json()
    return told


def test_what_a_newer_service_adds_is_let_pass(told: Mapping[str, Any]) -> None:
    newer: dict[str, Any] = copy.deepcopy(dict(told["game"]))
    newer["tempo"] = newer["turn"]["tempo"] = {"seconds": 30}
    newer["status"] = "paused"
    newer["events"].append({"type": "tempo_set", "seconds": 30})
    game = read(Game, newer)
    assert str(game.status) == "paused"
    assert game.events[-1] == events.OtherEvent("tempo_set", newer["events"][-1])
    assert game.position == read(Game, told["game"]).position


def test_a_value_is_frozen_and_equal_to_one_of_the_same_content(told: Mapping[str, Any]) -> None:
    game = read(Game, told["game"])
    assert game == read(Game, json.loads(json.dumps(told["game"])))
    with pytest.raises(AttributeError):
        game.version = 2  # type: ignore[misc]


def test_a_position_and_a_turn_are_sent_as_they_were_read(told: Mapping[str, Any]) -> None:
    game = read(Game, told["game"])
    sent = json.loads(json.dumps({"position": game.position, "turn": game.turn}, default=plain))
    assert sent["position"] == {side: told["game"]["position"][side] for side in ("white", "black")}
    assert read(Turn, sent["turn"]) == game.turn
    with pytest.raises(TypeError, match="cannot be sent"):
        json.dumps({"position": {1, 2}}, default=plain)


def test_neither_values_nor_handles_nor_errors_show_a_token(url: str) -> None:
    with Client(url) as client:
        game = client.games.create(private=True)
        shown = [repr(game), str(game), game._repr_html_(), repr(game.state), repr(vars(client.games))]
        for token in game.tokens.values():
            assert token not in "".join(shown)
        assert "holds white and black" in repr(game)
        assert "holds no seat" in repr(client.games.get(client.games.create().id))


def test_a_notebook_shows_the_picture_of_the_very_version(url: str) -> None:
    wire = Noting()
    with Client(url, transport=wire) as client:
        game = client.games.create(dice={"mode": "scripted", "rolls": [[6, 3], [2, 1]]})
        before = game.state
        game.roll()
        svg = before._repr_svg_()
        assert svg
        assert svg == game.board_svg(at=1)
        assert base64.b64encode(svg.encode()).decode() in before._repr_html_()
        assert game._repr_svg_() == game.board_svg()
        sent = len(wire.sent)
        before._repr_html_()
        assert len(wire.sent) == sent, "a picture is fetched once"


def test_without_a_picture_the_board_is_shown_as_text(told: Mapping[str, Any]) -> None:
    created = httpx2.Response(201, json=told)
    with Client(transport=Scripted(created, httpx2.ConnectError("gone"))) as client:
        game = client.games.create()
        assert game._repr_svg_() is None
        assert game._repr_html_().startswith("<pre>  13  14")
        assert game.state.drawn() in game.state._repr_html_()


def test_each_player_sees_the_board_from_his_side(url: str) -> None:
    with Client(url) as client:
        game = client.games.create(position="h13,20,23/h14,24 b roll 0")
        assert game.state.drawn() != game.state.drawn("black")
        for view in ("white", "black"):
            assert game.state.drawn(view) + "\n" == game.board_text(view)
