"""The games of the compiled simulator: they all end, and its players choose as those of the package do."""

import random

import numpy as np
import pytest
from acey_deucey.bots.encoding import Pending
from acey_deucey.bots.families import family_of
from acey_deucey.bots.features import Board
from acey_deucey.bots.judging import Choice, choices
from acey_deucey.bots.races import is_race
from acey_deucey.bots.weights import shipped_weights
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.rulesets import RULESETS

from tests.bots.compiled import STAGE_CODES, counts, numbers_of, random_situation, sides
from tests.rules import translation as package

pytest.importorskip("numba", reason="the extra train is not installed")

from acey_deucey.bots import strength
from acey_deucey.bots.strength import as_net, opponents, play, solved_races
from acey_deucey.bots.training.bearoff import Solved
from acey_deucey.bots.training.games import NETWORK, best_of_stage, choose_name, new_room
from acey_deucey.bots.training.network import tabulate

pytestmark = pytest.mark.slow
SETS = [pytest.param(ruleset.options, id=ruleset.id) for ruleset in RULESETS.values()]
CLOSE = 1e-3
# Races aside: there the simulator knows what a win costs exactly, the package only that it is one.
NO_RACES = (False, Solved(np.zeros(0), np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)))


def has_race(found: list[Choice]) -> bool:
    return any(is_race(Board(*choice.play.position, Pending.ROLL)) for choice in found)


def limitless(options: Options) -> Options:
    return options.override({"max_rolls_per_turn": None})


def test_the_simulator_values_and_chooses_plays_as_the_package_does() -> None:
    rng = random.Random(11)
    for _ in range(600):
        situation = random_situation(rng)
        situation = situation._replace(options=limitless(situation.options))
        game = package.game_of(situation, rng.choice(("double", "named")))
        if not game.legal_plays() or has_race(choices(game)):
            continue
        own, opp = sides(situation)
        numbers = sorted(situation.numbers, reverse=True)
        net, options = as_net(shipped_weights(family_of(game.options))), numbers_of(game.options)
        room = new_room(len(net.b1))
        tabulate(net, options)
        named, stage = game.turn.named is not None, STAGE_CODES[situation.stage]
        value, pending, _ = best_of_stage(
            NETWORK, 0.0, net, own, opp, stage, numbers[0], numbers[1], named, options, room, *NO_RACES
        )
        best, *others = choices(game)
        if best.play.position.packed(situation.player) & 15 == 15:
            assert value > 900
        else:
            assert value == pytest.approx(best.chances.points, abs=CLOSE)
            if not others or best.chances.points - others[0].chances.points > 2 * CLOSE:
                assert np.array_equal(room.best_own, counts(best.play.position.packed(situation.player)))
                assert Pending(pending) in Pending


def test_the_simulator_names_what_the_package_names() -> None:
    rng = random.Random(12)
    for _ in range(100):
        situation = random_situation(rng)
        options = limitless(situation.options)
        game: Game = package.game_of(situation._replace(options=options))
        turn = game.turn._replace(awaits="name", stage="acey_deucey", dice=(2, 1), numbers=(), named=None)
        game = Game(options, situation.position, turn)
        if not game.names() or has_race(choices(game)):
            continue
        own, opp = sides(situation)
        net = as_net(shipped_weights(family_of(options)))
        tabulate(net, numbers_of(options))
        number = choose_name(NETWORK, 0.0, net, own, opp, numbers_of(options), new_room(len(net.b1)), *NO_RACES)
        found = choices(game)
        chosen = next(choice for choice in found if choice.named == number)
        assert chosen.chances.points == pytest.approx(found[0].chances.points, abs=CLOSE)


@pytest.mark.parametrize("options", SETS)
def test_no_game_of_10_000_is_without_an_end(options: Options) -> None:
    novice = next(each for each in opponents(options) if each.name == "novice")
    expert = novice._replace(error=0.0)
    assert play(options, solved_races(options), expert, 1430, 1).endless == 0


@pytest.mark.parametrize("options", SETS)
def test_the_expert_beats_every_weaker_player(options: Options) -> None:
    solved = solved_races(options)
    for opponent in opponents(options):
        score = play(options, solved, opponent, 300, 2)
        assert score.points > score.points_within, opponent.name


def test_the_table_of_strength_holds_every_opponent_the_network_before_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["strength", "--games", "20", "--rulesets", "european"])
    strength.main()
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[1:3] for row in rows] == [[name, "20"] for name in ("random", "greedy", "novice", "previous")]
