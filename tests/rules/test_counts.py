"""The table of play counts holds for the naive referee and for the package. It must hold no rule of its own."""

from typing import cast

import pytest
from acey_deucey.rules.legal import Stage
from acey_deucey.rules.plays import legal_plays
from acey_deucey.rules.position import Position
from acey_deucey.rules.rulesets import RULESETS

from tests.rules.counts import FILE, Count, naive_count, recounted


def package_count(position: Position, stage: str, numbers: str, ruleset: str) -> int:
    options = RULESETS[ruleset].options
    return len(legal_plays(position, "white", cast(Stage, stage), tuple(map(int, numbers)), options))


@pytest.mark.parametrize("count", [naive_count, package_count])
def test_every_roll_reaches_as_many_positions_as_the_table_says(count: Count) -> None:
    table = FILE.read_text("utf-8")
    assert recounted(table, count) == table
