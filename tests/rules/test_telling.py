"""Commands and results in words: each kind has its own, and the player is named in it."""

import pytest
from acey_deucey.rules import events as ev
from acey_deucey.rules.events import Result
from acey_deucey.rules.moves import Step
from acey_deucey.rules.replay import Command
from acey_deucey.rules.telling import command_told, result_told

COMMANDS: dict[Command, str] = {
    ev.OpeningRolled(5, 2, "white", 1): "opening throw 5-2",
    ev.Rolled("black", (6, 4), 2, "plain"): "Black rolls 6-4",
    ev.Moved("white", (Step(26, 20, 5, False), Step(13, 8, 5, True))): "White plays hand/20 13/8*",
    ev.Named("black", 4): "Black names 4",
    ev.Undone("white", 7): "White takes a move back",
    ev.Resigned("black"): "Black gives up",
    ev.TimedOut("white"): "White runs out of time",
}
RESULTS = {
    Result("white", "borne_off", 10): "White wins 10 points by bearing off all checkers",
    Result("black", "resigned", 1): "Black wins 1 point by resignation",
    Result("black", "timeout", 3): "Black wins 3 points on time",
    Result(None, "deadlock", 0): "The game is drawn: nobody could ever move again",
}


@pytest.mark.parametrize(("command", "words"), COMMANDS.items(), ids=[command.type for command in COMMANDS])
def test_a_command_is_told_with_its_player(command: Command, words: str) -> None:
    assert str(command_told(command)) == words


@pytest.mark.parametrize(("result", "words"), RESULTS.items(), ids=[result.reason for result in RESULTS])
def test_a_result_is_told_with_its_reason_and_points(result: Result, words: str) -> None:
    assert str(result_told(result)) == words
