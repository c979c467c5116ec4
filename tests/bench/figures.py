"""What a benchmark found: a figure with its unit and its goal, as a line of the table; it measures nothing."""

from collections.abc import Sequence
from typing import NamedTuple

TITLES = ("what", "measured", "goal")


class Figure(NamedTuple):
    """One figure; without a goal it only informs. ``most`` and ``least`` bound what is wished for."""

    what: str
    value: float
    unit: str = "×"
    most: float | None = None
    least: float | None = None

    @property
    def goal(self) -> str:
        """The goal in words, and whether it is met."""
        if self.most is None and self.least is None:
            return ""
        bounds = [f"{sign} {bound:g}" for sign, bound in (("≥", self.least), ("≤", self.most)) if bound is not None]
        return f"{', '.join(bounds)}: {'met' if self.is_met else 'missed'}"

    @property
    def is_met(self) -> bool:
        """Whether it lies within the goal."""
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table of Markdown."""
    rows = [TITLES, *((figure.what, f"{figure.value:.4g} {figure.unit}", figure.goal) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(TITLES))]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    rule = "|".join("-" * (width + 2) for width in widths)
    return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])
