"""Positions: the checking gate, the two numberings, the pip count. It must hold no rule of play."""

import random
from typing import Any

import pytest
from acey_deucey.rules.position import (
    BAR,
    HAND,
    PLAYERS,
    InvalidPosition,
    Player,
    Position,
    Side,
    count_at,
    mirrored,
    opponent_of,
)

from tests.rules import translation as package
from tests.rules.random_positions import random_position

IN_HAND = Side(15, 0, 0, {})

IMPOSSIBLE = [
    (Side(14, 0, 0, {}), IN_HAND, "White has 14 checkers, not 15."),
    (IN_HAND, Side(15, 0, 0, {1: 1}), "Black has 16 checkers, not 15."),
    (Side(0, 0, 0, {}), IN_HAND, "White has 0 checkers, not 15."),
    (Side(16, 0, -1, {}), IN_HAND, "White has a pile that is not 0 to 15 checkers."),
    (IN_HAND, Side(14, 0, 0, {5: -1, 6: 2}), "Black has a pile that is not 0 to 15 checkers."),
    (Side(14, 0, 0, {0: 1}), IN_HAND, "White has checkers on point 0; points are 1 to 24."),
    (IN_HAND, Side(14, 0, 0, {25: 1}), "Black has checkers on point 25; points are 1 to 24."),
    (
        Side(14, 0, 0, {13: 1}),
        Side(13, 0, 0, {12: 2}),
        "White's point 13 is Black's point 12: both have checkers there.",
    ),
    (
        Side(13, 0, 0, {24: 1, 3: 1}),
        Side(13, 0, 0, {1: 1, 22: 1}),
        "White's point 24 is Black's point 1: both have checkers there.",
    ),
]


@pytest.mark.parametrize(("white", "black", "says"), IMPOSSIBLE, ids=[says for *_, says in IMPOSSIBLE])
def test_a_position_that_cannot_be_is_refused_with_what_is_wrong(white: Side, black: Side, says: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        Position.of(white, black)
    assert (refused.value.code, str(refused.value)) == ("invalid-position", says)


def test_empty_points_may_be_written_and_are_left_out_again() -> None:
    position = Position.of(Side(14, 0, 0, {5: 1, 6: 0}), IN_HAND)
    assert position.side("white") == Side(14, 0, 0, {5: 1})


def test_all_thirty_checkers_start_in_hand() -> None:
    assert Position.start() == Position.of(IN_HAND, IN_HAND)


def test_the_pip_count_includes_hand_and_bar_at_25_each() -> None:
    position = Position.of(Side(3, 2, 1, {24: 1, 6: 8}), IN_HAND)
    assert position.pip_count("white") == 3 * 25 + 2 * 25 + 24 + 6 * 8
    assert position.pip_count("black") == 15 * 25


def test_a_hit_checker_goes_to_its_owners_bar_and_not_to_his_hand() -> None:
    before = Position.of(Side(15, 0, 0, {}), Side(14, 0, 0, {5: 1}))
    after = before.moved("white", HAND, 20, hit=True)
    assert (after.side("white"), after.side("black")) == (Side(14, 0, 0, {20: 1}), Side(14, 1, 0, {}))
    entered = after.moved("black", BAR, 22, hit=False)
    assert entered.side("black") == Side(14, 0, 0, {22: 1})


@pytest.mark.parametrize("player", PLAYERS)
def test_each_player_is_the_others_opponent(player: Player) -> None:
    assert opponent_of(player) != player
    assert opponent_of(opponent_of(player)) == player


def test_what_went_in_comes_out_on_random_positions() -> None:
    rng = random.Random(6)
    for _ in range(2_000):
        mover, opponent = random_position(rng)
        position = package.position_of(mover, opponent, "black")
        sides: tuple[Any, Any] = package.sides_of(position, "black")
        assert sides == (mover, opponent)
        for point in range(1, 25):
            assert count_at(mirrored(position.black), point) == mover["points"].get(25 - point, 0)
