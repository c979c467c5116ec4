"""Under which options a network plays against itself: the shipped rule sets above all, and their neighbours."""

from typing import Any

import numpy as np

from acey_deucey.bots.encoding import option_numbers
from acey_deucey.bots.families import Family, family_of
from acey_deucey.rules.options import Options
from acey_deucey.rules.rulesets import RULESETS

SHIPPED_SHARE = 4
NEIGHBOURS: tuple[dict[str, Any], ...] = (
    {"scoring": "one_point"},
    {"scoring": "checkers_left"},
    {"enter_before_moving": True},
    {"entry_requires": "double_or_acey_deucey"},
    {"bar_first": False},
    {"doubles_complement": True, "named_complement": True, "doubles_roll_again": "if_all_played"},
    {"doubles_roll_again": "if_all_played"},
    {"doubles_roll_again": "always"},
    {"naming_requires": "nothing"},
    {"named_must_be_playable": True},
    {"named_complement": True},
    {"named_roll_again": "always"},
    {"bear_off": "highest"},
    {"bear_off": "exact", "home_moves": "not_while_bearing_off"},
)


def option_sets(family: Family) -> np.ndarray:
    """The option sets of a family, one a row, each as often as it is to be played."""
    shipped = [ruleset.options for ruleset in RULESETS.values() if family_of(ruleset.options) == family]
    near = [shipped[0].override(changes) for changes in NEIGHBOURS]
    rows = [each for each in near if family_of(each) == family]
    share = -(-SHIPPED_SHARE * len(rows) // len(shipped))
    return np.array([option_numbers(each) for each in _repeated(shipped, share) + rows], np.int64)


def _repeated(sets: list[Options], times: int) -> list[Options]:
    return [each for each in sets for _ in range(times)]
