"""Which steps are legal in a stage; the one place that decides it. It knows no turns and no dice.

Boards are seen from the mover as packed integers (see ``position``). What a checker may do next depends
on the mover's own checkers and on the points that the opponent blocks; these never change within a
stage, so the search walks over the mover's packed side alone and keeps beside it the opposing blots.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from acey_deucey.rules.moves import Step, landing
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import (
    ALL_OFF,
    ALL_POINTS,
    BAR,
    BITS,
    HAND,
    ONES,
    Player,
    Position,
    count_at,
    mirrored,
)

Stage = Literal["plain", "acey_deucey", "double", "named", "complement"]
STAGES: tuple[Stage, ...] = get_args(Stage)
NUMBERS = range(1, 7)

BIT = [1 << BITS * field for field in range(HAND + 1)]
_BAR_BIT, _HAND_BIT = BIT[BAR], BIT[HAND]
_WAITING = _BAR_BIT | _HAND_BIT
_HOME = sum(BIT[1:7])
_OUTSIDE = ALL_POINTS & ~_HOME
_NOT_HOME = ~_HOME

# By number, then by source: the bit of the point landed on (none off the board), what the step adds to the
# mover's packed side, and the step itself without and with a hit.
_TARGETS = [[landing(source, number) for source in range(HAND + 1)] for number in range(7)]
LANDS = [[BIT[target] if target else 0 for target in row] for row in _TARGETS]
ADDS = [[BIT[target] - BIT[source] for source, target in enumerate(row)] for row in _TARGETS]
PLAIN, HITTING = (
    [[Step(source, target, number, hit) for source, target in enumerate(row)] for number, row in enumerate(_TARGETS)]
    for hit in (False, True)
)

Choices: TypeAlias = list[tuple[int, int]]


class View(NamedTuple):
    """A position as its mover sees it: his packed side, the open points, the opposing blots."""

    own: int
    open: int
    blots: int
    options: Options
    may_enter: bool


def view_of(position: Position, player: Player, stage: Stage, options: Options) -> View:
    """The position as the player sees it in such a stage."""
    own, other = (position.white, position.black) if player == "white" else (position.black, position.white)
    other = mirrored(other)
    blocked = (other >> 1 | other >> 2 | other >> 3) & ALL_POINTS
    may_enter = stage != "plain" or options.entry_requires == "any"
    return View(own, ALL_POINTS ^ blocked, other & ALL_POINTS & ~blocked, options, may_enter)


def legal_steps(
    position: Position, player: Player, stage: Stage, numbers: Sequence[int], options: Options
) -> tuple[Step, ...]:
    """Exactly the steps that keep the maximal play of the stage reachable (H13, H14), larger number first.

    ``numbers`` are those still to be played: at most two that differ, or up to four that are equal.
    """
    view = view_of(position, player, stage, options)
    blots, steps = view.blots, []
    for number, sources in choices(view.own, view, numbers):
        plain, hitting, lands = PLAIN[number], HITTING[number], LANDS[number]
        while sources:
            source = sources.bit_length() >> 2
            sources ^= BIT[source]
            steps.append(hitting[source] if lands[source] & blots else plain[source])
    return tuple(steps)


def has_step(position: Position, player: Player, stage: Stage, number: int, options: Options) -> bool:
    """Whether any checker of the player may play the number."""
    view = view_of(position, player, stage, options)
    return bool(movable(view.own, number, view))


def is_dead(position: Position, options: Options) -> bool:
    """Whether neither side has a step for any number, so that nothing can ever change (RULES: dead position)."""
    return not any(
        has_step(position, player, "double", number, options) for player in ("white", "black") for number in NUMBERS
    )


def choices(own: int, view: View, numbers: Sequence[int]) -> Choices:
    """Each number that may be played next, with the sources from which it keeps the maximal play."""
    if not numbers:
        return []
    number = numbers[0]
    sources = movable(own, number, view)
    if len(numbers) == 1:
        return [(number, sources)]
    if number == numbers[1]:
        return [(number, _deepest(own, view, number, len(numbers), sources))]
    return _larger_first(own, view, number, sources, numbers[1])


def _larger_first(own: int, view: View, number: int, sources: int, second: int) -> Choices:
    larger, smaller, l_sources, s_sources = number, second, sources, movable(own, second, view)
    if second > number:
        larger, smaller, l_sources, s_sources = second, number, s_sources, sources
    both = [
        (larger, _followed(own, view, larger, l_sources, smaller, s_sources)),
        (smaller, _followed(own, view, smaller, s_sources, larger, l_sources)),
    ]
    if both[0][1] or both[1][1]:
        return both
    return [(larger, l_sources)] if l_sources else [(smaller, s_sources)]


def _followed(own: int, view: View, number: int, sources: int, then: int, then_sources: int) -> int:
    """The sources of a step by ``number`` after which ``then`` can be played too, or that win."""
    doubtful = sources
    if then_sources and _never_hinders(view.options):
        # Only a lone source can be used up.
        if then_sources & then_sources - 1 or count_at(own, then_sources.bit_length() >> 2) > 1:
            return sources
        doubtful &= then_sources
    kept = sources ^ doubtful
    for source in fields_of(doubtful):
        after = own + ADDS[number][source]
        if after == ALL_OFF or movable(after, then, view):
            kept |= BIT[source]
    return kept


def _deepest(own: int, view: View, number: int, times: int, sources: int) -> int:
    """The sources from which as many of ``times`` equal numbers can be played as from any."""
    if _never_hinders(view.options):
        return sources
    depths: dict[int, int] = {}
    best, kept = 0, 0
    for source in fields_of(sources):
        depth = _depth(own + ADDS[number][source], view, number, times - 1, depths)
        if depth > best:
            best, kept = depth, 0
        if depth == best:
            kept |= BIT[source]
    return kept


def _never_hinders(options: Options) -> bool:
    """Whether a step never takes another checker's next step away: then equal numbers go in any order alike.

    Steps empty the bar and the hand, bring checkers home and clear high points, which all sets others free.
    Only where bearing off ends the moves inside the home can the last checker that comes home hinder others.
    """
    return options.home_moves != "not_while_bearing_off"


def _depth(own: int, view: View, number: int, times: int, depths: dict[int, int]) -> int:
    """How many of ``times`` equal numbers can be played; a win counts as all of them."""
    if times == 0 or own == ALL_OFF:
        return times
    known = depths.get(own)
    if known is not None:
        return known
    best = 0
    for source in fields_of(movable(own, number, view)):
        best = max(best, 1 + _depth(own + ADDS[number][source], view, number, times - 1, depths))
        if best == times:
            break
    depths[own] = best
    return best


def movable(own: int, number: int, view: View) -> int:
    """The sources from which a checker may play the number now, by itself."""
    _, open_points, _, options, may_enter = view
    held = (own | own >> 1 | own >> 2 | own >> 3) & ONES
    reach = open_points << BITS * number
    if held & _WAITING:
        entering = held & _WAITING if may_enter and reach & _BAR_BIT else 0
        if options.bar_first and held & _BAR_BIT:
            return entering & _BAR_BIT
        if options.enter_before_moving and held & _HAND_BIT:
            return entering
        sources = held & reach & ALL_POINTS
        return (sources if options.home_moves != "never" else sources & _NOT_HOME) | entering
    sources = held & reach & ALL_POINTS
    if held & _OUTSIDE:
        return sources if options.home_moves != "never" else sources & _NOT_HOME
    return (sources if options.home_moves == "always" else 0) | _leaving(held, number, options)


def _leaving(held: int, number: int, options: Options) -> int:
    """The sources from which the number bears a checker off, all being home (G40-G42, H31-H33)."""
    exact = held & BIT[number]
    if exact or options.bear_off == "exact" or held >> BITS * number:
        return exact
    home = held & _HOME
    return home if options.bear_off == "any" else BIT[home.bit_length() >> 2] if home else 0


def fields_of(mask: int) -> Iterator[int]:
    """The fields of a mask, from the hand down."""
    while mask:
        field = mask.bit_length() >> 2
        yield field
        mask ^= BIT[field]
