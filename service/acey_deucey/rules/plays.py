"""The complete plays of a stage, one for each position that can be reached; what is legal it asks of ``legal``.

The search walks over the mover's packed side and the opposing blots that are not hit yet; the opponent's
side follows from these at the end.
"""

from collections.abc import Sequence
from typing import TypeAlias

from acey_deucey.rules.legal import (
    ADDS,
    BIT,
    HITTING,
    LANDS,
    PLAIN,
    Choices,
    Stage,
    View,
    choices,
    fields_of,
    movable,
    view_of,
)
from acey_deucey.rules.moves import Play, Step
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, BAR, POINTS, Player, Position, opponent_of

_Reached: TypeAlias = dict[tuple[int, int], tuple[Step, ...]]

_HIT_ADDS = {BIT[point]: BIT[BAR] - BIT[POINTS + 1 - point] for point in range(1, POINTS + 1)}


def legal_plays(
    position: Position, player: Player, stage: Stage, numbers: Sequence[int], options: Options
) -> tuple[Play, ...]:
    """Every legal complete play of the stage, one for each position that can be reached.

    Empty when nothing can be played. Of the step orders that reach one position, the first found stands.
    """
    view = view_of(position, player, stage, options)
    first = choices(view.own, view, numbers)
    if not any(sources for _, sources in first):
        return ()
    different = len(numbers) == 2 and numbers[0] != numbers[1]
    reached = _by_two_numbers(view, first) if different else _by_equal_numbers(view, numbers)
    other = position.packed(opponent_of(player))
    others = {blots: _after_hits(other, view.blots ^ blots) for blots in {blots for _, blots in reached}}
    if player == "white":
        return tuple([Play(steps, Position(own, others[blots])) for (own, blots), steps in reached.items()])
    return tuple([Play(steps, Position(others[blots], own)) for (own, blots), steps in reached.items()])


def _by_two_numbers(view: View, first: Choices) -> _Reached:
    reached: _Reached = {}
    if len(first) == 1:
        _reach(reached, (), view.own, view.blots, *first[0])
        return reached
    (larger, l_sources), (smaller, s_sources) = first
    covered = _pairs(reached, view, larger, l_sources, smaller, s_sources, 0)
    _pairs(reached, view, smaller, s_sources, larger, 0, covered)
    return reached


def _pairs(reached: _Reached, view: View, number: int, sources: int, then: int, then_sources: int, covered: int) -> int:
    """Add the plays that begin with ``number``; the sources whose pairs need no look in the other order.

    A step from such a source leaves every one of ``then_sources`` playable, so that the same two steps
    the other way round lead to the same position.
    """
    now_covered = 0
    for source in fields_of(sources):
        own = view.own + ADDS[number][source]
        hit = LANDS[number][source] & view.blots
        steps = ((HITTING if hit else PLAIN)[number][source],)
        if own == ALL_OFF:
            reached.setdefault((own, view.blots), steps)
            continue
        then_movable = movable(own, then, view)
        if then_sources & then_movable == then_sources:
            now_covered |= BIT[source]
        _reach(reached, steps, own, view.blots ^ hit, then, then_movable & ~covered)
    return now_covered


def _by_equal_numbers(view: View, numbers: Sequence[int]) -> _Reached:
    """Layer by layer, so that each position on the way is looked at once."""
    reached: _Reached = {}
    layer: _Reached = {(view.own, view.blots): ()}
    left = numbers
    while layer:
        following: _Reached = {}
        for (own, blots), steps in layer.items():
            number, sources = choices(own, view, left)[0] if left and own != ALL_OFF else (0, 0)
            if sources:
                _reach(following, steps, own, blots, number, sources)
            else:
                reached.setdefault((own, blots), steps)
        layer, left = following, left[1:]
    return reached


def _reach(reached: _Reached, steps: tuple[Step, ...], own: int, blots: int, number: int, sources: int) -> None:
    """Note where one more step from each source leads, unless an earlier play leads there too."""
    adds, lands, plain, hitting = ADDS[number], LANDS[number], PLAIN[number], HITTING[number]
    while sources:
        source = sources.bit_length() >> 2
        sources ^= BIT[source]
        hit = lands[source] & blots
        key = (own + adds[source], blots ^ hit)
        if key not in reached:
            reached[key] = (*steps, hitting[source] if hit else plain[source])


def _after_hits(other: int, hits: int) -> int:
    """The opponent's packed side after the mover has landed on these of his blots."""
    while hits:
        low = hits & -hits
        other += _HIT_ADDS[low]
        hits ^= low
    return other
