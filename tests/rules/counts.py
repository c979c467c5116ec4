"""The table of play counts: how many positions each roll can reach, by rule set. It must hold no rule of its own.

``python -m tests.rules.counts`` counts every row of the file anew with the naive referee: read the difference.
"""

from collections.abc import Callable
from pathlib import Path

from acey_deucey.rules.position import Position
from acey_deucey.rules.position_id import parse_position_id

from tests.rules import brute_force
from tests.rules import translation as package

FILE = Path(__file__).with_name("counts.txt")
RULESETS = list(brute_force.RULESETS)

Count = Callable[[Position, str, str, str], int]


def stages() -> list[tuple[str, str]]:
    """The 21 rolls as stages with their numbers, the larger first."""
    mixed = [f"{high}{low}" for high in range(6, 0, -1) for low in range(high - 1, 0, -1)]
    doubles = [str(number) * 4 for number in range(6, 0, -1)]
    return [("acey_deucey" if numbers == "21" else "plain", numbers) for numbers in mixed] + [
        ("double", numbers) for numbers in doubles
    ]


def recounted(text: str, count: Count) -> str:
    """The table with all its counts made anew; headings and positions stay."""
    heading, *blocks = text.split("\n\n")
    return "\n\n".join([heading, *(block(words.splitlines()[0], count) for words in blocks)]) + "\n"


def block(title: str, count: Count) -> str:
    """The rows of one position, whose title ends with its sides as a position id writes them."""
    position, _ = parse_position_id(title.split()[-1] + " w roll 0")
    widths = [max(len(name), 5) for name in RULESETS]
    rows = [["", *RULESETS]]
    rows += [
        [numbers, *(str(count(position, stage, numbers, name)) for name in RULESETS)] for stage, numbers in stages()
    ]
    lines = [
        f"{row[0]:6}" + "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], widths, strict=True))
        for row in rows
    ]
    return "\n".join([title, *lines])


def naive_count(position: Position, stage: str, numbers: str, ruleset: str) -> int:
    """What the naive referee counts for White."""
    mover, opponent = package.sides_of(position, "white")
    options = brute_force.RULESETS[ruleset]
    return len(brute_force.complete_plays(mover, opponent, stage, tuple(map(int, numbers)), options))


if __name__ == "__main__":
    FILE.write_text(recounted(FILE.read_text("utf-8"), naive_count), "utf-8")
