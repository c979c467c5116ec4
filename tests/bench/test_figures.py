"""The table of the benchmarks says of each figure whether its goal is met."""

import pytest

from tests.bench.figures import Figure, table


@pytest.mark.parametrize(
    ("value", "most", "least", "goal"),
    [
        (1.0, 1.0, None, "≤ 1: met"),
        (1.01, 1.0, None, "≤ 1: missed"),
        (0.95, 1.1, 0.9, "≥ 0.9, ≤ 1.1: met"),
        (0.8, 1.1, 0.9, "≥ 0.9, ≤ 1.1: missed"),
        (0, 0, None, "≤ 0: met"),
        (7, None, None, ""),
    ],
)
def test_a_goal_is_met_within_its_bounds(value: float, most: float | None, least: float | None, goal: str) -> None:
    assert Figure("x", value, most=most, least=least).goal == goal


def test_the_columns_of_the_table_stand_below_each_other() -> None:
    lines = table([Figure("short", 1234.56, "/s"), Figure("a longer name", 0.5, most=1.0)]).splitlines()
    assert lines == [
        "| what          | measured | goal     |",
        "|---------------|----------|----------|",
        "| short         | 1235 /s  |          |",
        "| a longer name | 0.5 ×    | ≤ 1: met |",
    ]
