"""The gate for turns that come from outside: completes what follows from the rest, refuses what cannot be."""

from collections.abc import Sequence

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.legal import NUMBERS, STAGES, Stage
from acey_deucey.rules.options import MOST_ROLLS
from acey_deucey.rules.position import PLAYERS
from acey_deucey.rules.turn import OPENING, STAGE_LENGTH, Turn, roll_kind


class InvalidTurn(AceyDeuceyError):
    """A turn that cannot be; the message says what is wrong with it."""

    def __init__(self, message: str, **details: object) -> None:
        super().__init__("invalid-turn", message, details)


def checked_turn(turn: Turn) -> Turn:
    """The turn with its dice, name and count of rolls filled in where they follow from the rest.

    :raises InvalidTurn: it cannot be; the message says why.
    """
    if turn == OPENING:
        return turn
    if turn.player not in PLAYERS:
        raise InvalidTurn("A turn belongs to a player, white or black.")
    if not 0 <= turn.rolls <= MOST_ROLLS:
        raise InvalidTurn("A turn has had 0 to {most} rolls.", most=MOST_ROLLS)
    if turn.awaits == "roll":
        return _checked_roll(turn)
    turn = turn._replace(rolls=max(turn.rolls, 1))
    if turn.awaits == "name":
        return _checked_name(turn)
    if turn.awaits != "move" or turn.stage is None:
        raise InvalidTurn("A turn awaits roll, move (with a stage and numbers) or name.")
    check_numbers(turn.stage, turn.numbers)
    return _checked_dice(_checked_named(turn))


def check_numbers(stage: Stage, numbers: Sequence[int]) -> None:
    """Make sure that these numbers can be what is left to play of a stage.

    :raises InvalidTurn: they cannot.
    """
    if stage not in STAGES:
        raise InvalidTurn("A stage is one of {stages}.", stages=", ".join(STAGES))
    if not 1 <= len(numbers) <= STAGE_LENGTH or any(number not in NUMBERS for number in numbers):
        raise InvalidTurn("A stage has one to four numbers left, each from 1 to 6.")
    different = set(numbers)
    if stage not in ("plain", "acey_deucey"):
        if len(different) != 1:
            raise InvalidTurn("In the stage {stage} all numbers left are equal.", stage=stage)
    elif len(numbers) != len(different) or len(numbers) > 2:
        raise InvalidTurn("In the stage {stage} one or two different numbers are left.", stage=stage)
    elif stage == "acey_deucey" and not different <= {1, 2}:
        raise InvalidTurn("In the stage acey_deucey only a 1 and a 2 can be left.")
    elif stage == "plain" and different == {1, 2}:
        raise InvalidTurn("A 1 and a 2 are the stage acey_deucey, not plain.")


def _checked_roll(turn: Turn) -> Turn:
    if turn != Turn(turn.player, "roll", rolls=turn.rolls):
        raise InvalidTurn("A turn that awaits a roll has no stage, dice, numbers or name.")
    return turn


def _checked_name(turn: Turn) -> Turn:
    named = turn._replace(stage="acey_deucey", dice=(2, 1))
    if named != Turn(turn.player, "name", "acey_deucey", (2, 1), rolls=turn.rolls):
        raise InvalidTurn("A turn that awaits a name has no numbers left and nothing named yet.")
    return named


def _checked_named(turn: Turn) -> Turn:
    number = turn.numbers[0]
    if turn.stage == "named":
        turn = turn._replace(named=turn.named or number)
        if turn.named != number:
            raise InvalidTurn("In the stage named the numbers left are the number named.")
    elif turn.named and (turn.stage != "complement" or turn.named != 7 - number):
        raise InvalidTurn("Only the stage named and its complement, 7 less the number, have a number named.")
    return turn


def _checked_dice(turn: Turn) -> Turn:
    number = turn.numbers[0]
    if turn.stage == "plain":
        return _checked_plain_dice(turn)
    if turn.stage == "double":
        dice = (number, number)
    elif turn.stage == "complement" and not turn.named:
        dice = (7 - number, 7 - number)
    else:
        dice = (2, 1)
    if turn.dice is not None and tuple(sorted(turn.dice)) != tuple(sorted(dice)):
        raise InvalidTurn("The dice {given} do not lead to this stage.", given=f"{turn.dice[0]}-{turn.dice[1]}")
    return turn._replace(dice=dice)


def _checked_plain_dice(turn: Turn) -> Turn:
    numbers = tuple(sorted(turn.numbers, reverse=True))
    dice = turn.dice or numbers
    if len(dice) == 1:
        return turn._replace(numbers=numbers)
    dice = (max(dice), min(dice))
    if any(die not in NUMBERS for die in dice) or roll_kind(dice) != "plain" or not set(numbers) <= set(dice):
        raise InvalidTurn("The numbers left of a plain stage are among its two different dice.")
    return turn._replace(numbers=numbers, dice=dice)
