"""What boards are worth after the value networks and the exact tables; it knows no plays and no turns."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from acey_deucey.bots.encoding import Pending, option_numbers
from acey_deucey.bots.families import family_of
from acey_deucey.bots.features import Board, Floats, OptionNumbers, inputs
from acey_deucey.bots.races import is_race, race_table, winning
from acey_deucey.bots.weights import Weights, shipped_weights
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import CHECKERS

LIMIT = 12.0


class Chances(NamedTuple):
    """For one player: his chance to win, from 0 to 1, and the points that he may expect, at a stake of one."""

    win: float
    points: float

    @property
    def other(self) -> "Chances":
        """The same for his opponent."""
        return Chances(1 - self.win, -self.points)


def chances(boards: Sequence[Board], options: Options) -> list[Chances]:
    """For each board what it is worth to the player whose turn it is."""
    if not boards:
        return []
    numbers = option_numbers(options)
    out = outputs(inputs(boards, numbers), shipped_weights(family_of(options)))
    _correct_races(out, boards, numbers)
    win = out[:, 0]
    points = 2 * win - 1 if options.scoring == "one_point" else CHECKERS * (out[:, 1] - out[:, 2])
    return [Chances(*row) for row in np.stack((win, points), axis=1).astype(np.float64).round(6).tolist()]


def _correct_races(out: Floats, boards: Sequence[Board], numbers: OptionNumbers) -> None:
    """Put the exact chance to win in its place; what a win and a loss cost stays what the network thinks."""
    rows = [row for row, board in enumerate(boards) if board.pending == Pending.ROLL and is_race(board)]
    table = race_table(numbers) if rows else None
    if table is None:
        return
    exact, thought = winning([boards[row] for row in rows], table), out[rows, 0]
    out[rows, 1] = np.minimum(out[rows, 1] / thought, 1) * exact
    out[rows, 2] = np.minimum(out[rows, 2] / (1 - thought), 1) * (1 - exact)
    out[rows, 0] = exact


def outputs(x: Floats, weights: Weights) -> Floats:
    """For each row of inputs the chance to win, and points won and lost as parts of fifteen."""
    hidden = np.maximum(x @ weights.w1 + weights.b1, 0)
    out: Floats = 1 / (1 + np.exp(-np.clip(hidden @ weights.w2 + weights.b2, -LIMIT, LIMIT)))
    return out
