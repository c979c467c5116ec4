"""The inputs of a value network for many boards at once, with numpy; it knows no weights.

One input vector is 2 × 104 numbers for the fields of the player in action and of the other, 2 × 11 for what
each side can do and suffer, one for a race without contact, 8 for what is pending and 15 for the options.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from acey_deucey.bots import encoding as code
from acey_deucey.bots.encoding import Pending

SIDE = 104
EXTRAS = 11
DENSE = 2 * SIDE
RACE = DENSE + 2 * EXTRAS
PENDING = RACE + 1
OPTION_INPUTS = PENDING + 8
INPUTS = OPTION_INPUTS + 15

Counts = npt.NDArray[np.int8]
Masks = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
OptionNumbers = tuple[int, ...]

_BYTES = 14
_BITS = np.int64(1) << np.arange(27, dtype=np.int64)
_ALL_POINTS = int(_BITS[1:25].sum())
_HOME = int(_BITS[1:7].sum())
_OUTSIDE = _ALL_POINTS & ~_HOME
_BAR, _HAND = 1 << 25, 1 << 26
_NUMBERS = np.arange(1, 7, dtype=np.int64)
_POINT_NUMBERS = np.arange(1, 25, dtype=np.int64)


class Board(NamedTuple):
    """What a network judges: two packed sides and what is pending for the first, whose turn it is."""

    own: int
    other: int
    pending: Pending


def inputs(boards: Sequence[Board], options: OptionNumbers) -> Floats:
    """One row of inputs for each board; ``pending`` is ROLL or later."""
    own, other = (unpacked([board[side] for board in boards]) for side in (0, 1))
    x = np.zeros((len(boards), INPUTS), np.float32)
    _write_fields(x[:, :SIDE], own)
    _write_fields(x[:, SIDE:DENSE], other)
    _write_extras(x[:, DENSE : DENSE + EXTRAS], own, other, options)
    _write_extras(x[:, DENSE + EXTRAS : RACE], other, own, options)
    x[:, RACE] = _rearmost(own) + _rearmost(other) < 25
    x[np.arange(len(boards)), [PENDING + board.pending - 1 for board in boards]] = 1
    x[:, OPTION_INPUTS:] = _option_inputs(options)
    return x


def unpacked(sides: Sequence[int]) -> Counts:
    """The 27 counts of each packed side, one side a row."""
    data = b"".join(side.to_bytes(_BYTES, "little") for side in sides)
    pairs = np.frombuffer(data, np.uint8).reshape(len(sides), _BYTES)
    counts = np.empty((len(sides), 2 * _BYTES), np.int8)
    counts[:, ::2] = pairs & 15
    counts[:, 1::2] = pairs >> 4
    return counts[:, :27]


def _write_fields(x: Floats, side: Counts) -> None:
    points = side[:, 1:25]
    grid = np.stack((points == 1, points >= 2, points >= 3, np.maximum(points - 3, 0) / 4), axis=-1)
    x[:, :96] = grid.reshape(len(side), 96)
    hand, bar, off = side[:, 26], side[:, 25], side[:, 0]
    piles = (hand >= 1, hand / 15, np.minimum(hand, 4) / 4, bar >= 1, bar >= 2, bar / 4)
    x[:, 96:] = np.stack((*piles, off / 15, np.maximum(off - 10, 0) / 5), axis=-1)


def _write_extras(x: Floats, side: Counts, other: Counts, options: OptionNumbers) -> None:
    points = side[:, 1:25]
    waiting = side[:, 25].astype(np.int64) + side[:, 26]
    pips = 25 * waiting + points @ _POINT_NUMBERS
    home = side[:, 1:7].sum(axis=1, dtype=np.int64)
    blots = _mask(points == 1)
    struck = (_attackers(other, options)[:, None] << _NUMBERS) & blots[:, None]
    hit = np.bitwise_or.reduce(struck, axis=1)
    opened, held = _open(other), _held(side)
    x[:, 0] = pips / 375
    x[:, 1] = np.minimum(pips, 100) / 100
    x[:, 2] = home / 15
    x[:, 3] = home + side[:, 0] == 15
    x[:, 4] = (struck != 0).sum(axis=1) / 6
    x[:, 5] = (hit[:, None] >> _POINT_NUMBERS & 1) @ (25 - _POINT_NUMBERS) / 50
    x[:, 6] = np.bitwise_count(blots) / 6
    x[:, 7] = np.bitwise_count(opened >> 19) / 6
    x[:, 8] = (movable(held, opened, options) != 0).sum(axis=1) / 6
    x[:, 9] = _longest_run(_mask(points >= 2)) / 6
    x[:, 10] = (side[:, 1:7] > 0).sum(axis=1) / 6


def movable(held: Masks, opened: Masks, options: OptionNumbers) -> Masks:
    """For each side a row of six masks: the fields from which each number can be played in a stage that enters."""
    held = held[:, None]
    reach = opened[:, None] << _NUMBERS
    entering = np.where(reach & _BAR, held & (_BAR | _HAND), 0)
    moving = held & reach & _ALL_POINTS
    if options[code.HOME_MOVES] == 2:
        moving &= ~_HOME
    waiting = moving | entering
    if options[code.ENTER_BEFORE_MOVING]:
        waiting = np.where(held & _HAND, entering, waiting)
    if options[code.BAR_FIRST]:
        waiting = np.where(held & _BAR, entering & _BAR, waiting)
    leaving = _leaving(held, options)
    at_home = moving | leaving if options[code.HOME_MOVES] == 0 else leaving
    on_board = np.where(held & _OUTSIDE, moving, at_home)
    return np.where(held & (_BAR | _HAND), waiting, on_board)


def _leaving(held: Masks, options: OptionNumbers) -> Masks:
    exact = held & (1 << _NUMBERS)
    if options[code.BEAR_OFF] == 2:
        return exact
    over = np.where((exact == 0) & (held >> _NUMBERS == 0), held & _HOME, 0)
    return exact | over


def _attackers(other: Counts, options: OptionNumbers) -> Masks:
    """Where, in the first side's numbering, checkers of the other stand that may hit; those yet to enter on 0."""
    mirrored = other[:, 24:0:-1] > 0
    if options[code.HOME_MOVES] == 2:
        mirrored[:, 18:] = False
    if options[code.BAR_FIRST]:
        mirrored &= (other[:, 25] == 0)[:, None]
    return _mask(mirrored) | ((other[:, 25] > 0) | (other[:, 26] > 0))


def _open(other: Counts) -> Masks:
    return _mask(other[:, 24:0:-1] < 2)


def _held(side: Counts) -> Masks:
    held: Masks = (side[:, 1:] > 0) @ _BITS[1:]
    return held


def _mask(points: npt.NDArray[np.bool_]) -> Masks:
    mask: Masks = points @ _BITS[1:25]
    return mask


def _rearmost(side: Counts) -> npt.NDArray[np.int64]:
    last = np.where(side[:, 1:25] > 0, _POINT_NUMBERS, 0).max(axis=1)
    return np.where((side[:, 25] > 0) | (side[:, 26] > 0), 25, last)


def _longest_run(mask: Masks) -> npt.NDArray[np.int64]:
    longest = np.zeros(len(mask), np.int64)
    while mask.any():
        longest += mask != 0
        mask = mask & mask >> 1
    return longest


def _option_inputs(options: OptionNumbers) -> list[int]:
    doubles, bear_off, home = (options[at] for at in (code.DOUBLES_ROLL_AGAIN, code.BEAR_OFF, code.HOME_MOVES))
    return [
        options[code.ENTER_BEFORE_MOVING],
        options[code.ENTRY_REQUIRES],
        options[code.BAR_FIRST],
        options[code.DOUBLES_COMPLEMENT],
        doubles >= 1,
        doubles == 2,
        options[code.NAMING_REQUIRES],
        options[code.NAMED_MUST_BE_PLAYABLE],
        options[code.NAMED_COMPLEMENT],
        options[code.NAMED_ROLL_AGAIN],
        bear_off >= 1,
        bear_off == 2,
        home >= 1,
        home == 2,
        options[code.SCORING],
    ]
