"""The package's legal steps and plays beside those of the naive referee, on random positions. It holds no rule."""

import random
from collections.abc import Mapping
from typing import Literal

import pytest
from acey_deucey.rules.legal import is_dead
from acey_deucey.rules.position import PLAYERS
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.situation import Situation

from tests.rules import brute_force
from tests.rules import translation as package
from tests.rules.option_sets import OPTION_SETS
from tests.rules.random_positions import random_position, random_stage

POSITIONS = 1_000
PARTS = 5  # of a longer comparison, so that none takes longer than a test may on a busy machine
PARTLY_PLAYED = 0.3  # of the stages on the way are compared too


def compare_stage(situation: Situation, options: Mapping[str, object], origin: Literal["double", "named"]) -> None:
    """Steps, plays and what follows, equal in both referees."""
    player, stage, numbers = situation.player, situation.stage, situation.numbers
    mover, opponent = package.sides_of(situation.position, player)
    expected = brute_force.complete_plays(mover, opponent, stage, numbers, options)
    steps = [package.step_of(step) for step in situation.legal_steps()]
    assert len(steps) == len(set(steps))
    assert set(steps) == {sequence[0] for sequences in expected.values() for sequence in sequences}
    game, plays = package.game_of(situation, origin), situation.legal_plays()
    assert len(plays) == len(expected)
    for play in plays:
        end, sequence = package.board_of(play.position, player), tuple(map(package.step_of, play.steps))
        assert sequence in expected[end]
        follows = brute_force.next_after(stage, numbers, sequence, end, options, origin)
        assert package.follows(game, game.next_after(play)) == follows
    found = {play.steps for play in plays}
    assert not any(steps[:cut] in found for steps in found for cut in range(len(steps))), "no play begins another"


def recomputed(situation: Situation, origin: Literal["double", "named"]) -> Situation:
    """The situation as a reader of the position's text sees it."""
    text = format_position_id(situation.position, package.game_of(situation, origin).turn)
    position, turn = parse_position_id(text)
    return situation._replace(position=position, numbers=turn.numbers)


def compare_random_stages(rng: random.Random, options: Mapping[str, object], count: int) -> None:
    """A stage of each random position is compared, then played to its end, some of its steps compared on the way."""
    for _ in range(count):
        mover, opponent = random_position(rng)
        stage, numbers = random_stage(rng)
        origin: Literal["double", "named"] = rng.choice(("double", "named"))
        situation = package.situation_of(mover, opponent, rng.choice(PLAYERS), stage, numbers, options)
        compare_stage(situation, options, origin)
        while steps := situation.legal_steps():
            situation = situation.after(rng.choice(steps))
            if situation.numbers:
                assert situation.legal_steps() == recomputed(situation, origin).legal_steps()
                if rng.random() < PARTLY_PLAYED:
                    compare_stage(situation, options, origin)


@pytest.mark.parametrize("name", OPTION_SETS)
def test_steps_plays_and_what_follows_equal_those_of_the_naive_referee(name: str) -> None:
    compare_random_stages(random.Random(name), OPTION_SETS[name], POSITIONS)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", OPTION_SETS)
def test_steps_plays_and_what_follows_equal_those_of_the_naive_referee_on_many_positions(name: str, part: int) -> None:
    compare_random_stages(random.Random(f"many {name} {part}"), OPTION_SETS[name], POSITIONS)


def test_the_dead_position_is_the_one_of_the_naive_referee() -> None:
    found = []
    for name, options in OPTION_SETS.items():
        rng = random.Random(f"dead {name}")
        for _ in range(POSITIONS):
            white, black = random_position(rng)
            position = package.position_of(white, black, "white")
            found.append(brute_force.is_dead(white, black, options))
            assert is_dead(position, package.options_of(options)) == found[-1]
    assert True in found
