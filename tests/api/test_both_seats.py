"""Black sees from his seat what White would see from his: the same numbers, plays, refusals and undos, colours swapped.

In a program for phones undo and numbering went wrong for the player of the other seat (gnubg-android #4, #13, #14).
"""

import random
from typing import Any

import pytest

from tests.api.table import Table

Json = dict[str, Any]

OTHER = {"white": "black", "black": "white"}
COMMANDS = 120
UNDO = 0.15


def swapped(value: Any) -> Any:
    """The value with the colours swapped, in names and in values."""
    if isinstance(value, dict):
        return {OTHER.get(name, name): swapped(part) for name, part in value.items()}
    if isinstance(value, list):
        return [swapped(part) for part in value]
    return OTHER.get(value, value) if isinstance(value, str) else value


def seen(game: Json) -> Json:
    """What does not tell one game from another: all but its id, its times, and the forms that are White's alone."""
    kept = ("version", "status", "turn", "legal", "can_undo", "stake", "result", "events")
    position = {side: game["position"][side] for side in ("white", "black", "pips")}
    return {name: game[name] for name in kept} | {"position": position, "links": sorted(game["links"])}


def command(game: Json, chance: random.Random) -> tuple[str, Json]:
    """What the player in turn does, by chance, now and then an undo."""
    if game["can_undo"] and chance.random() < UNDO:
        return "undos", {}
    match game["turn"]["awaits"]:
        case "roll":
            return "rolls", {}
        case "name":
            return "named-doubles", {"number": chance.choice(game["legal"]["names"])}
    return "moves", {"play": chance.choice(game["legal"]["steps"])["text"]}


@pytest.mark.parametrize("ruleset", ["american", "european"])
def test_a_game_is_the_same_from_both_seats(table: Any, ruleset: str) -> None:
    chance = random.Random(ruleset)
    rolls = [[chance.randint(1, 6), chance.randint(1, 6)] for _ in range(COMMANDS)]
    one: Table = table(ruleset=ruleset, dice={"mode": "scripted", "rolls": [[5, 2], *rolls]})
    other: Table = table(ruleset=ruleset, dice={"mode": "scripted", "rolls": [[2, 5], *rolls]})
    done = set()
    for _ in range(COMMANDS):
        path, body = command(one.game, chance)
        done.add(path)
        one.does(path, body), other.does(path, body)
        assert seen(other.game) == swapped(seen(one.game))
        plays = [play["play"] for play in one.get("/plays?limit=5").json["plays"]]
        assert [play["play"] for play in other.get("/plays?limit=5").json["plays"]] == plays
    assert done >= {"rolls", "moves", "undos"}


@pytest.mark.parametrize("seat", ["white", "black"])
def test_each_seat_takes_back_its_own_moves_in_its_own_turn(table: Any, seat: str) -> None:
    letter = seat[0]
    played: Table = table(position=f"h13,13x2/h13,13x2 {letter} move double 3333 33 - 1")
    begin = played.game["position"]
    played.does("moves", {"play": "13/10 hand/22"}, seat)
    assert played.game["position"][seat] == {"hand": 12, "bar": 0, "off": 0, "points": {"10": 1, "13": 1, "22": 1}}
    assert played.is_refused("acting-for-opponent", 403, "undos", seat=OTHER[seat])
    assert played.does("undos", seat=seat)["position"] == begin
    played.does("moves", {"play": "hand/22(4)"}, seat)
    played.is_refused("nothing-to-undo", 409, "undos", seat=seat)


@pytest.mark.parametrize(("seat", "index"), [("white", 12), ("black", 11)])
def test_each_seat_counts_its_points_from_its_own_side(table: Any, seat: str, index: int) -> None:
    played: Table = table(position=f"13,o14/13,o14 {seat[0]} move plain 52 52 - 1")
    assert [step["text"] for step in played.game["legal"]["steps"]] == ["13/8", "13/11"]
    board = [0] * 24
    board[12], board[11] = 1, -1
    assert played.game["position"]["board"] == board, "White's numbering, whoever looks"
    board[index - 5 if seat == "white" else index + 5], board[index] = board[index], 0
    assert played.does("moves", {"play": "13/8"}, seat)["position"]["board"] == board
