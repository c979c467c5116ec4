"""Turns that come from outside: what is filled in, what is refused. It must hold no rule of play."""

from collections.abc import Sequence
from typing import Any

import pytest
from acey_deucey.rules.turn import OPENING, Turn
from acey_deucey.rules.turn_check import InvalidTurn, check_numbers, checked_turn

COMPLETED = [
    (OPENING, OPENING),
    (Turn("white", "roll", rolls=2), Turn("white", "roll", rolls=2)),
    (Turn("black", "name"), Turn("black", "name", "acey_deucey", (2, 1), rolls=1)),
    (Turn("black", "name", "acey_deucey", (1, 2), rolls=3), Turn("black", "name", "acey_deucey", (2, 1), rolls=3)),
    (Turn("white", "move", "plain", None, (3, 5)), Turn("white", "move", "plain", (5, 3), (5, 3), None, 1)),
    (Turn("white", "move", "plain", (3, 5), (3,)), Turn("white", "move", "plain", (5, 3), (3,), None, 1)),
    (Turn("white", "move", "plain", None, (3,)), Turn("white", "move", "plain", None, (3,), None, 1)),
    (
        Turn("white", "move", "acey_deucey", None, (1,), None, 2),
        Turn("white", "move", "acey_deucey", (2, 1), (1,), None, 2),
    ),
    (
        Turn("white", "move", "acey_deucey", None, (2, 1)),
        Turn("white", "move", "acey_deucey", (2, 1), (2, 1), None, 1),
    ),
    (Turn("white", "move", "double", None, (3, 3)), Turn("white", "move", "double", (3, 3), (3, 3), None, 1)),
    (Turn("white", "move", "named", None, (4,)), Turn("white", "move", "named", (2, 1), (4,), 4, 1)),
    (Turn("white", "move", "complement", None, (4,)), Turn("white", "move", "complement", (3, 3), (4,), None, 1)),
    (
        Turn("white", "move", "complement", None, (4,), 3),
        Turn("white", "move", "complement", (2, 1), (4,), 3, 1),
    ),
]


@pytest.mark.parametrize(("given", "completed"), COMPLETED, ids=range(len(COMPLETED)))
def test_what_follows_from_the_rest_of_a_turn_is_filled_in(given: Turn, completed: Turn) -> None:
    assert checked_turn(given) == completed
    assert checked_turn(completed) == completed


NO_ACTION = "A turn awaits roll, move (with a stage and numbers) or name."
ROLLING = "A turn that awaits a roll has no stage, dice, numbers or name."
NAMING = "A turn that awaits a name has no numbers left and nothing named yet."
NAMED = "Only the stage named and its complement, 7 less the number, have a number named."
PLAIN = "The numbers left of a plain stage are among its two different dice."


def turn(*values: Any, **named: Any) -> Turn:
    """A turn as a reader of some request might build it, whatever its types."""
    return Turn(*values, **named)


IMPOSSIBLE = [
    (turn(None, None), "A turn belongs to a player, white or black."),
    (turn("green", "roll"), "A turn belongs to a player, white or black."),
    (turn("white", None), NO_ACTION),
    (turn("white", "opening"), NO_ACTION),
    (turn("white", "move"), NO_ACTION),
    (turn("white", "roll", rolls=-1), "A turn has had 0 to 1000 rolls."),
    (turn("white", "roll", rolls=1_001), "A turn has had 0 to 1000 rolls."),
    (turn("white", "roll", "plain"), ROLLING),
    (turn("white", "roll", None, (3, 1)), ROLLING),
    (turn("white", "roll", None, None, (3,)), ROLLING),
    (turn("white", "roll", None, None, (), 3), ROLLING),
    (turn("white", "name", None, None, (3,)), NAMING),
    (turn("white", "name", None, None, (), 3), NAMING),
    (turn("white", "move", "plain", None, (6, 3), 3), NAMED),
    (turn("white", "move", "double", None, (3, 3), 3), NAMED),
    (turn("white", "move", "complement", None, (3, 3), 3), NAMED),
    (turn("white", "move", "named", None, (3, 3), 4), "In the stage named the numbers left are the number named."),
    (turn("white", "move", "double", (4, 4), (3, 3)), "The dice 4-4 do not lead to this stage."),
    (turn("white", "move", "acey_deucey", (3, 1), (1,)), "The dice 3-1 do not lead to this stage."),
    (turn("white", "move", "named", (4, 4), (4,)), "The dice 4-4 do not lead to this stage."),
    (turn("white", "move", "complement", (2, 1), (4,)), "The dice 2-1 do not lead to this stage."),
    (turn("white", "move", "plain", (6, 3), (6, 4)), PLAIN),
    (turn("white", "move", "plain", (3, 3), (3,)), PLAIN),
    (turn("white", "move", "plain", (2, 1), (2,)), PLAIN),
    (turn("white", "move", "plain", (7, 3), (3,)), PLAIN),
]


@pytest.mark.parametrize(("impossible", "says"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_a_turn_that_cannot_be_is_refused_with_what_is_wrong(impossible: Turn, says: str) -> None:
    with pytest.raises(InvalidTurn) as refused:
        checked_turn(impossible)
    assert (refused.value.code, str(refused.value)) == ("invalid-turn", says)


COUNT = "A stage has one to four numbers left, each from 1 to 6."
IMPOSSIBLE_NUMBERS = [
    ("fancy", (3,), "A stage is one of plain, acey_deucey, double, named, complement."),
    ("plain", (), COUNT),
    ("plain", (0,), COUNT),
    ("plain", (7, 3), COUNT),
    ("double", (3,) * 5, COUNT),
    ("double", (3, 4), "In the stage double all numbers left are equal."),
    ("complement", (3, 3, 4), "In the stage complement all numbers left are equal."),
    ("plain", (3, 3), "In the stage plain one or two different numbers are left."),
    ("plain", (3, 4, 5), "In the stage plain one or two different numbers are left."),
    ("acey_deucey", (1, 1), "In the stage acey_deucey one or two different numbers are left."),
    ("acey_deucey", (3,), "In the stage acey_deucey only a 1 and a 2 can be left."),
    ("plain", (1, 2), "A 1 and a 2 are the stage acey_deucey, not plain."),
]


@pytest.mark.parametrize(("stage", "numbers", "says"), IMPOSSIBLE_NUMBERS, ids=range(len(IMPOSSIBLE_NUMBERS)))
def test_numbers_that_no_stage_can_have_left_are_refused(stage: Any, numbers: Sequence[int], says: str) -> None:
    with pytest.raises(InvalidTurn) as refused:
        check_numbers(stage, numbers)
    assert str(refused.value) == says
