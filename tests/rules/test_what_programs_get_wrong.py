"""Faults that other programs have at this game, where no other test here is about them. It must hold no rule itself."""

from itertools import product

import pytest
from acey_deucey.rules import events as ev
from acey_deucey.rules.events import Result
from acey_deucey.rules.violations import IllegalMove

from tests.rules.script import carried_out, game_at, moving, run

ROLLS = list(product(range(1, 7), repeat=2))


@pytest.mark.parametrize(("first", "second"), ROLLS)
def test_all_36_rolls_are_played_as_they_fall(first: int, second: int) -> None:
    game, _ = run(game_at("h15/h15 w roll 0"), f"white roll {first} {second}")
    left = (first,) * 4 if first == second else tuple(sorted((first, second), reverse=True))
    assert game.turn.numbers == left
    assert {step.target for step in game.legal_steps()} == {25 - first, 25 - second}


def test_a_double_is_one_stage_of_four_numbers_and_one_turn() -> None:
    game, told = run(game_at("h15/h15 w roll 0"), "white roll 3 3", "white play hand/22(2)")
    assert (game.turn.player, game.turn.stage, game.turn.numbers) == ("white", "double", (3, 3))
    game, told = run(game, "white play hand/22(2)")
    assert told == ["white plays hand/22 hand/22", "white's turn ends"]


def test_a_step_that_strands_the_second_number_is_refused_though_it_could_be_played() -> None:
    game = moving("8,7,1x13/h13,23x2", "plain", "61", "european")
    assert [step.text for step in game.legal_steps()] == ["7/1", "8/7"]
    with pytest.raises(IllegalMove):
        carried_out(game, "white play 7/6")


def test_the_larger_number_is_compulsory_also_when_the_smaller_is_asked_for_by_itself() -> None:
    game = moving("13,1x14/h13,22x2", "plain", "64")
    assert [step.text for step in game.legal_steps()] == ["13/7"]


def test_the_smaller_number_is_played_when_the_larger_cannot_be() -> None:
    game = moving("13,1x14/h11,22x2,18x2", "plain", "64")
    assert [step.text for step in game.legal_steps()] == ["13/9"]


@pytest.mark.parametrize(("loser", "points"), [("h15", 15), ("b1,23x14", 15), ("6x14,o1", 14), ("1,o14", 1)])
def test_there_is_no_gammon_only_checkers_are_counted(loser: str, points: int) -> None:
    game, _ = run(moving(f"1,o14/{loser}", "plain", "1"), "white play 1/off")
    assert game.result == Result("white", "borne_off", points)


@pytest.mark.parametrize("loser", ["h15", "b1,23x14", "6x14,o1", "1,o14"])
def test_a_european_game_is_worth_one_point_whatever_the_loser_has_left(loser: str) -> None:
    game, _ = run(moving(f"1,o14/{loser}", "plain", "1", "european"), "white play 1/off")
    assert game.result == Result("white", "borne_off", 1)


@pytest.mark.parametrize("line", ["white play hand/20", "white play hand/22"])
def test_after_a_step_the_numbers_left_are_the_old_ones_less_the_one_played(line: str) -> None:
    game, _ = run(moving("h15/h15", "plain", "53"), line)
    assert (game.turn.dice, game.turn.numbers) == ((5, 3), (3,) if line.endswith("20") else (5,))


def test_a_forfeit_is_told_once_and_leaves_no_dice_to_play() -> None:
    game, events = carried_out(game_at("h15/h11,2x2,1x2 w roll 0"), "white roll 1 2")
    assert [type(event) for event in events] == [ev.Rolled, ev.NumbersLost, ev.TurnEnded]
    assert (game.turn.dice, game.turn.numbers) == (None, ())


def test_an_undo_is_an_event_of_its_own_and_makes_a_new_version() -> None:
    game = moving("h15/h15", "plain", "53")
    game, _ = run(game, "white play hand/20")
    game, told = run(game, "white undo")
    assert (game.version, told) == (3, ["white goes back to version 1"])


def test_a_name_can_be_taken_back_and_the_1_2_before_it_too() -> None:
    game = moving("h15/h15", "acey_deucey", "21")
    game, told = run(game, "white play hand/23 hand/24", "white name 4", "white undo", "white undo")
    assert told[-2:] == ["white goes back to version 2", "white goes back to version 1"]
    assert (game.turn.stage, game.turn.numbers) == ("acey_deucey", (2, 1))
