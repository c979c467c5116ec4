"""The inputs that numpy computes are those that the network has learnt from, and so are the values."""

import random

import numpy as np
import pytest
from acey_deucey.bots.encoding import Pending, option_numbers
from acey_deucey.bots.features import INPUTS, Board, inputs
from acey_deucey.bots.network import outputs
from acey_deucey.bots.weights import Weights
from acey_deucey.rules.position import opponent_of

from tests.bots.compiled import numbers_of, random_situation, sides

pytest.importorskip("numba", reason="the extra train is not installed")

from acey_deucey.bots.training import inputs as compiled
from acey_deucey.bots.training import network

pytestmark = pytest.mark.slow


def test_numpy_and_the_simulator_see_a_board_alike() -> None:
    rng = random.Random(9)
    x = compiled.new_inputs()
    assert len(x) == INPUTS
    for _ in range(3000):
        situation = random_situation(rng)
        own, opp = sides(situation)
        pending = Pending(rng.randint(1, 8))
        compiled.all_inputs(x, own, opp, int(pending), numbers_of(situation.options))
        position, player = situation.position, situation.player
        board = Board(position.packed(player), position.packed(opponent_of(player)), pending)
        seen = inputs([board], option_numbers(situation.options))[0]
        np.testing.assert_allclose(seen, x, atol=1e-6)


def test_numpy_and_the_simulator_value_a_board_alike() -> None:
    rng = random.Random(10)
    net = network.new_net(16, 3)
    room = [np.zeros(size, np.float32) for size in (INPUTS, 16, 3)]
    for _ in range(300):
        situation = random_situation(rng)
        own, opp = sides(situation)
        pending = rng.randint(1, 8)
        options = numbers_of(situation.options)
        network.tabulate(net, options)
        network.chances(net, own, opp, pending, options, *room)
        x = compiled.new_inputs()
        compiled.all_inputs(x, own, opp, pending, options)
        expected = outputs(x[None], Weights(net.w1, net.b1, net.w2, net.b2))[0]
        np.testing.assert_allclose(room[2], expected, atol=1e-5)
