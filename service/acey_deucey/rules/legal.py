"""Which steps and plays are legal in a stage; the one place that decides it. It knows no turns and no dice.

Boards are seen from the mover as packed integers (see ``position``). What a checker may do next depends
on the mover's own checkers and on the points that the opponent blocks; these never change within a
stage, so the search walks over the mover's packed side alone and keeps beside it the opposing blots.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from acey_deucey.rules.moves import Play, Step, landing
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import (
    ALL_OFF,
    ALL_POINTS,
    BAR,
    BITS,
    HAND,
    ONES,
    POINTS,
    Player,
    Position,
    count_at,
    mirrored,
    opponent_of,
)

Stage = Literal["plain", "acey_deucey", "double", "named", "complement"]
STAGES: tuple[Stage, ...] = get_args(Stage)
NUMBERS = range(1, 7)

_BIT = [1 << BITS * field for field in range(HAND + 1)]
_BAR_BIT, _HAND_BIT = _BIT[BAR], _BIT[HAND]
_WAITING = _BAR_BIT | _HAND_BIT
_HOME = sum(_BIT[1:7])
_OUTSIDE = ALL_POINTS & ~_HOME
_NOT_HOME = ~_HOME

_TO = [[landing(source, number) for source in range(HAND + 1)] for number in range(7)]
_TO_BIT = [[_BIT[target] if target else 0 for target in row] for row in _TO]
_DELTA = [[_BIT[target] - _BIT[source] for source, target in enumerate(row)] for row in _TO]
_STEP, _HIT = (
    [[Step(source, target, number, hit) for source, target in enumerate(row)] for number, row in enumerate(_TO)]
    for hit in (False, True)
)
_HIT_DELTA = {_BIT[point]: _BAR_BIT - _BIT[POINTS + 1 - point] for point in range(1, POINTS + 1)}

_Choices: TypeAlias = list[tuple[int, int]]
_Found: TypeAlias = dict[tuple[int, int], tuple[Step, ...]]


class _View(NamedTuple):
    """A position as its mover sees it: his packed side, the open points, the opposing blots."""

    own: int
    open: int
    blots: int
    options: Options
    may_enter: bool


def _view(position: Position, player: Player, stage: Stage, options: Options) -> _View:
    own, other = (position.white, position.black) if player == "white" else (position.black, position.white)
    other = mirrored(other)
    blocked = (other >> 1 | other >> 2 | other >> 3) & ALL_POINTS
    may_enter = stage != "plain" or options.entry_requires == "any"
    return _View(own, ALL_POINTS ^ blocked, other & ALL_POINTS & ~blocked, options, may_enter)


def legal_steps(
    position: Position, player: Player, stage: Stage, numbers: Sequence[int], options: Options
) -> tuple[Step, ...]:
    """Exactly the steps that keep the maximal play of the stage reachable (H13, H14), larger number first.

    ``numbers`` are those still to be played: at most two that differ, or up to four that are equal.
    """
    view = _view(position, player, stage, options)
    blots, steps = view.blots, []
    for number, sources in _choices(view.own, view, numbers):
        plain, hits, to_bit = _STEP[number], _HIT[number], _TO_BIT[number]
        while sources:
            source = sources.bit_length() >> 2
            sources ^= _BIT[source]
            steps.append(hits[source] if to_bit[source] & blots else plain[source])
    return tuple(steps)


def legal_plays(
    position: Position, player: Player, stage: Stage, numbers: Sequence[int], options: Options
) -> tuple[Play, ...]:
    """Every legal complete play of the stage, one for each position that can be reached.

    Empty when nothing can be played. Of the step orders that reach one position, the first found stands.
    """
    view = _view(position, player, stage, options)
    choices = _choices(view.own, view, numbers)
    if not any(sources for _, sources in choices):
        return ()
    if len(numbers) == 2 and numbers[0] != numbers[1]:
        found = _two_number_plays(view, choices)
    else:
        found = _equal_number_plays(view, numbers)
    other = position.packed(opponent_of(player))
    return tuple(
        Play(steps, position.with_mover(player, own, _after_hits(other, view.blots ^ blots)))
        for (own, blots), steps in found.items()
    )


def has_step(position: Position, player: Player, stage: Stage, number: int, options: Options) -> bool:
    """Whether any checker of the player may play the number."""
    view = _view(position, player, stage, options)
    return bool(_movable(view.own, number, view))


def is_dead(position: Position, options: Options) -> bool:
    """Whether neither side has a step for any number, so that nothing can ever change (RULES: dead position)."""
    return not any(
        has_step(position, player, "double", number, options) for player in ("white", "black") for number in NUMBERS
    )


def _choices(own: int, view: _View, numbers: Sequence[int]) -> _Choices:
    """Each number that may be played next, with the sources from which it keeps the maximal play."""
    if not numbers:
        return []
    number = numbers[0]
    sources = _movable(own, number, view)
    if len(numbers) == 1:
        return [(number, sources)]
    if number == numbers[1]:
        return [(number, _deepest(own, view, number, len(numbers), sources))]
    return _larger_first(own, view, number, sources, numbers[1])


def _larger_first(own: int, view: _View, number: int, sources: int, second: int) -> _Choices:
    larger, smaller, l_sources, s_sources = number, second, sources, _movable(own, second, view)
    if second > number:
        larger, smaller, l_sources, s_sources = second, number, s_sources, sources
    both = [
        (larger, _followed(own, view, larger, l_sources, smaller, s_sources)),
        (smaller, _followed(own, view, smaller, s_sources, larger, l_sources)),
    ]
    if both[0][1] or both[1][1]:
        return both
    return [(larger, l_sources)] if l_sources else [(smaller, s_sources)]


def _followed(own: int, view: _View, number: int, sources: int, then: int, then_sources: int) -> int:
    """The sources of a step by ``number`` after which ``then`` can be played too, or that win."""
    doubtful = sources
    if view.options.home_moves != "not_while_bearing_off" and then_sources:
        # A step takes no other checker's next step away, so only a lone source can be used up.
        if then_sources & then_sources - 1 or count_at(own, then_sources.bit_length() >> 2) > 1:
            return sources
        doubtful &= then_sources
    kept = sources ^ doubtful
    for source in _fields(doubtful):
        after = own + _DELTA[number][source]
        if after == ALL_OFF or _movable(after, then, view):
            kept |= _BIT[source]
    return kept


def _deepest(own: int, view: _View, number: int, times: int, sources: int) -> int:
    """The sources from which as many of ``times`` equal numbers can be played as from any."""
    if _order_is_free(own, times):
        return sources
    depths: dict[int, int] = {}
    best, kept = 0, 0
    for source in _fields(sources):
        depth = _depth(own + _DELTA[number][source], view, number, times - 1, depths)
        if depth > best:
            best, kept = depth, 0
        if depth == best:
            kept |= _BIT[source]
    return kept


def _order_is_free(own: int, times: int) -> bool:
    """Whether bearing off stays out of reach, so that equal numbers can be played in any order alike."""
    outside = own >> BITS * 7
    return outside > 0 and (outside % 15 or 15) > times


def _depth(own: int, view: _View, number: int, times: int, depths: dict[int, int]) -> int:
    """How many of ``times`` equal numbers can be played; a win counts as all of them."""
    if times == 0 or own == ALL_OFF:
        return times
    known = depths.get(own)
    if known is not None:
        return known
    best = 0
    for source in _fields(_movable(own, number, view)):
        best = max(best, 1 + _depth(own + _DELTA[number][source], view, number, times - 1, depths))
        if best == times:
            break
    depths[own] = best
    return best


def _movable(own: int, number: int, view: _View) -> int:
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
    exact = held & _BIT[number]
    if exact or options.bear_off == "exact" or held >> BITS * number:
        return exact
    home = held & _HOME
    return home if options.bear_off == "any" else _BIT[home.bit_length() >> 2] if home else 0


def _two_number_plays(view: _View, choices: _Choices) -> _Found:
    found: _Found = {}
    if len(choices) == 1:
        number, sources = choices[0]
        for source in _fields(sources):
            _record(found, view, (), view.own, view.blots, number, source)
        return found
    (larger, l_sources), (smaller, s_sources) = choices
    covered = _pairs(found, view, larger, l_sources, smaller, s_sources, 0)
    _pairs(found, view, smaller, s_sources, larger, 0, covered)
    return found


def _pairs(found: _Found, view: _View, number: int, sources: int, then: int, then_sources: int, covered: int) -> int:
    """Add the plays that begin with ``number``; the sources whose pairs need no look in the other order.

    A step from such a source leaves every one of ``then_sources`` playable, so that the same two steps
    the other way round lead to the same position.
    """
    now_covered = 0
    for source in _fields(sources):
        own = view.own + _DELTA[number][source]
        hit = _TO_BIT[number][source] & view.blots
        steps = ((_HIT if hit else _STEP)[number][source],)
        if own == ALL_OFF:
            found.setdefault((own, view.blots), steps)
            continue
        then_movable = _movable(own, then, view)
        if then_sources & then_movable == then_sources:
            now_covered |= _BIT[source]
        for then_source in _fields(then_movable & ~covered):
            _record(found, view, steps, own, view.blots ^ hit, then, then_source)
    return now_covered


def _equal_number_plays(view: _View, numbers: Sequence[int]) -> _Found:
    """Layer by layer, so that each position on the way is looked at once."""
    found: _Found = {}
    layer: _Found = {(view.own, view.blots): ()}
    left = numbers
    while layer:
        following: _Found = {}
        for (own, blots), steps in layer.items():
            number, sources = _choices(own, view, left)[0] if left and own != ALL_OFF else (0, 0)
            if not sources:
                found.setdefault((own, blots), steps)
            for source in _fields(sources):
                _record(following, view, steps, own, blots, number, source)
        layer, left = following, left[1:]
    return found


def _record(
    found: _Found, view: _View, steps: tuple[Step, ...], own: int, blots: int, number: int, source: int
) -> None:
    """Note where one more step leads, unless an earlier play leads there too."""
    hit = _TO_BIT[number][source] & blots
    key = (own + _DELTA[number][source], blots ^ hit)
    if key not in found:
        found[key] = (*steps, (_HIT if hit else _STEP)[number][source])


def _after_hits(other: int, hits: int) -> int:
    """The opponent's packed side after the mover has landed on these of his blots."""
    while hits:
        low = hits & -hits
        other += _HIT_DELTA[low]
        hits ^= low
    return other


def _fields(mask: int) -> Iterator[int]:
    """The fields of a mask, from the hand down."""
    while mask:
        field = mask.bit_length() >> 2
        yield field
        mask ^= _BIT[field]
