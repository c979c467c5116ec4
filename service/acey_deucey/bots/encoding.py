"""What a value network sees of options and pending duties, as numbers; it knows no boards and no weights."""

from enum import IntEnum

from acey_deucey.rules.options import OPTIONS, Options

OPTION_FIELDS = (
    "enter_before_moving",
    "entry_requires",
    "bar_first",
    "doubles_complement",
    "doubles_roll_again",
    "naming_requires",
    "named_must_be_playable",
    "named_complement",
    "named_roll_again",
    "bear_off",
    "home_moves",
    "scoring",
)
(
    ENTER_BEFORE_MOVING,
    ENTRY_REQUIRES,
    BAR_FIRST,
    DOUBLES_COMPLEMENT,
    DOUBLES_ROLL_AGAIN,
    NAMING_REQUIRES,
    NAMED_MUST_BE_PLAYABLE,
    NAMED_COMPLEMENT,
    NAMED_ROLL_AGAIN,
    BEAR_OFF,
    HOME_MOVES,
    SCORING,
) = range(len(OPTION_FIELDS))
RACE_OPTIONS = (
    DOUBLES_COMPLEMENT,
    DOUBLES_ROLL_AGAIN,
    NAMED_MUST_BE_PLAYABLE,
    NAMED_COMPLEMENT,
    NAMED_ROLL_AGAIN,
    BEAR_OFF,
    HOME_MOVES,
)

"""The options on which bearing off without contact depends, where a 1-2 must be played before a name."""


class Pending(IntEnum):
    """What comes next for the player who has just moved; COMPLEMENT_n is n above NAME."""

    OPPONENT = 0
    ROLL = 1
    NAME = 2
    COMPLEMENT_1 = 3
    COMPLEMENT_2 = 4
    COMPLEMENT_3 = 5
    COMPLEMENT_4 = 6
    COMPLEMENT_5 = 7
    COMPLEMENT_6 = 8


def option_numbers(options: Options) -> tuple[int, ...]:
    """Each option of OPTION_FIELDS as the index of its value among its choices; false is 0, true is 1."""
    values = options.as_dict()
    return tuple(_index(name, values[name]) for name in OPTION_FIELDS)


def _index(name: str, value: object) -> int:
    if isinstance(value, bool):
        return int(value)
    return [choice.value for choice in OPTIONS[name].choices].index(value)  # type: ignore[arg-type]
