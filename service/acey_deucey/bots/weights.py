"""The weights of the networks as files in the package; it knows neither boards nor training."""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from acey_deucey.bots.families import Family

VERSION = 2
Floats = npt.NDArray[np.float32]


class Weights(NamedTuple):
    """One hidden layer: inputs to hidden, hidden to the three chances."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats


@cache
def shipped_weights(family: Family) -> Weights:
    """The weights that the bots of the family play with, read once."""
    return _kept(family, VERSION)


def previous_weights(family: Family) -> Weights:
    """Those that they played with before, kept so that the newer ones can be measured against them."""
    return _kept(family, VERSION - 1)


def read_weights(data: bytes) -> Weights:
    """The weights in a file's bytes."""
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        return Weights(*(stored[name].astype(np.float32) for name in Weights._fields))


def _kept(family: Family, version: int) -> Weights:
    return read_weights(files(__package__).joinpath("weights", f"{family}-{version}.npz").read_bytes())
