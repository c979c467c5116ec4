"""Over HTTP: hints in a game, the worth of a position, the analysis of a finished game."""

import subprocess
import sys
from typing import Any

import pytest

from tests.api.table import bearer

SCRIPT = {"mode": "scripted", "rolls": [[6, 1], [5, 2], [6, 3], [4, 3]]}


def test_a_hint_tells_the_best_plays_with_chances_and_reasons(table: Any, client: Any) -> None:
    created = table(dice=SCRIPT)
    assert created.get("/hint").json == {"version": 1, "player": "white", "awaits": "roll", "hints": []}
    assert "hint" in created.does("rolls")["links"]
    told = created.get("/hint").json
    assert (told["version"], told["player"], told["awaits"]) == (2, "white", "move")
    plays = {play["play"] for play in created.get("/plays").json["plays"]}
    assert {hint["play"] for hint in told["hints"]} == plays
    assert all(0 < hint["win"] < 1 and hint["name"] is None for hint in told["hints"])
    entering = next(hint for hint in told["hints"] if hint["play"] == "hand/20 hand/23")
    assert entering["reasons"]["blots"] == [23, 20]
    assert entering["text"] == (
        "Enters 2 checkers. Leaves blots on 23, 20. The next checker enters with 1, 2, 3, 4, 5, 6."
    )
    german = client.get(created.url + "/hint", headers={"Accept-Language": "de"})
    assert german.json["hints"][0]["text"].startswith("Setzt ")
    assert german.headers["ETag"] != created.get("/hint").headers["ETag"]
    assert created.get("/hint?limit=1").json["hints"] == told["hints"][:1]


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("h13,24,20/h14,9 w move plain 54 54 - 1", "Hits a checker."),
        ("o10,6x2,5,4,1/o10,6x5 w move plain 64 64 - 1", "Bears off 2 checkers."),
        ("h1,8x14/h3,6x2,5x2,4x2,3x2,2x2,1x2 w move plain 61 61 - 1", "No number brings the next checker in."),
        ("h1,9,7,13x12/h15 w move plain 52 52 - 1", "Makes the point 7."),
    ],
)
def test_the_reasons_of_a_hint_are_said_in_words(table: Any, position: str, text: str) -> None:
    told = [hint["text"] for hint in table(position=position).get("/hint?limit=50").json["hints"]]
    assert any(text in each for each in told), told


def test_a_name_is_hinted_at_by_its_best_play(table: Any) -> None:
    created = table(position="h13,24,23/h15 w name 1")
    told = created.get("/hint?limit=6").json
    assert (told["awaits"], sorted(hint["name"] for hint in told["hints"])) == ("name", [1, 2, 3, 4, 5, 6])


def test_hints_can_be_turned_off_for_the_time_of_the_game(table: Any) -> None:
    created = table(dice=SCRIPT, hints=False)
    assert created.does("rolls")["hints"] is False
    assert "hint" not in created.game["links"]
    refused = created.get("/hint")
    assert (refused.status_code, refused.json["type"]) == (403, "/problems/hints-off")
    assert created.get("/analysis").json["type"] == "/problems/game-not-finished"
    created.does("resignations")
    assert created.get("/hint").json["hints"] == []
    assert created.get("/analysis").status_code == 200


def test_an_analysis_looks_back_on_each_decision_and_roll(table: Any) -> None:
    created = table(dice=SCRIPT, seats={"black": {"bot": "expert"}})
    created.does("rolls")
    created.does("moves", {"play": "hand/20 20/18"})
    assert created.does("resignations")["links"]["analysis"] == created.url + "/analysis"
    told = created.get("/analysis")
    first = told.json["decisions"][0]
    assert (first["version"], first["player"], first["done"]) == (3, "white", "hand/20 20/18")
    assert [(roll["version"], roll["dice"]) for roll in told.json["rolls"]] == [(2, [5, 2]), (4, [6, 3])]
    assert [chance["version"] for chance in told.json["white_wins"]] == [1, 2, 3, 4, 5, 6]
    assert told.json["white_wins"][-1]["win"] == 0
    assert told.json["totals"]["black"] == {**told.json["totals"]["black"], "decisions": 1, "loss": 0.0}
    again = created.get("/analysis", If_None_Match=told.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")


def test_advice_on_a_private_game_is_for_its_seats(table: Any) -> None:
    created = table(dice=SCRIPT, private=True)
    created.does("resignations")
    for path in ("/hint", "/analysis"):
        assert created.get(path).status_code == 401
        assert created.get(path, created.tokens["white"]).status_code == 200


@pytest.mark.parametrize("body", [
    {"position": "h15/h15 opening"},
    {"position": "h13,23,20/h15 b roll 0", "ruleset": "european"},
    {"position": {"white": {"off": 14, "points": {"1": 1}}, "black": {"hand": 15}},
     "turn": {"player": "black", "awaits": "roll"}},
    {"position": "h13,24,23/h15 w name 1", "options": {"bear_off": "exact"}},
])  # fmt: skip
def test_any_position_can_be_evaluated(client: Any, body: dict[str, Any]) -> None:
    answer = client.post("/v1/referee/evaluate", json=body)
    assert answer.status_code == 200
    assert answer.json["player"] in ("white", "black")
    assert 0 <= answer.json["win"] <= 1


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        ({"position": "h15/h15"}, "invalid-position-id"),
        ({"position": {"white": {"hand": 15}, "black": {"hand": 15}}}, "invalid-request"),
        ({"position": "o15/h15 w roll 0"}, "invalid-turn"),
        ({"position": "h15/h15 opening", "ruleset": "danish"}, "unknown-ruleset"),
        ({}, "invalid-request"),
    ],
)
def test_what_is_no_position_is_not_evaluated(client: Any, body: dict[str, Any], slug: str) -> None:
    assert client.post("/v1/referee/evaluate", json=body).json["type"] == f"/problems/{slug}"


def test_a_token_of_nobody_is_refused_where_advice_is_asked_for(table: Any, client: Any) -> None:
    created = table(private=True)
    assert client.get(created.url + "/hint", headers=bearer("nonsense")).status_code == 401


def test_who_plays_without_bots_does_without_numpy() -> None:
    listing = (
        "import sys, acey_deucey.api.wiring, acey_deucey.api.routes; "
        "from acey_deucey.api.openapi import openapi_document; openapi_document(acey_deucey.api.routes.OPERATIONS); "
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["False"]
