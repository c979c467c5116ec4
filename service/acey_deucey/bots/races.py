"""Races in which all checkers of both sides are home: the chance to win from exact tables; it knows no plays.

A table holds for each position of one side the chance to be done by the end of each turn, in parts of 255, when
the player saves turns in the mean. Its file holds the differences from one position to the next, which pack
well. There is a table for every shipped rule set; without one there is no answer.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from math import comb

import numpy as np
import numpy.typing as npt

from acey_deucey.bots.encoding import NAMING_REQUIRES, RACE_OPTIONS
from acey_deucey.bots.features import Board, Floats, OptionNumbers, unpacked

VERSION = 1
HOME_POINTS = 6
SCALE = 255

_CHOOSE = np.array([[comb(n, k) for k in range(HOME_POINTS + 1)] for n in range(21)], np.int64)
_BEYOND_HOME = 4 * (HOME_POINTS + 1)

Table = npt.NDArray[np.uint8]


def is_race(board: Board) -> bool:
    """Whether all checkers of both sides are home or off."""
    return not (board.own >> _BEYOND_HOME or board.other >> _BEYOND_HOME)


def table_name(options: OptionNumbers) -> str | None:
    """The file that holds the table for these options; None where tables are not exact."""
    if options[NAMING_REQUIRES]:
        return None
    return f"bearoff-{''.join(str(options[at]) for at in RACE_OPTIONS)}-{VERSION}.npz"


@cache
def race_table(options: OptionNumbers) -> Table | None:
    """The table for these options, if the package ships one: a row for each position, a column for each turn."""
    name = table_name(options)
    file = files(__package__).joinpath("weights", name) if name else None
    if file is None or not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as stored:
        table: Table = np.cumsum(stored["steps"], axis=1, dtype=np.uint8).T
    return np.ascontiguousarray(table)


def winning(boards: Sequence[Board], table: Table) -> Floats:
    """For each race the chance of the player who is to roll; ``own`` of the board is his."""
    own, other = (table[ranks([board[side] for board in boards])].astype(np.float32) / SCALE for side in (0, 1))
    other_before = np.roll(other, 1, axis=1)
    other_before[:, 0] = 0
    chance: Floats = (np.diff(own, axis=1, prepend=0) * (1 - other_before)).sum(axis=1)
    return chance


def ranks(sides: Sequence[int]) -> npt.NDArray[np.int64]:
    """The row of each packed side in a table."""
    totals = unpacked(sides)[:, 1 : HOME_POINTS + 1].cumsum(axis=1, dtype=np.int64)
    columns = np.arange(1, HOME_POINTS + 1)
    rows: npt.NDArray[np.int64] = _CHOOSE[totals + columns - 1, columns].sum(axis=1)
    return rows
