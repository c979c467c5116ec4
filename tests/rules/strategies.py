"""What hypothesis draws for the rules: situations, requests, option sets. It must not know what is legal."""

import random

from acey_deucey.rules.moves import Request
from acey_deucey.rules.options import OPTIONS, Options
from acey_deucey.rules.position import BAR, HAND, OFF, PLAYERS, POINTS, Player
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.situation import Situation
from hypothesis import strategies as st

from tests.rules import translation as package
from tests.rules.random_positions import random_position, random_stage

seeds = st.integers(0, 2**32 - 1)
players = st.sampled_from(PLAYERS)
shipped = st.sampled_from([ruleset.options for ruleset in RULESETS.values()])
mixed = st.fixed_dictionaries(
    {name: st.sampled_from([choice.value for choice in info.choices]) for name, info in OPTIONS.items()}
).map(lambda changes: Options().override(changes))
options = st.one_of(shipped, mixed)
sources = st.one_of(st.integers(1, POINTS), st.sampled_from((BAR, HAND)))
targets = st.one_of(st.integers(1, POINTS), st.just(OFF))
numbers = st.one_of(st.none(), st.none(), st.integers(0, 7))


def situation(seed: int, player: Player, options: Options) -> Situation:
    """A random position with a random stage to play, the same for the same seed."""
    rng = random.Random(seed)
    mover, opponent = random_position(rng)
    stage, numbers = random_stage(rng)
    return package.situation_of(mover, opponent, player, stage, numbers, options.as_dict())


situations = st.builds(situation, seeds, players, options)


@st.composite
def likely_requests(draw: st.DrawFn, situation: Situation) -> Request:
    """One checker's way: often from where the mover has checkers, by numbers that he has."""
    mover, _ = package.sides_of(situation.position, situation.player)
    held = [*mover["points"], *[HAND] * bool(mover["hand"]), *[BAR] * bool(mover["bar"])]
    source = draw(st.one_of(sources, st.sampled_from(held)) if held else sources)
    way = sum(draw(st.lists(st.sampled_from(situation.numbers), min_size=1, max_size=4)))
    target = draw(st.one_of(targets, st.just(max(min(source, POINTS + 1) - way, OFF))))
    return Request(source, target, draw(numbers), source == BAR and draw(st.booleans()))
