"""The 75 worked positions: every referee must find exactly these plays. It must hold no rule of its own."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.rules import brute_force
from tests.rules import translation as package
from tests.rules.brute_force import Board, Side, Step, after, board_of


@dataclass(frozen=True)
class Row:
    """One worked position under one rule set. `plays`: sequence and what follows; None = count only."""

    id: str
    mover: Side
    opponent: Side
    stage: str
    numbers: tuple[int, ...]
    ruleset: str
    count: int
    plays: tuple[tuple[str, str], ...] | None
    next_if_stuck: str | None

    @property
    def board(self) -> Board:
        return board_of(self.mover, self.opponent)


@dataclass(frozen=True)
class Verdict:
    """A referee's answer: what follows each final position, or, where there is none, the stuck stage."""

    next_by_end: dict[Board, str]
    next_if_stuck: str | None


Referee = Callable[[Row], Verdict]


def side(raw: dict[str, Any], points: dict[int, int]) -> Side:
    return {"hand": raw["hand"], "bar": raw["bar"], "off": raw["off"], "points": points}


def rows_of(raw: dict[str, Any]) -> list[Row]:
    mine = {int(point): count for point, count in raw["mover"]["points"].items()}
    theirs = raw["opponent"]["points_in_movers_numbering"].items()
    mover = side(raw["mover"], mine)
    opponent = side(raw["opponent"], {25 - int(point): count for point, count in theirs})
    return [
        Row(
            id=f"{raw['id']}-{ruleset}",
            mover=mover,
            opponent=opponent,
            stage=raw["stage"],
            numbers=tuple(raw["numbers"]),
            ruleset=ruleset,
            count=expect["count"],
            plays=plays_of(expect["plays"]),
            next_if_stuck=expect.get("next"),
        )
        for expect in raw["expect"]
        for ruleset in expect["rulesets"]
    ]


def plays_of(raw: list[dict[str, str]] | None) -> tuple[tuple[str, str], ...] | None:
    return None if raw is None else tuple((each["play"], each["next"]) for each in raw)


def load_rows() -> list[Row]:
    """All rows of positions.json beside this file, one for each rule set that a position names."""
    text = Path(__file__).with_name("positions.json").read_text(encoding="utf-8")
    return [row for raw in json.loads(text) for row in rows_of(raw)]


def options_of(ruleset: str) -> dict[str, object]:
    """The rule set's options; `x+value` is x with that value of `home_moves`."""
    name, _, home_moves = ruleset.partition("+")
    options = brute_force.RULESETS[name]
    return {**options, "home_moves": home_moves} if home_moves else options


def steps_of(play: str) -> list[Step]:
    """The steps of a play as positions.json writes them; their numbers are not written, so they are 0."""

    def place(text: str) -> int | str:
        return int(text) if text.isdigit() else text

    pairs = [step.rstrip("*").split("/") for step in play.split()]
    hits = [step.endswith("*") for step in play.split()]
    return [Step(place(a), place(b), 0, hit) for (a, b), hit in zip(pairs, hits, strict=True)]


def end_of(board: Board, play: str) -> Board:
    for step in steps_of(play):
        board = after(board, step)
    return board


def brute_force_referee(row: Row) -> Verdict:
    options = options_of(row.ruleset)
    plays = brute_force.complete_plays(row.mover, row.opponent, row.stage, row.numbers, options)
    follows = {
        end: brute_force.next_after(row.stage, row.numbers, sequences[0], end, options)
        for end, sequences in plays.items()
    }
    stuck = brute_force.next_after(row.stage, row.numbers, (), row.board, options)
    return Verdict(follows, None if plays else stuck)


def package_referee(row: Row) -> Verdict:
    options = options_of(row.ruleset)
    situation = package.situation_of(row.mover, row.opponent, "black", row.stage, row.numbers, options)
    game = package.game_of(situation)
    plays = game.legal_plays()
    next_by_end = {
        package.board_of(play.position, "black"): package.follows(game, game.next_after(play)) for play in plays
    }
    stuck = package.follows(game, game.next_if_left(len(row.numbers)))
    return Verdict(next_by_end, None if plays else stuck)


ROWS = load_rows()
REFEREES = [pytest.param(brute_force_referee, id="brute_force"), pytest.param(package_referee, id="package")]


@pytest.mark.parametrize("referee", REFEREES)
@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_referee_finds_exactly_the_worked_plays(row: Row, referee: Referee) -> None:
    verdict = referee(row)
    assert len(verdict.next_by_end) == row.count
    assert verdict.next_if_stuck == row.next_if_stuck
    if row.plays is not None:
        assert verdict.next_by_end == {end_of(row.board, play): follows for play, follows in row.plays}


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_every_written_sequence_is_one_that_brute_force_tried(row: Row) -> None:
    plays = brute_force.complete_plays(row.mover, row.opponent, row.stage, row.numbers, options_of(row.ruleset))
    for play, _ in row.plays or ():
        tried = plays[end_of(row.board, play)]
        assert steps_of(play) in [[step._replace(number=0) for step in sequence] for sequence in tried]


def test_the_file_holds_75_positions_of_15_checkers_a_side() -> None:
    assert len({row.id.partition("-")[0] for row in ROWS}) == 75
    for row in ROWS:
        for player in (row.mover, row.opponent):
            assert player["hand"] + player["bar"] + player["off"] + sum(player["points"].values()) == 15
