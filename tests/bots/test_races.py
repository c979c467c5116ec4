"""The tables for races agree with the rules: looked up and worked out in full they say the same."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from acey_deucey.bots.encoding import Pending, option_numbers
from acey_deucey.bots.features import Board
from acey_deucey.bots.network import chances
from acey_deucey.bots.players import PlayChosen, carried_out
from acey_deucey.bots.races import SCALE, is_race, race_table, ranks, winning
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import Play
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, BITS, OFF, Position
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.turn import Turn, after_name

SETS = [pytest.param(ruleset.options, id=ruleset.id) for ruleset in RULESETS.values()]
IDLE = 15 << BITS * 26
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
FEW = [(), (1,), (6,), (3, 3), (2, 5), (6, 6), (1, 4, 6), (5, 5, 5), (2, 3, 6)]


def side(points: tuple[int, ...]) -> int:
    """A packed side with checkers on these points and the rest off."""
    return (15 - len(points) << BITS * OFF) + sum(1 << BITS * point for point in points)


def mean_turns(own: int, options: Options) -> float:
    """How many turns a player who saves turns needs to bear off, by the rules package alone."""

    @cache
    def to_roll(own: int) -> float:
        if own == ALL_OFF:
            return 0.0
        start = Game(options, Position(own, IDLE), Turn("white", "roll"))
        value = stay = 0.0
        for dice in ROLLS:
            chance = (1 if dice[0] == dice[1] else 2) / 36
            game, _ = start.roll("white", dice)
            if game.position.white == own and game.turn.awaits == "roll":
                stay += chance
                value += chance * (game.turn.player == "black")
            else:
                value += chance * best(game)
        return value / (1 - stay)

    def best(game: Game) -> float:
        if game.result is not None:
            return 1.0
        if game.turn.player == "black":
            return 1 + to_roll(game.position.white)
        if game.turn.awaits == "roll":
            return to_roll(game.position.white)
        if game.turn.awaits == "name":
            named = [replace(game, turn=after_name(game.turn, number)) for number in game.names()]
            return min(best(after_play(each, play)) for each in named for play in each.legal_plays())
        return min(best(after_play(game, play)) for play in game.legal_plays())

    def after_play(game: Game, play: Play) -> Game:
        return carried_out(game, PlayChosen(play))[0]

    return to_roll(own)


@pytest.mark.parametrize("options", SETS)
def test_a_table_gives_the_turns_that_the_rules_give(options: Options) -> None:
    table = race_table(option_numbers(options))
    assert table is not None
    for points in FEW[1:]:
        done = table[ranks([side(points)])[0]].astype(float) / SCALE
        mean = (1 - done).sum()
        assert mean == pytest.approx(mean_turns(side(points), options), abs=0.1), points


@pytest.mark.parametrize("options", SETS)
def test_every_row_of_a_table_rises_to_a_certainty(options: Options) -> None:
    table = race_table(option_numbers(options))
    assert table is not None
    assert len(table) == 54_264
    assert set(table[:, -1]) == {SCALE}
    assert (np.diff(table.astype(int), axis=1) >= 0).all()


def test_a_race_is_won_by_whoever_needs_fewer_turns() -> None:
    options = RULESETS["american"].options
    table = race_table(option_numbers(options))
    assert table is not None
    even, ahead, last = side((6,) * 15), side((1,)), side((1, 1))
    boards = [Board(even, even, Pending.ROLL), Board(ahead, even, Pending.ROLL), Board(last, ahead, Pending.ROLL)]
    mirrored, sure, first = winning(boards, table)
    assert 0.5 < mirrored < 0.7
    assert sure == pytest.approx(1)
    assert first == pytest.approx(1)


@pytest.mark.parametrize("ruleset", ["european", "australian"])
def test_chances_in_a_race_are_those_of_the_table(ruleset: str) -> None:
    options = RULESETS[ruleset].options
    table = race_table(option_numbers(options))
    assert table is not None
    board = Board(side((1, 2, 3)), side((4, 5, 6, 6)), Pending.ROLL)
    worth = chances([board], options)[0]
    assert worth.win == pytest.approx(winning([board], table)[0], abs=1e-5)
    assert 0 < worth.points <= 15


def test_only_boards_with_all_checkers_home_are_races() -> None:
    home, outside = side((6, 1)), side((7, 1))
    assert is_race(Board(home, home, Pending.ROLL))
    assert not is_race(Board(home, outside, Pending.ROLL))
    assert not is_race(Board(IDLE, home, Pending.ROLL))


def test_options_without_a_table_are_left_to_the_network() -> None:
    options = RULESETS["american"].options.override({"naming_requires": "nothing"})
    assert race_table(option_numbers(options)) is None
    assert race_table(option_numbers(RULESETS["american"].options.override({"doubles_roll_again": "always"}))) is None
    assert 0 < chances([Board(side((1,)), side((2,)), Pending.ROLL)], options)[0].win <= 1
