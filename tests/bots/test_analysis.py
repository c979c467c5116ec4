"""An analysis tells what each decision lost and how lucky each roll was; what the expert did lost nothing."""

import pytest
from acey_deucey.bots.analysis import analyse
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.position import Position
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.replay import Command
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.transcript import Transcript

from tests.bots.play import bot_game, transcript


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_expert_loses_nothing_by_his_own_measure_and_a_random_player_much(ruleset: str) -> None:
    options = RULESETS[ruleset].options
    _, commands = bot_game(options, {"white": "expert", "black": "random"}, 8)
    analysis = analyse(transcript(options, commands))
    assert analysis.totals["white"].loss == pytest.approx(0, abs=1e-9)
    assert analysis.totals["black"].loss > 0.2
    assert all(decision.loss >= 0 for decision in analysis.decisions)


def test_every_decision_and_roll_is_told_with_its_command() -> None:
    options = RULESETS["european"].options
    game, commands = bot_game(options, {"white": "novice", "black": "novice"}, 9)
    analysis = analyse(transcript(options, commands))
    told = [decision.command for decision in analysis.decisions]
    assert told == [i for i, command in enumerate(commands) if isinstance(command, ev.Moved | ev.Named)]
    assert [roll.command for roll in analysis.rolls] == [
        i for i, command in enumerate(commands) if isinstance(command, ev.Rolled)
    ]
    assert len(analysis.white_wins) == len(commands)
    assert game.result is not None
    assert analysis.white_wins[-1] == (1 if game.result.winner == "white" else 0)


def started(text: str) -> tuple[Game, Transcript]:
    position, turn = parse_position_id(text)
    options = RULESETS["american"].options
    game, _ = Game.start(options, position, turn)
    return game, Transcript("american", 1, options, position, turn)


def moved(text: str) -> tuple[Transcript, ev.Moved]:
    game, record = started("h13,24,20/h14,9 w move plain 54 54 - 1")
    _, events = game.play("white", parse_play(text))
    first = events[0]
    assert isinstance(first, ev.Moved)
    return record, first


def test_a_play_in_two_commands_loses_what_it_loses_in_one() -> None:
    record, whole = moved("20/15 hand/21")
    parts: list[Command] = [ev.Moved("white", (step,)) for step in whole.steps]
    once = analyse(record_with(record, [whole]))
    twice = analyse(record_with(record, parts))
    assert once.totals["white"].loss > 0
    assert twice.totals["white"].loss == pytest.approx(once.totals["white"].loss, abs=1e-4)
    assert twice.totals["white"].decisions == 2


def test_what_was_taken_back_is_not_counted() -> None:
    record, whole = moved("20/15 hand/21")
    first = ev.Moved("white", whole.steps[:1])
    analysis = analyse(record_with(record, [first, ev.Undone("white", 1)]))
    assert analysis.decisions == ()
    assert analysis.totals["white"].loss == 0


def record_with(record: Transcript, commands: list[Command]) -> Transcript:
    return Transcript(record.ruleset, 1, record.options, record.position, record.turn, commands=tuple(commands))


def test_a_double_is_lucky_and_a_roll_that_is_lost_is_not() -> None:
    options = RULESETS["american"].options
    _, commands = bot_game(options, {"white": "expert", "black": "expert"}, 10)
    analysis = analyse(transcript(options, commands))
    assert max(analysis.rolls, key=lambda roll: roll.points).points > 0
    assert min(analysis.rolls, key=lambda roll: roll.points).points < 0
    assert sum(total.decisions for total in analysis.totals.values()) == len(analysis.decisions)
    assert Position.start() == transcript(options, commands).position
