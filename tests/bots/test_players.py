"""Bots of every level play every rule set by the rules to the end, the same way for the same seed."""

from dataclasses import replace

import pytest
from acey_deucey.bots.judging import NoChoice
from acey_deucey.bots.players import NameChosen, PlayChosen, carried_out, choose
from acey_deucey.bots.turns import bot_turn
from acey_deucey.record import LEVELS, Level
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import OPTIONS, Options
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.transcript import replayed

from tests.bots.play import bot_game, opened, seeded_dice, transcript

SETS = [pytest.param(ruleset.options, id=ruleset.id) for ruleset in RULESETS.values()]
CHANGES = [
    (name, choice.value)
    for name, info in OPTIONS.items()
    for choice in info.choices
    if choice.value != getattr(RULESETS["american"].options, name)
]


def game_at(text: str, options: Options) -> Game:
    position, turn = parse_position_id(text)
    game, _ = Game.start(options, position, turn)
    return game


@pytest.mark.parametrize("options", SETS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_a_game_to_its_end_by_the_rules(level: Level, options: Options) -> None:
    game, commands = bot_game(options, {"white": level, "black": level}, 1)
    assert game.result is not None
    assert replayed(transcript(options, commands)).result == game.result


@pytest.mark.parametrize(("name", "value"), CHANGES, ids=[f"{name}={value}" for name, value in CHANGES])
def test_the_expert_plays_the_american_game_with_any_option_changed(name: str, value: object) -> None:
    options = RULESETS["american"].options.override({name: value})
    game, _ = bot_game(options, {"white": "expert", "black": "random"}, 2)
    assert game.result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_game(level: Level) -> None:
    options = RULESETS["european"].options
    first, second = (bot_game(options, {"white": level, "black": level}, 3) for _ in range(2))
    assert first == second


def test_another_seed_gives_other_choices_of_the_levels_that_err() -> None:
    game, _ = opened(RULESETS["american"].options, seeded_dice(4))
    game, _ = game.roll("white" if game.turn.player == "white" else "black", (6, 4))
    assert len({choose(game, "random", str(seed)) for seed in range(20)}) > 1
    assert len({choose(game, "expert", str(seed)) for seed in range(20)}) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_names_a_number_where_a_name_is_awaited(level: Level) -> None:
    game = game_at("h11,20,21,23,24/h15 w name 1", RULESETS["american"].options)
    chosen = choose(game, level, "seed")
    assert isinstance(chosen, NameChosen)
    after, _ = carried_out(game, chosen)
    assert after.turn.named == chosen.number


def test_a_bot_takes_the_win_that_it_has() -> None:
    game = game_at("o13,6,2/h15 w move plain 62 62 - 1", RULESETS["american"].options)
    for level in ("novice", "expert"):
        chosen = choose(game, level, "seed")
        assert isinstance(chosen, PlayChosen)
        after, _ = carried_out(game, chosen)
        assert after.result is not None
        assert after.result.winner == "white"


def test_a_bot_completes_a_stage_that_was_begun() -> None:
    game = game_at("h11,20x2,24x2/h15 w move double 44 44 - 1", RULESETS["american"].options)
    chosen = choose(game, "expert", "seed")
    assert isinstance(chosen, PlayChosen)
    assert len(chosen.play.steps) == 2


@pytest.mark.parametrize("level", LEVELS)
def test_there_is_nothing_to_choose_before_a_roll(level: Level) -> None:
    game, _ = opened(RULESETS["american"].options, seeded_dice(5))
    with pytest.raises(NoChoice):
        choose(game, level, "seed")


def test_a_turn_of_a_bot_holds_its_rolls_names_and_plays_until_the_other_is_in_turn() -> None:
    game, _ = opened(RULESETS["european"].options, seeded_dice(6))
    script = iter([(2, 1), (5, 3)])
    done = list(bot_turn(game, "expert", "seed", lambda shown: next(script)))
    assert [each.events[0].type for each in done[:3]] == ["rolled", "moved", "named"]
    assert done[-1].game.turn.player != game.turn.player
    assert list(script) == []
    assert [each.game.version for each in done] == list(range(game.version + 1, game.version + 1 + len(done)))


def test_a_game_that_is_over_has_no_turn_to_play() -> None:
    game, _ = opened(RULESETS["american"].options, seeded_dice(7))
    over, _ = game.resign("white")
    assert list(bot_turn(over, "expert", "seed", seeded_dice(0))) == []
    assert list(bot_turn(replace(over), "random", "seed", seeded_dice(0))) == []


def test_a_bot_lets_others_come_to_their_turn_within_a_choice_that_takes_long() -> None:
    position, turn = parse_position_id("h6,22,20,17,14,11,9,8,5,2/h15 w name 1")
    game = Game(RULESETS["jacoby-crawford"].options, position, turn)
    pauses: list[None] = []
    chosen = choose(game, "expert", "seed", lambda: pauses.append(None))
    assert chosen == choose(game, "expert", "seed")
    assert len(pauses) > 6


@pytest.mark.nightly
@pytest.mark.parametrize("options", SETS)
def test_experts_end_50_games_by_the_rules_package(options: Options) -> None:
    for seed in range(50):
        game, _ = bot_game(options, {"white": "expert", "black": "expert"}, seed)
        assert game.result is not None
