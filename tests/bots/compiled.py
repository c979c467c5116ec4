"""Between the rules' positions and the compiled simulator's arrays. It must hold no rule."""

import random
from typing import Any

import numpy as np
import numpy.typing as npt
from acey_deucey.bots.encoding import option_numbers
from acey_deucey.rules.legal import Stage
from acey_deucey.rules.options import OPTIONS, Options
from acey_deucey.rules.position import HAND, Position, count_at, opponent_of
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.situation import Situation

from tests.rules import translation as package
from tests.rules.random_positions import random_position, random_stage

Counts = npt.NDArray[np.int8]
STAGE_CODES: dict[Stage, int] = {"plain": 0, "acey_deucey": 1, "double": 2, "named": 3, "complement": 4}


def counts(packed: int) -> Counts:
    """The 27 counts of a packed side."""
    return np.array([count_at(packed, field) for field in range(HAND + 1)], np.int8)


def sides(situation: Situation) -> tuple[Counts, Counts]:
    """The mover's and the opponent's counts."""
    position: Position = situation.position
    player = situation.player
    return counts(position.packed(player)), counts(position.packed(opponent_of(player)))


def numbers_of(options: Options) -> npt.NDArray[np.int64]:
    """The options as the simulator takes them."""
    return np.array(option_numbers(options), np.int64)


def random_options(rng: random.Random) -> Options:
    """A shipped rule set's options, or any mixture."""
    if rng.random() < 0.6:
        return rng.choice(list(RULESETS.values())).options
    values: dict[str, Any] = {name: rng.choice(info.choices).value for name, info in OPTIONS.items()}
    return Options().override(values)


def random_situation(rng: random.Random) -> Situation:
    """A position with a whole stage to play, under some options."""
    while True:
        stage, numbers = random_stage(rng)
        if len(numbers) == (2 if stage in ("plain", "acey_deucey") else 4):
            break
    mover, opponent = random_position(rng)
    return package.situation_of(
        mover, opponent, rng.choice(("white", "black")), stage, numbers, random_options(rng).as_dict()
    )
