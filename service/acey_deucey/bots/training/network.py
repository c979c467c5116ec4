"""A small value network, compiled: one hidden layer, three chances; it learns from targets one by one.

The outputs are the chances to win, and the points won and lost as parts of fifteen.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from acey_deucey.bots.encoding import SCORING
from acey_deucey.bots.training.inputs import (
    DENSE,
    INPUTS,
    OPTION_INPUTS,
    PENDING,
    SIDE,
    board_extras,
    field_inputs,
    option_inputs,
)

OUTPUTS = 3


class Net(NamedTuple):
    """The weights, and tables of what each count on each field adds to the hidden layer."""

    w1: np.ndarray
    b1: np.ndarray
    w2: np.ndarray
    b2: np.ndarray
    table: np.ndarray
    base: np.ndarray


def new_net(hidden: int, seed: int) -> Net:
    """A net of small random weights."""
    rng = np.random.default_rng(seed)
    w1 = rng.normal(0, 0.1, (INPUTS, hidden)).astype(np.float32)
    w2 = rng.normal(0, 0.1, (hidden, OUTPUTS)).astype(np.float32)
    return with_weights(w1, np.zeros(hidden, np.float32), w2, np.array([0, -1, -1], np.float32))


def with_weights(w1: np.ndarray, b1: np.ndarray, w2: np.ndarray, b2: np.ndarray) -> Net:
    """A net of these weights, its tables not yet filled."""
    hidden = len(b1)
    return Net(w1, b1, w2, b2, np.zeros((2, 27, 16, hidden), np.float32), np.zeros((9, hidden), np.float32))


@njit(cache=True, fastmath=True)
def tabulate(net, options):
    """Fill the tables from the weights, for games under these options."""
    hidden = net.b1.shape[0]
    x = np.zeros(INPUTS, np.float32)
    side = np.zeros(27, np.int8)
    zero = np.zeros(SIDE, np.float32)
    field_inputs(zero, 0, side)
    for field in range(27):
        for count in range(1, 16):
            side[field] = count
            field_inputs(x, 0, side)
            for which in range(2):
                row = net.table[which, field, count]
                row[:] = 0
                for i in range(SIDE):
                    if x[i] != zero[i]:
                        for h in range(hidden):
                            row[h] += x[i] * net.w1[which * SIDE + i, h]
        side[field] = 0
    option_inputs(x, options)
    for pending in range(1, 9):
        row = net.base[pending]
        row[:] = net.b1
        for h in range(hidden):
            row[h] += net.w1[PENDING + pending - 1, h]
        for i in range(OPTION_INPUTS, INPUTS):
            if x[i] != 0:
                for h in range(hidden):
                    row[h] += x[i] * net.w1[i, h]


@njit(cache=True, fastmath=True)
def chances(net, own, opp, pending, options, x, h, out):
    """Write the three outputs for the player in action, by the tables; ``x`` and ``h`` are room to work in."""
    hidden = net.b1.shape[0]
    for i in range(hidden):
        h[i] = net.base[pending, i]
    for field in range(27):
        if own[field] > 0:
            row = net.table[0, field, own[field]]
            for i in range(hidden):
                h[i] += row[i]
        if opp[field] > 0:
            row = net.table[1, field, opp[field]]
            for i in range(hidden):
                h[i] += row[i]
    board_extras(x, own, opp, options)
    for k in range(DENSE, PENDING):
        value = x[k]
        if value != 0:
            for i in range(hidden):
                h[i] += value * net.w1[k, i]
    _outputs(net, h, out)


@njit(cache=True, fastmath=True)
def _outputs(net, h, out):
    a, b, c = net.b2[0], net.b2[1], net.b2[2]
    for i in range(net.b1.shape[0]):
        if h[i] > 0:
            a += h[i] * net.w2[i, 0]
            b += h[i] * net.w2[i, 1]
            c += h[i] * net.w2[i, 2]
    out[0] = 1 / (1 + np.exp(-a))
    out[1] = 1 / (1 + np.exp(-b))
    out[2] = 1 / (1 + np.exp(-c))


@njit(cache=True, fastmath=True)
def outputs_of(net, x, h, out):
    """Write the three outputs for a whole input vector, straight from the weights; ``h`` keeps the hidden sums."""
    hidden = net.b1.shape[0]
    h[:] = net.b1
    for k in range(INPUTS):
        value = x[k]
        if value != 0:
            for i in range(hidden):
                h[i] += value * net.w1[k, i]
    _outputs(net, h, out)


@njit(cache=True, fastmath=True)
def learn(net, x, target, rate, h, out, back):
    """Move the outputs for ``x`` towards the target by one step against the cross-entropy."""
    hidden = net.b1.shape[0]
    outputs_of(net, x, h, out)
    back[:] = 0
    for o in range(OUTPUTS):
        error = rate * (target[o] - out[o])
        net.b2[o] += error
        for i in range(hidden):
            if h[i] > 0:
                back[i] += error * net.w2[i, o]
                net.w2[i, o] += error * h[i]
    for i in range(hidden):
        net.b1[i] += back[i]
    for k in range(INPUTS):
        value = x[k]
        if value != 0:
            for i in range(hidden):
                net.w1[k, i] += value * back[i]


@njit(cache=True)
def equity(out, options):
    """What the chances are worth: expected points, or twice the chance to win less one."""
    return 2 * out[0] - 1 if options[SCORING] == 1 else 15 * (out[1] - out[2])
