"""Whole games at full speed, compiled: who chooses how, and what there is to learn from each game."""

from typing import NamedTuple

import numpy as np
from numba import njit

from acey_deucey.bots.encoding import NAMED_MUST_BE_PLAYABLE, SCORING
from acey_deucey.bots.training.bearoff import NO_TABLE, Solved, at_home, race
from acey_deucey.bots.training.inputs import INPUTS, all_inputs
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
    can_play,
    is_dead,
    new_plays,
    settled,
    stage_plays,
)
from acey_deucey.bots.training.network import OUTPUTS, chances, equity, learn, outputs_of, tabulate

RANDOM, GREEDY, NETWORK = range(3)
SURE = 1000.0
DRAWN, ENDLESS, RACE = -1, -2, -3
MOST_STATES = 3000


class Room(NamedTuple):
    """Where a game is played: nothing in it outlives the game."""

    plays: object
    x: np.ndarray
    h: np.ndarray
    out: np.ndarray
    back: np.ndarray
    target: np.ndarray
    states: np.ndarray
    movers: np.ndarray
    best_own: np.ndarray
    best_opp: np.ndarray


def new_room(hidden: int) -> Room:
    """Room for games with nets of that many hidden units."""
    return Room(
        new_plays(),
        np.zeros(INPUTS, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(OUTPUTS, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(OUTPUTS, np.float32),
        np.zeros((MOST_STATES, INPUTS), np.float32),
        np.zeros(MOST_STATES, np.int64),
        np.zeros(27, np.int8),
        np.zeros(27, np.int8),
    )


@njit(cache=True)
def seed_dice(seed):
    """Begin the compiled generator anew."""
    np.random.seed(seed)


@njit(cache=True)
def leaf_value(net, own, opp, pending, options, room, exact, solved):
    """What a board is worth to the player who has just moved, in units of ``equity``."""
    if own[0] == 15:
        return 1.0 if options[SCORING] == 1 else 15.0 - opp[0]
    if exact and pending <= ROLL and at_home(own) and at_home(opp):
        if pending == ROLL:
            race(solved, own, opp, room.out)
            return equity(room.out, options)
        race(solved, opp, own, room.out)
        return -equity(room.out, options)
    if pending == END:
        chances(net, opp, own, ROLL, options, room.x, room.h, room.out)
        return -equity(room.out, options)
    chances(net, own, opp, pending, options, room.x, room.h, room.out)
    return equity(room.out, options)


@njit(cache=True)
def greedy_value(own, opp):
    """The lead in pips, and a win above all."""
    lead = SURE if own[0] == 15 else 0.0
    for field in range(1, 26):
        lead += field * (opp[field] - own[field])
    return lead + 25 * (opp[26] - own[26])


@njit(cache=True)
def best_of_stage(policy, noise, net, own, opp, stage, high, low, named, options, room, exact, solved):
    """The value of the play that the policy takes, what is pending after it, and how many plays there are.

    The board after it is left in the room.
    """
    layer, count, depth, length = stage_plays(room.plays, own, opp, stage, high, low, options)
    following = after_stage(stage, depth == length, high, named, options)
    best, best_pending = -1e9, following
    for index in range(count):
        a, b = room.plays.own[layer, index], room.plays.opp[layer, index]
        pending = settled(following, a, b, named, options)
        if policy == RANDOM:
            value = np.random.random()
        elif policy == GREEDY:
            value = greedy_value(a, b) + np.random.random() / 2
        else:
            value = leaf_value(net, a, b, pending, options, room, exact, solved)
            if a[0] == 15:
                value += SURE
            elif noise > 0:
                value += noise * np.random.normal()
        if value > best:
            best, best_pending = value, pending
            room.best_own[:] = a
            room.best_opp[:] = b
    return best, best_pending, count


@njit(cache=True)
def choose_name(policy, noise, net, own, opp, options, room, exact, solved):
    """The number to name: all six with all their plays are looked at."""
    if policy == RANDOM:
        while True:
            number = np.random.randint(1, 7)
            if not options[NAMED_MUST_BE_PLAYABLE] or can_play(own, opp, number, NAMED, options):
                return number
    best, best_number = -1e9, 0
    for number in range(1, 7):
        value, _, count = best_of_stage(
            policy, 0.0, net, own, opp, NAMED, number, number, True, options, room, exact, solved
        )
        if count == 0:
            if options[NAMED_MUST_BE_PLAYABLE] or policy == GREEDY:
                continue
            pending = after_stage(NAMED, False, number, True, options)
            value = leaf_value(net, own, opp, pending, options, room, exact, solved)
        if noise > 0:
            value += noise * np.random.normal()
        if value > best:
            best, best_number = value, number
    return best_number


@njit(cache=True)
def play_game(policies, noises, nets, options, room, record, end_races, exact, solved, boards, mover, pending, named):
    """One game; how it ended, the winner's points, and how many states there were.

    The states are the moments in which somebody rolls, names or begins a complement; ``record`` writes them down.
    ``exact`` says that races are solved. Then with ``end_races`` a game ends when one begins, and the chances of
    the last state's mover are left in the room.
    """
    states = 0
    for _ in range(MOST_STATES):
        own, opp = boards[mover], boards[1 - mover]
        if pending == ROLL and is_dead(own, opp, options):
            return DRAWN, 0, states
        if record:
            all_inputs(room.states[states], own, opp, pending, options)
        room.movers[states] = mover
        states += 1
        if end_races and exact and pending == ROLL and at_home(own) and at_home(opp):
            race(solved, own, opp, room.target)
            return RACE, 0, states
        policy, noise = policies[mover], noises[mover]
        net = nets[mover]
        if pending == ROLL:
            high, low = np.random.randint(1, 7), np.random.randint(1, 7)
            if low > high:
                high, low = low, high
            stage = DOUBLE if high == low else ACEY_DEUCEY if high == 2 else PLAIN
            named = False
        elif pending == NAME:
            high = choose_name(policy, noise, net, own, opp, options, room, exact, solved)
            stage, low, named = NAMED, high, True
        else:
            high = pending - NAME
            stage, low = COMPLEMENT, high
        _, pending, count = best_of_stage(
            policy, noise, net, own, opp, stage, high, low, named, options, room, exact, solved
        )
        if count > 0:
            own[:] = room.best_own
            opp[:] = room.best_opp
        if own[0] == 15:
            return mover, 15 - opp[0], states
        pending = settled(pending, own, opp, named, options)
        if pending == END:
            mover, pending = 1 - mover, ROLL
    return ENDLESS, 0, states


@njit(cache=True)
def start_boards(boards):
    """All checkers in hand."""
    boards[:] = 0
    boards[:, 26] = 15


@njit(cache=True)
def learn_game(net, room, winner, points, states, rate, trace):
    """Learn from the states of a game, from the last to the first, each towards its lambda-return."""
    target, now = room.target, np.zeros(OUTPUTS, np.float32)
    last = room.movers[states - 1]
    if winner == DRAWN:
        target[:] = 0
        target[0] = 0.5
    elif winner >= 0:
        target[0] = winner == last
        target[1] = points / 15 if winner == last else 0
        target[2] = 0 if winner == last else points / 15
    for state in range(states - 1, -1, -1):
        mover = room.movers[state]
        if mover != last:
            target[0] = 1 - target[0]
            target[1], target[2] = target[2], target[1]
            last = mover
        outputs_of(net, room.states[state], room.h, now)
        learn(net, room.states[state], target, rate, room.h, room.out, room.back)
        for o in range(OUTPUTS):
            target[o] = trace * target[o] + (1 - trace) * now[o]


@njit(cache=True)
def train_games(net, sets, tables, mean, done, left, games, rate, trace, room):
    """Play that many games of the net against itself, each under one of the option sets, learning from each.

    ``tables`` says which of the solved races go with each set. The states and the endless games are counted.
    """
    boards = np.zeros((2, 27), np.int8)
    policies, noises = np.full(2, NETWORK), np.zeros(2)
    total, endless = 0, 0
    for _ in range(games):
        which = np.random.randint(len(sets))
        options, at = sets[which], tables[which]
        solved = Solved(mean[max(at, 0)], done[max(at, 0)], left[max(at, 0)])
        exact, starter = at != NO_TABLE, np.random.randint(2)
        tabulate(net, options)
        start_boards(boards)
        winner, points, states = play_game(
            policies, noises, (net, net), options, room, True, True, exact, solved, boards, starter, ROLL, False
        )
        total += states
        if winner == ENDLESS:
            endless += 1
        else:
            learn_game(net, room, winner, points, states, rate, trace)
    return total, endless


@njit(cache=True)
def match(policies, noises, nets, options, exact, solved, games, room, margins):
    """Games between two players, each beginning half of them; points of the first player of each, 0 for a draw.

    Returns how many turns of play there were and how many games had no end.
    """
    boards = np.zeros((2, 27), np.int8)
    tabulate(nets[0], options)
    tabulate(nets[1], options)
    total, endless = 0, 0
    for game in range(games):
        start_boards(boards)
        winner, points, states = play_game(
            policies, noises, nets, options, room, False, False, exact, solved, boards, game & 1, ROLL, False
        )
        if options[SCORING] == 1 and winner >= 0:
            points = 1
        margins[game] = points if winner == 0 else -points if winner == 1 else 0
        total += states
        endless += winner == ENDLESS
    return total, endless


@njit(cache=True)
def roll_out(net, options, exact, solved, start, pending, named, games, room, worth):
    """What a board is worth to its mover, row 0 of ``start``, by each of so many games from there to the end."""
    boards = np.zeros((2, 27), np.int8)
    policies, noises = np.full(2, NETWORK), np.zeros(2)
    tabulate(net, options)
    for game in range(games):
        boards[:] = start
        mover, begin = (1, ROLL) if pending == END else (0, pending)
        winner, points, states = play_game(
            policies, noises, (net, net), options, room, False, True, exact, solved, boards, mover, begin, named
        )
        if winner == RACE:
            value = equity(room.target, options)
            worth[game] = value if room.movers[states - 1] == 0 else -value
        elif winner >= 0:
            points = 1 if options[SCORING] == 1 else points
            worth[game] = points if winner == 0 else -points
        else:
            worth[game] = 0
