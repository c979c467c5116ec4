"""All complete plays of a stage, compiled; the rules package decides what is right, and tests hold this to it.

A board is two arrays of 27 counts, the mover's and the opponent's, each in its owner's own numbering with
the fields of ``rules.position``. Options are an array of whole numbers in the order of ``encoding.OPTION_FIELDS``.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from acey_deucey.bots.encoding import (
    BAR_FIRST,
    BEAR_OFF,
    DOUBLES_COMPLEMENT,
    DOUBLES_ROLL_AGAIN,
    ENTER_BEFORE_MOVING,
    ENTRY_REQUIRES,
    HOME_MOVES,
    NAMED_COMPLEMENT,
    NAMED_ROLL_AGAIN,
    NAMING_REQUIRES,
    Pending,
)

MOST_PLAYS = 4096
_SLOTS = 16384
_FIELDS = 27
_POINTS = ((1 << 25) - 1) & ~1
_HOME = 0b1111110
_OUTSIDE = _POINTS & ~_HOME
_BAR = 1 << 25
_HAND = 1 << 26

END, ROLL, NAME = int(Pending.OPPONENT), int(Pending.ROLL), int(Pending.NAME)
PLAIN, ACEY_DEUCEY, DOUBLE, NAMED, COMPLEMENT = range(5)

_KEYS = np.random.default_rng(2).integers(1, 2**63, (2, _FIELDS), dtype=np.uint64)


class Plays(NamedTuple):
    """Room for the plays of a stage: two layers of boards, of which the returned one holds the answer."""

    own: np.ndarray
    opp: np.ndarray
    key: np.ndarray
    slot: np.ndarray
    stamp: np.ndarray


def new_plays() -> Plays:
    """Empty room, to be used again and again."""
    return Plays(
        np.zeros((3, MOST_PLAYS, _FIELDS), np.int8),
        np.zeros((3, MOST_PLAYS, _FIELDS), np.int8),
        np.zeros((3, MOST_PLAYS), np.uint64),
        np.zeros(_SLOTS, np.uint64),
        np.zeros(_SLOTS + 1, np.int64),
    )


@njit(cache=True)
def held_mask(side):
    """The fields on which the side has a checker, as bits."""
    mask = 0
    for field in range(1, _FIELDS):
        if side[field] > 0:
            mask |= 1 << field
    return mask


@njit(cache=True)
def open_mask(opp):
    """The mover's points on which he may land."""
    mask = 0
    for point in range(1, 25):
        if opp[25 - point] < 2:
            mask |= 1 << point
    return mask


@njit(cache=True)
def movable(held, number, opened, may_enter, options):
    """The fields from which a checker may play the number now."""
    reach = opened << number
    if held & (_BAR | _HAND):
        entering = held & (_BAR | _HAND) if may_enter and reach & _BAR else 0
        if options[BAR_FIRST] and held & _BAR:
            return entering & _BAR
        if options[ENTER_BEFORE_MOVING] and held & _HAND:
            return entering
        sources = held & reach & _POINTS
        return (sources & ~_HOME if options[HOME_MOVES] == 2 else sources) | entering
    sources = held & reach & _POINTS
    if held & _OUTSIDE:
        return sources & ~_HOME if options[HOME_MOVES] == 2 else sources
    leaving = _leaving(held, number, options)
    return sources | leaving if options[HOME_MOVES] == 0 else leaving


@njit(cache=True)
def _leaving(held, number, options):
    exact = held & (1 << number)
    if exact or options[BEAR_OFF] == 2 or held >> number:
        return exact
    home = held & _HOME
    if options[BEAR_OFF] == 0:
        return home
    for point in range(6, 0, -1):
        if home >> point & 1:
            return 1 << point
    return 0


@njit(cache=True)
def may_enter(stage, options):
    """Whether checkers may come in during the stage."""
    return stage != PLAIN or options[ENTRY_REQUIRES] == 0


@njit(cache=True)
def can_play(own, opp, number, stage, options):
    """Whether any checker may play the number."""
    return movable(held_mask(own), number, open_mask(opp), may_enter(stage, options), options) != 0


@njit(cache=True)
def _landing(source, number):
    target = (25 if source == 26 else source) - number
    return target if target > 0 else 0


@njit(cache=True)
def _add(plays, into, count, layer, index, source, number):
    """Write the board after one more step behind the ``count`` boards of a layer, unless it is there already."""
    target = _landing(source, number)
    key = plays.key[layer, index] - _KEYS[0, source] + _KEYS[0, target]
    hit = target > 0 and plays.opp[layer, index, 25 - target] == 1
    if hit:
        key += _KEYS[1, 25] - _KEYS[1, 25 - target]
    at = np.int64(key % np.uint64(_SLOTS))
    while plays.stamp[at] == plays.stamp[_SLOTS]:
        if plays.slot[at] == key:
            return count
        at = (at + 1) % _SLOTS
    plays.slot[at] = key
    plays.stamp[at] = plays.stamp[_SLOTS]
    own, opp = plays.own[into, count], plays.opp[into, count]
    for field in range(_FIELDS):
        own[field] = plays.own[layer, index, field]
        opp[field] = plays.opp[layer, index, field]
    own[source] -= 1
    own[target] += 1
    if hit:
        opp[25 - target] -= 1
        opp[25] += 1
    plays.key[into, count] = key
    return count + 1


@njit(cache=True)
def _begin(plays, own, opp):
    for field in range(_FIELDS):
        plays.own[0, 0, field] = own[field]
        plays.opp[0, 0, field] = opp[field]
    plays.key[0, 0] = 0
    plays.stamp[_SLOTS] += 1


@njit(cache=True)
def equal_plays(plays, own, opp, number, times, stage, options):
    """Layer, count and numbers played of all complete plays of equal numbers; wins count as played in full.

    Layer 2 gathers the wins on the way; they are copied behind the last layer.
    """
    _begin(plays, own, opp)
    opened, enter = open_mask(opp), may_enter(stage, options)
    layer, count, wins, depth = 0, 1, 0, 0
    while depth < times:
        plays.stamp[_SLOTS] += 1
        following = 0
        for index in range(count):
            sources = movable(held_mask(plays.own[layer, index]), number, opened, enter, options)
            for source in range(26, 0, -1):
                if sources >> source & 1:
                    following = _add(plays, 1 - layer, following, layer, index, source, number)
        if following == 0:
            break
        depth += 1
        layer = 1 - layer
        count = 0
        for index in range(following):
            won = plays.own[layer, index, 0] == 15
            if won and depth < times:
                _copy(plays, 2, wins, layer, index)
                wins += 1
            else:
                if count != index:
                    _copy(plays, layer, count, layer, index)
                count += 1
        if count == 0:
            break
    if wins:
        if depth < times:
            count = 0
        for index in range(wins):
            _copy(plays, layer, count, 2, index)
            count += 1
        depth = times
    return layer, (count if depth else 0), depth


@njit(cache=True)
def _copy(plays, into, at, layer, index):
    for field in range(_FIELDS):
        plays.own[into, at, field] = plays.own[layer, index, field]
        plays.opp[into, at, field] = plays.opp[layer, index, field]
    plays.key[into, at] = plays.key[layer, index]


@njit(cache=True)
def two_plays(plays, own, opp, high, low, stage, options):
    """Layer, count and numbers played of all complete plays of two different numbers, ``high`` the larger."""
    _begin(plays, own, opp)
    opened, enter = open_mask(opp), may_enter(stage, options)
    count = 0
    single = 0
    for order in range(2):
        first, second = (high, low) if order == 0 else (low, high)
        sources = movable(held_mask(own), first, opened, enter, options)
        if sources and single == 0:
            single = first
        plays.stamp[_SLOTS] += 1
        firsts = 0
        for source in range(26, 0, -1):
            if sources >> source & 1:
                firsts = _add(plays, 2, firsts, 0, 0, source, first)
        plays.stamp[_SLOTS] += 1
        for index in range(count):
            _remember(plays, plays.key[1, index])
        for index in range(firsts):
            if plays.own[2, index, 0] == 15:
                if not _known(plays, plays.key[2, index]):
                    _copy(plays, 1, count, 2, index)
                    _remember(plays, plays.key[2, index])
                    count += 1
                continue
            then = movable(held_mask(plays.own[2, index]), second, opened, enter, options)
            for source in range(26, 0, -1):
                if then >> source & 1:
                    count = _add(plays, 1, count, 2, index, source, second)
    if count:
        return 1, count, 2
    if single == 0:
        return 0, 0, 0
    sources = movable(held_mask(own), single, opened, enter, options)
    plays.stamp[_SLOTS] += 1
    for source in range(26, 0, -1):
        if sources >> source & 1:
            count = _add(plays, 1, count, 0, 0, source, single)
    return 1, count, 1


@njit(cache=True)
def stage_plays(plays, own, opp, stage, high, low, options):
    """Layer, count, numbers played and numbers there were, of all plays of a stage."""
    if stage <= ACEY_DEUCEY:
        layer, count, depth = two_plays(plays, own, opp, high, low, stage, options)
        return layer, count, depth, 2
    layer, count, depth = equal_plays(plays, own, opp, high, 4, stage, options)
    return layer, count, depth, 4


@njit(cache=True)
def _remember(plays, key):
    at = np.int64(key % np.uint64(_SLOTS))
    while plays.stamp[at] == plays.stamp[_SLOTS]:
        if plays.slot[at] == key:
            return
        at = (at + 1) % _SLOTS
    plays.slot[at] = key
    plays.stamp[at] = plays.stamp[_SLOTS]


@njit(cache=True)
def _known(plays, key):
    at = np.int64(key % np.uint64(_SLOTS))
    while plays.stamp[at] == plays.stamp[_SLOTS]:
        if plays.slot[at] == key:
            return True
        at = (at + 1) % _SLOTS
    return False


@njit(cache=True)
def after_stage(stage, whole, number, named, options):
    """What follows a stage, as a Pending; ``number`` is that of a double, ``named`` whether it was named."""
    if stage == ACEY_DEUCEY:
        return NAME if whole or options[NAMING_REQUIRES] == 1 else END
    if stage == PLAIN:
        return END
    owes = (stage == DOUBLE and options[DOUBLES_COMPLEMENT]) or (stage == NAMED and options[NAMED_COMPLEMENT])
    if whole and owes:
        return NAME + 7 - number
    again = (options[NAMED_ROLL_AGAIN] + 1) if named else options[DOUBLES_ROLL_AGAIN]
    return ROLL if again == 2 or (again == 1 and whole) else END


@njit(cache=True)
def settled(pending, own, opp, named, options):
    """The pending state after names and complements that no checker could play have gone by themselves."""
    if pending == NAME:
        for number in range(1, 7):
            if can_play(own, opp, number, NAMED, options):
                return NAME
        return END
    if pending > NAME and not can_play(own, opp, pending - NAME, COMPLEMENT, options):
        return after_stage(COMPLEMENT, False, 0, named, options)
    return pending


@njit(cache=True)
def is_dead(own, opp, options):
    """Whether neither side can ever play anything."""
    for number in range(1, 7):
        if can_play(own, opp, number, DOUBLE, options) or can_play(opp, own, number, DOUBLE, options):
            return False
    return True
