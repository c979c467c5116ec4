"""The compiled simulator plays by the rules: on thousands of positions it finds what the rules package finds."""

import random
from typing import Any

import pytest
from acey_deucey.rules.game import Game, Next
from acey_deucey.rules.legal import has_step, is_dead
from acey_deucey.rules.position import opponent_of
from acey_deucey.rules.situation import Situation

from tests.bots.compiled import STAGE_CODES, Counts, numbers_of, random_situation, sides
from tests.rules import translation as package
from tests.rules.test_positions import ROWS, Row, options_of

pytest.importorskip("numba", reason="the extra train is not installed")

from acey_deucey.bots.training import moves
from acey_deucey.bots.training.moves import stage_plays

pytestmark = pytest.mark.slow

PLAYS: Any = moves.new_plays()
NEXT: dict[Next, int] = {"opponent": moves.END, "roll": moves.ROLL, "name": moves.NAME}


def key(own: Counts, opp: Counts) -> tuple[int, ...]:
    return (*map(int, own), *map(int, opp))


def compiled_plays(situation: Situation) -> tuple[list[tuple[int, ...]], int]:
    numbers = sorted(situation.numbers, reverse=True)
    own, opp = sides(situation)
    stage = STAGE_CODES[situation.stage]
    layer, count, depth, _ = stage_plays(PLAYS, own, opp, stage, numbers[0], numbers[1], numbers_of(situation.options))
    return [key(PLAYS.own[layer, i], PLAYS.opp[layer, i]) for i in range(count)], depth


def rules_plays(situation: Situation) -> list[tuple[int, ...]]:
    return [key(*sides(situation._replace(position=play.position))) for play in situation.legal_plays()]


def compiled_next(situation: Situation, game: Game, left: int) -> int:
    number = 7 - situation.numbers[0] if situation.stage == "complement" else situation.numbers[0]
    following: int = moves.after_stage(
        STAGE_CODES[situation.stage], left == 0, number, game.turn.named is not None, numbers_of(situation.options)
    )
    return following


def rules_next(game: Game, left: int) -> int:
    following = game.next_if_left(left)
    return moves.NAME + 7 - game.turn.numbers[0] if following == "complement" else NEXT[following]


def check(situation: Situation, origin: Any = "double") -> None:
    found, depth = compiled_plays(situation)
    expected = rules_plays(situation)
    assert len(set(found)) == len(found)
    assert set(found) == set(expected)
    if any(play[0] != 15 for play in expected):
        assert depth == len(situation.legal_plays()[-1].steps) or any(play[0] == 15 for play in expected)
    game = package.game_of(situation._replace(options=situation.options.override({"max_rolls_per_turn": None})), origin)
    for left in (0, 1):
        assert compiled_next(situation, game, left) == rules_next(game, left)


def test_simulator_and_rules_find_the_same_plays_and_what_follows() -> None:
    rng = random.Random(6)
    for _ in range(6000):
        check(random_situation(rng), rng.choice(("double", "named")))


def test_simulator_and_rules_agree_on_what_can_be_played_and_on_dead_positions() -> None:
    rng = random.Random(7)
    dead = 0
    for _ in range(6000):
        situation = random_situation(rng)
        own, opp = sides(situation)
        options = numbers_of(situation.options)
        for number in range(1, 7):
            stage = STAGE_CODES[situation.stage]
            expected = has_step(situation.position, situation.player, situation.stage, number, situation.options)
            assert moves.can_play(own, opp, number, stage, options) == expected
        assert moves.is_dead(own, opp, options) == is_dead(situation.position, situation.options)
        dead += is_dead(situation.position, situation.options)
    assert dead > 10


@pytest.mark.parametrize("row", [row for row in ROWS if len(row.numbers) in (2, 4)], ids=lambda row: row.id)
def test_simulator_finds_the_worked_plays(row: Row) -> None:
    situation = package.situation_of(row.mover, row.opponent, "white", row.stage, row.numbers, options_of(row.ruleset))
    if len(set(row.numbers)) == (2 if row.stage in ("plain", "acey_deucey") else 1):
        found, _ = compiled_plays(situation)
        assert len(found) == row.count
        assert set(found) == set(rules_plays(situation))


def test_a_game_that_is_dead_for_one_side_is_not_dead() -> None:
    rng = random.Random(8)
    for _ in range(200):
        situation = random_situation(rng)
        own, opp = sides(situation)
        options = numbers_of(situation.options)
        assert moves.is_dead(own, opp, options) == moves.is_dead(opp, own, options)
        assert situation.player != opponent_of(situation.player)
