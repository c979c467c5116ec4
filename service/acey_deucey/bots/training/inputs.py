"""The inputs of a value network, compiled; ``bots.features`` computes the same with numpy, and tests compare them.

One input vector is 2 × 104 numbers for the fields of the player in action and of the other, 2 × 11 for what
each side can do and suffer, one for a race without contact, 8 for what is pending and 15 for the options.
"""

import numpy as np
from numba import njit

from acey_deucey.bots.encoding import (
    BAR_FIRST,
    BEAR_OFF,
    DOUBLES_COMPLEMENT,
    DOUBLES_ROLL_AGAIN,
    ENTER_BEFORE_MOVING,
    ENTRY_REQUIRES,
    HOME_MOVES,
    NAMED_COMPLEMENT,
    NAMED_MUST_BE_PLAYABLE,
    NAMED_ROLL_AGAIN,
    NAMING_REQUIRES,
    SCORING,
)
from acey_deucey.bots.training.moves import held_mask, movable, open_mask

SIDE = 104
EXTRAS = 11
DENSE = 2 * SIDE
RACE = DENSE + 2 * EXTRAS
PENDING = RACE + 1
OPTION_INPUTS = PENDING + 8
INPUTS = OPTION_INPUTS + 15


@njit(cache=True)
def field_inputs(x, at, side):
    """Write the 104 inputs that depend on the counts of one side's fields."""
    for point in range(1, 25):
        count, base = side[point], at + 4 * (point - 1)
        x[base] = count == 1
        x[base + 1] = count >= 2
        x[base + 2] = count >= 3
        x[base + 3] = (count - 3) / 4 if count > 3 else 0
    x[at + 96] = side[26] >= 1
    x[at + 97] = side[26] / 15
    x[at + 98] = min(side[26], 4) / 4
    x[at + 99] = side[25] >= 1
    x[at + 100] = side[25] >= 2
    x[at + 101] = side[25] / 4
    x[at + 102] = side[0] / 15
    x[at + 103] = (side[0] - 10) / 5 if side[0] > 10 else 0


@njit(cache=True)
def rearmost(side):
    """The distance that the side's last checker has to go: 25 from hand and bar, 0 with all off."""
    if side[25] > 0 or side[26] > 0:
        return 25
    for point in range(24, 0, -1):
        if side[point] > 0:
            return point
    return 0


@njit(cache=True)
def side_extras(x, at, side, other, options):
    """Write the 11 inputs that sum up what one side can do and what threatens it."""
    pips, home, held_points, blots = 25 * (side[25] + side[26]), 0, 0, 0
    attackers = 1 if other[25] > 0 or other[26] > 0 else 0
    bar_only = options[BAR_FIRST] == 1 and other[25] > 0
    for point in range(1, 25):
        count = side[point]
        pips += point * count
        if point <= 6:
            home += count
            held_points += count > 0
        if count == 1:
            blots |= 1 << point
        if other[25 - point] > 0 and not bar_only and not (point >= 19 and options[HOME_MOVES] == 2):
            attackers |= 1 << point
    numbers, hit = 0, 0
    for number in range(1, 7):
        struck = (attackers << number) & blots
        numbers += struck != 0
        hit |= struck
    exposed, blot_count, run, longest = 0, 0, 0, 0
    for point in range(1, 25):
        blot_count += blots >> point & 1
        if hit >> point & 1:
            exposed += 25 - point
        run = run + 1 if side[point] >= 2 else 0
        longest = max(longest, run)
    opened, held = open_mask(other), held_mask(side)
    entries, mobile = 0, 0
    for number in range(1, 7):
        entries += opened >> (25 - number) & 1
        mobile += movable(held, number, opened, True, options) != 0
    x[at] = pips / 375
    x[at + 1] = min(pips, 100) / 100
    x[at + 2] = home / 15
    x[at + 3] = home + side[0] == 15
    x[at + 4] = numbers / 6
    x[at + 5] = exposed / 50
    x[at + 6] = blot_count / 6
    x[at + 7] = entries / 6
    x[at + 8] = mobile / 6
    x[at + 9] = longest / 6
    x[at + 10] = held_points / 6


@njit(cache=True)
def board_extras(x, own, opp, options):
    """Write the 23 inputs between the fields and what is pending."""
    side_extras(x, DENSE, own, opp, options)
    side_extras(x, DENSE + EXTRAS, opp, own, options)
    x[RACE] = rearmost(own) + rearmost(opp) < 25


@njit(cache=True)
def option_inputs(x, options):
    """Write the 15 inputs that tell the options."""
    at = OPTION_INPUTS
    x[at] = options[ENTER_BEFORE_MOVING]
    x[at + 1] = options[ENTRY_REQUIRES]
    x[at + 2] = options[BAR_FIRST]
    x[at + 3] = options[DOUBLES_COMPLEMENT]
    x[at + 4] = options[DOUBLES_ROLL_AGAIN] >= 1
    x[at + 5] = options[DOUBLES_ROLL_AGAIN] == 2
    x[at + 6] = options[NAMING_REQUIRES]
    x[at + 7] = options[NAMED_MUST_BE_PLAYABLE]
    x[at + 8] = options[NAMED_COMPLEMENT]
    x[at + 9] = options[NAMED_ROLL_AGAIN]
    x[at + 10] = options[BEAR_OFF] >= 1
    x[at + 11] = options[BEAR_OFF] == 2
    x[at + 12] = options[HOME_MOVES] >= 1
    x[at + 13] = options[HOME_MOVES] == 2
    x[at + 14] = options[SCORING]


@njit(cache=True)
def all_inputs(x, own, opp, pending, options):
    """Write the whole vector for the player in action, ``pending`` from ROLL on."""
    x[:] = 0
    field_inputs(x, 0, own)
    field_inputs(x, SIDE, opp)
    board_extras(x, own, opp, options)
    x[PENDING + pending - 1] = 1
    option_inputs(x, options)


def new_inputs() -> np.ndarray:
    """Room for one vector."""
    return np.zeros(INPUTS, np.float32)
