"""Random positions and stages of many characters for comparing referees. It must not know what is legal.

Every position has 15 checkers a side and no point held by both; each draw comes from the generator passed in.
"""

import random
from typing import NamedTuple

from tests.rules.brute_force import CHECKERS, Side

Range = tuple[int, int]
STAGES_OF_FOUR = ("double", "named", "complement")


class Recipe(NamedTuple):
    """How to draw one side: inclusive ranges for the piles, where the rest may stand, on how many points."""

    hand: Range = (0, 0)
    bar: Range = (0, 0)
    off: Range = (0, 0)
    points: range = range(1, 25)
    spread: Range = (1, 15)
    pairs: bool = False


HOME = range(1, 7)
OWN_OUTFIELD = (7, 12)  # the opponent counts these 18..13, so his own outfield cannot clash
CLOSED_BOARD = Recipe(hand=(0, 3), points=HOME, spread=(6, 6), pairs=True)
CHARACTERS: dict[str, tuple[Recipe, Recipe]] = {
    "opening": (
        Recipe(hand=(8, 15), points=range(7, 25)),
        Recipe(hand=(8, 15), bar=(0, 1), points=range(7, 25)),
    ),
    "middle game": (Recipe(hand=(0, 6), bar=(0, 3)), Recipe(hand=(0, 6), bar=(0, 2))),
    "blots everywhere": (Recipe(hand=(0, 9), spread=(6, 11)), Recipe(hand=(0, 9), spread=(6, 11))),
    "against a prime": (
        Recipe(hand=(0, 5), bar=(0, 2), points=range(8, 25)),
        Recipe(hand=(0, 3), points=range(4, 12), spread=(4, 6), pairs=True),
    ),
    "against blocked entries": (
        Recipe(hand=(0, 8), bar=(0, 3)),
        Recipe(hand=(0, 5), points=HOME, spread=(3, 5), pairs=True),
    ),
    "against a closed board": (Recipe(hand=(0, 4), bar=(0, 3)), CLOSED_BOARD),
    "coming home": (Recipe(points=range(1, 10)), Recipe(hand=(0, 12))),
    "race with few checkers": (
        Recipe(off=(9, 14), points=HOME),
        Recipe(off=(5, 14), points=HOME),
    ),
    "race with many checkers": (Recipe(off=(0, 8), points=HOME), Recipe(hand=(0, 15))),
    "about to win": (Recipe(off=(12, 14), points=HOME), Recipe(hand=(0, 12), bar=(0, 2))),
    "few checkers among blocks": (
        Recipe(bar=(0, 1), off=(11, 13)),
        Recipe(hand=(0, 3), spread=(5, 7), pairs=True),
    ),
    "few to enter among blocks": (
        Recipe(hand=(11, 14), bar=(0, 1), points=range(7, 25), spread=(1, 2)),
        Recipe(hand=(0, 3), points=range(1, 19), spread=(5, 7), pairs=True),
    ),
    "last checker outside": (Recipe(off=(11, 14), points=range(1, 25)), Recipe(off=(3, 13), points=HOME)),
    "bear-off with contact": (
        Recipe(off=(1, 12), points=HOME, spread=(1, 5)),
        Recipe(hand=(0, 10), bar=(0, 2), points=range(17, 25), spread=(1, 4)),
    ),
    "hit in the bear-off": (
        Recipe(bar=(1, 2), off=(1, 12), points=HOME, spread=(1, 5)),
        Recipe(hand=(0, 8), bar=(0, 1)),
    ),
}


def split(rng: random.Random, count: int, places: int, least: int) -> list[int]:
    """`count` checkers on that many points, each at least `least`; the rest falls at random."""
    heights = [least] * places
    for _ in range(count - least * places):
        heights[rng.randrange(places)] += 1
    return heights


def free_points(recipe: Recipe, taken: set[int]) -> list[int]:
    """The recipe's points that the other side left free; if it left none, all points that are free."""
    wanted = [point for point in recipe.points if point not in taken]
    return wanted or [point for point in range(1, 25) if point not in taken]


def draw_points(rng: random.Random, recipe: Recipe, count: int, taken: set[int]) -> dict[int, int]:
    """Where `count` checkers of one side stand."""
    least = 2 if recipe.pairs and count > 1 else 1
    free = free_points(recipe, taken)
    places = min(rng.randint(*recipe.spread), len(free), count // least)
    chosen = rng.sample(free, places)
    return dict(zip(chosen, split(rng, count, places, least), strict=True)) if count else {}


def draw_side(rng: random.Random, recipe: Recipe, foe: Side | None) -> Side:
    """One side after its recipe, on points that the foe, if already drawn, does not hold."""
    hand, bar, off = (rng.randint(*pile) for pile in (recipe.hand, recipe.bar, recipe.off))
    bar = min(bar, CHECKERS - hand - off)
    taken = {25 - point for point in foe["points"]} if foe else set()
    points = draw_points(rng, recipe, CHECKERS - hand - bar - off, taken)
    return {"hand": hand, "bar": bar, "off": off, "points": points}


def draw_pair(rng: random.Random, character: str) -> tuple[Side, Side]:
    """Both sides of one character; the second recipe sets the theme, so it chooses its points first."""
    first, second = CHARACTERS[character]
    opponent = draw_side(rng, second, None)
    return draw_side(rng, first, opponent), opponent


def nearly_dead(rng: random.Random) -> tuple[Side, Side]:
    """Both boards closed with three in hand, each side with none to two checkers displaced."""
    return nearly_closed(rng), nearly_closed(rng)


def nearly_closed(rng: random.Random) -> Side:
    points = dict.fromkeys(HOME, 2)
    hand = 3
    for _ in range(rng.choice((0, 0, 1, 2))):
        if rng.random() < 0.5:
            points[rng.choice(HOME)] -= 1
        else:
            hand -= 1
        stop = rng.choice((*HOME, rng.randint(*OWN_OUTFIELD)))
        points[stop] = points.get(stop, 0) + 1
    return {"hand": hand, "bar": 0, "off": 0, "points": {p: n for p, n in points.items() if n > 0}}


def random_position(rng: random.Random) -> tuple[Side, Side]:
    """Mover and opponent, each in his own numbering; either may have the part that the character names."""
    character = rng.choice((*CHARACTERS, "nearly dead"))
    mover, opponent = nearly_dead(rng) if character == "nearly dead" else draw_pair(rng, character)
    return (opponent, mover) if rng.random() < 0.3 else (mover, opponent)


def random_stage(rng: random.Random) -> tuple[str, list[int]]:
    """A stage and the numbers left in it, whole or partly played."""
    kind = rng.choice(("plain", "plain", "acey_deucey", *STAGES_OF_FOUR))
    if kind == "plain":
        return kind, random_plain(rng)
    if kind == "acey_deucey":
        return kind, rng.choice(([2, 1], [2, 1], [2], [1]))
    return kind, [rng.randint(1, 6)] * rng.choice((1, 2, 3, 4, 4, 4))


def random_plain(rng: random.Random) -> list[int]:
    """Two different numbers other than the 1-2, or the one that is left of them."""
    a, b = rng.sample(range(1, 7), 2)
    if {a, b} == {1, 2}:
        return random_plain(rng)
    return [a, b] if rng.random() < 0.8 else [a]
