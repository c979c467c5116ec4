"""What boards are worth after the value networks; it knows no plays and no turns."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from acey_deucey.bots.encoding import option_numbers
from acey_deucey.bots.families import family_of
from acey_deucey.bots.features import Board, Floats, inputs
from acey_deucey.bots.weights import Weights, shipped_weights
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import CHECKERS


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
    out = outputs(inputs(boards, option_numbers(options)), shipped_weights(family_of(options)))
    win = out[:, 0]
    points = 2 * win - 1 if options.scoring == "one_point" else CHECKERS * (out[:, 1] - out[:, 2])
    return [Chances(*row) for row in np.stack((win, points), axis=1).round(6).tolist()]


def outputs(x: Floats, weights: Weights) -> Floats:
    """For each row of inputs the chance to win, and points won and lost as parts of fifteen."""
    hidden = np.maximum(x @ weights.w1 + weights.b1, 0)
    out: Floats = 1 / (1 + np.exp(-(hidden @ weights.w2 + weights.b2)))
    return out
