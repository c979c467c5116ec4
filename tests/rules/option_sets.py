"""The options that the random tests play with: every shipped rule set, and mixes of all values. It knows no meaning."""

import random

from acey_deucey.rules.options import OPTIONS

from tests.rules import brute_force

MIXES = 13  # 20 sets in all


def mixed_options(number: int) -> dict[str, object]:
    """Every option with any of its values, the same for the same number; turns without a limit of rolls."""
    rng = random.Random(number)
    mixed: dict[str, object] = {name: rng.choice(info.choices).value for name, info in OPTIONS.items()}
    return mixed | {"max_rolls_per_turn": None}


OPTION_SETS = brute_force.RULESETS | {f"mix-{number}": mixed_options(number) for number in range(MIXES)}
