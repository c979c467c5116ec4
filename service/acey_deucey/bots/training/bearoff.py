"""One side alone bearing off, solved exactly: how many turns it takes and how many checkers are left after each.

A position is the counts on the six home points; it knows no opponent, for once all checkers of both sides are
home neither can touch the other. The player is taken to save turns in the mean. Positions are solved in the
order of their pips, for every play lowers them; a roll that plays nothing leads back to where it began.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

from acey_deucey.bots.encoding import (
    DOUBLES_COMPLEMENT,
    NAMED_COMPLEMENT,
    NAMED_MUST_BE_PLAYABLE,
    NAMING_REQUIRES,
    RACE_OPTIONS,
)
from acey_deucey.bots.training.moves import (
    ACEY_DEUCEY,
    COMPLEMENT,
    DOUBLE,
    END,
    NAME,
    NAMED,
    PLAIN,
    ROLL,
    after_stage,
    new_plays,
    stage_plays,
)

POSITIONS = 54_264
TURNS = 64
WON = -1
NO_TABLE = -1

_CHOOSE = np.array([[0] * 7 for _ in range(22)], np.int64)
for _n in range(22):
    for _k in range(7):
        _CHOOSE[_n, _k] = 1 if _k == 0 else 0 if _n == 0 else _CHOOSE[_n - 1, _k - 1] + _CHOOSE[_n - 1, _k]


class Solved(NamedTuple):
    """Per position: the mean of turns, the chance to be done after turn t, and the checkers left after turn t."""

    mean: np.ndarray
    done: np.ndarray
    left: np.ndarray


class _Names(NamedTuple):
    """Where a name (column 0), or a complement n after a double (n) or a name (6 + n), leads: position and pending."""

    value: np.ndarray
    position: np.ndarray
    pending: np.ndarray


@njit(cache=True)
def rank(side):
    """The number of a position, from the counts on its home points."""
    total, at = 0, 0
    for point in range(1, 7):
        total += side[point]
        at += _CHOOSE[total + point - 1, point]
    return at


@njit(cache=True)
def _worth(solved, position, pending):
    if position == 0:
        return 1.0
    return solved.mean[position] + (1.0 if pending == END else 0.0)


@njit(cache=True)
def _best(plays, solved, names, own, nobody, stage, high, low, named, options):
    """Value, position and pending after the best play of a stage; the position is WON where none can be played."""
    layer, count, depth, length = stage_plays(plays, own, nobody, stage, high, low, options)
    following = after_stage(stage, depth == length, high, named, options)
    best, best_position, best_pending = 1e9, WON, following
    for index in range(count):
        position, pending = rank(plays.own[layer, index]), following
        if position == 0:
            return 1.0, 0, END
        if pending >= NAME:
            column = 0 if pending == NAME else pending - NAME + (6 if named else 0)
            value = names.value[position, column]
            pending, position = names.pending[position, column], names.position[position, column]
        else:
            value = _worth(solved, position, pending)
        if value < best:
            best, best_position, best_pending = value, position, pending
    return best, best_position, best_pending


@njit(cache=True)
def _solve_names(plays, solved, names, own, nobody, here, options):
    for column in range(1, 13):
        named = column > 6
        if not options[NAMED_COMPLEMENT if named else DOUBLES_COMPLEMENT]:
            continue
        number = (column - 1) % 6 + 1
        value, position, pending = _best(plays, solved, names, own, nobody, COMPLEMENT, number, number, named, options)
        if position == WON:
            value, position = _worth(solved, here, pending), here
        names.value[here, column] = value
        names.position[here, column] = position
        names.pending[here, column] = pending
    names.value[here, 0] = 1e9
    playable = False
    for number in range(1, 7):
        value, position, pending = _best(plays, solved, names, own, nobody, NAMED, number, number, True, options)
        if position == WON:
            if options[NAMED_MUST_BE_PLAYABLE]:
                continue
            value, position = _worth(solved, here, pending), here
        else:
            playable = True
        if value < names.value[here, 0]:
            names.value[here, 0] = value
            names.position[here, 0] = position
            names.pending[here, 0] = pending
    if not playable:
        names.value[here, 0] = _worth(solved, here, END)
        names.position[here, 0] = here
        names.pending[here, 0] = END


@njit(cache=True)
def _solve_position(plays, solved, names, own, nobody, here, options):
    mean, stay = 0.0, 0.0
    checkers = 15 - own[0]
    done, left = solved.done[here], solved.left[here]
    done[:] = 0
    left[:] = 0
    left[0] = checkers
    for high in range(1, 7):
        for low in range(1, high + 1):
            chance = (1.0 if high == low else 2.0) / 36
            stage = DOUBLE if high == low else ACEY_DEUCEY if high == 2 else PLAIN
            value, position, pending = _best(plays, solved, names, own, nobody, stage, high, low, False, options)
            if position == WON:
                stay += chance
                mean += chance * (1.0 if pending == END else 0.0)
                continue
            mean += chance * value
            for turn in range(1, TURNS):
                if position == 0:
                    done[turn] += chance
                elif pending == ROLL:
                    done[turn] += chance * solved.done[position, turn]
                    left[turn] += chance * solved.left[position, turn]
                else:
                    done[turn] += chance * solved.done[position, turn - 1]
                    left[turn] += chance * solved.left[position, turn - 1]
    solved.mean[here] = mean / (1 - stay)
    for turn in range(1, TURNS):
        done[turn] += stay * done[turn - 1]
        left[turn] += stay * left[turn - 1]


@njit(cache=True)
def _solve(plays, solved, names, order, sides, options):
    nobody = np.zeros(27, np.int8)
    for at in range(len(order)):
        own, here = sides[order[at]], rank(sides[order[at]])
        if here > 0:
            _solve_position(plays, solved, names, own, nobody, here, options)
            _solve_names(plays, solved, names, own, nobody, here, options)


def all_sides() -> np.ndarray:
    """Every way to have up to fifteen checkers at home and the rest off, by its rank."""
    sides = np.zeros((POSITIONS, 27), np.int8)
    for counts in _home_counts():
        side = np.zeros(27, np.int8)
        side[1:7], side[0] = counts, 15 - sum(counts)
        sides[rank(side)] = side
    return sides


def _home_counts(points: int = 6, most: int = 15) -> Iterator[tuple[int, ...]]:
    if points == 0:
        yield ()
        return
    for count in range(most + 1):
        for rest in _home_counts(points - 1, most - count):
            yield (*rest, count)


def solve(options: np.ndarray, plays: object) -> Solved:
    """All positions under these options, whose doubles and names must not be free for the asking."""
    sides = all_sides()
    pips = sides[:, 1:7].astype(np.int64) @ np.arange(1, 7)
    solved = Solved(
        np.zeros(POSITIONS), np.zeros((POSITIONS, TURNS), np.float32), np.zeros((POSITIONS, TURNS), np.float32)
    )
    solved.done[0, 0:] = 1
    names = _Names(np.zeros((POSITIONS, 13)), np.zeros((POSITIONS, 13), np.int64), np.zeros((POSITIONS, 13), np.int64))
    _solve(plays, solved, names, np.argsort(pips, kind="stable"), sides, options)
    return solved


@njit(cache=True)
def race(solved, own, opp, target):
    """Write the three chances of the player who is to roll, all checkers of both sides being home."""
    a, b = rank(own), rank(opp)
    target[:] = 0
    for turn in range(1, TURNS):
        mine = solved.done[a, turn] - solved.done[a, turn - 1]
        target[0] += mine * (1 - solved.done[b, turn - 1])
        target[1] += mine * solved.left[b, turn - 1] / 15
        theirs = solved.done[b, turn] - solved.done[b, turn - 1]
        target[2] += theirs * solved.left[a, turn] / 15


@njit(cache=True)
def at_home(side):
    """Whether all checkers of the side are home or off."""
    return side[0] + side[1] + side[2] + side[3] + side[4] + side[5] + side[6] == 15


class Races(NamedTuple):
    """Solved positions for several option sets; ``tables`` says which of them each set has, or NO_TABLE."""

    tables: np.ndarray
    mean: np.ndarray
    done: np.ndarray
    left: np.ndarray

    def of(self, which: int) -> Solved:
        """The solved positions of the option set in that row."""
        at = self.tables[which]
        return Solved(self.mean[at], self.done[at], self.left[at])


def solve_all(sets: np.ndarray) -> Races:
    """The races of each option set that has exact ones; sets that differ in nothing that matters share theirs."""
    plays, tables = new_plays(), []
    found: dict[tuple[int, ...], tuple[int, Solved]] = {}
    for options in sets:
        key = tuple(options[list(RACE_OPTIONS)])
        if options[NAMING_REQUIRES] == 0 and key not in found:
            found[key] = len(found), solve(options, plays)
        tables.append(found[key][0] if key in found and options[NAMING_REQUIRES] == 0 else NO_TABLE)
    solved = [each for _, each in found.values()]
    return Races(np.array(tables), *(np.stack(column) for column in zip(*solved, strict=True)))
