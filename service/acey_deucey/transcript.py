"""A whole game as a portable record: how it began and every command; whoever has it can replay and check it.

It knows no store, no HTTP and no written form.
"""

from dataclasses import dataclass

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.record import DiceMode
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import Position
from acey_deucey.rules.replay import Command, repeated
from acey_deucey.rules.turn import OPENING, Turn
from acey_deucey.rules.violations import Violation

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a record holds.

    ``commands`` are the events with which each command began (the version in an undo does not matter);
    ``entropy`` is what White and Black added to the dice; ``seed`` is 64 hex digits, known when the game is over.
    """

    ruleset: str
    ruleset_version: int
    options: Options
    position: Position
    turn: Turn = OPENING
    mode: DiceMode = "server"
    commitment: str | None = None
    entropy: tuple[str, str] = ("", "")
    seed: str | None = None
    game_id: str | None = None
    commands: tuple[Command, ...] = ()
    result: ev.Result | None = None


class BrokenRecord(AceyDeuceyError):
    """A record that breaks a rule, or says another result than its commands give; the details say where.

    ``command`` counts the commands from 0 and is None when only the result is wrong.
    """

    def __init__(self, reason: str, command: int | None = None, said: str = "") -> None:
        where = "The result" if command is None else "Command {command} ({said})"
        details = {"reason": reason, "command": command, "said": said}
        super().__init__("broken-record", where + " does not follow from the rules: {reason}", details)


def replayed(transcript: Transcript) -> Game:
    """The game as it stands after all commands of the record, each of them judged again.

    :raises InvalidTurn: it cannot begin so.
    :raises BrokenRecord: a command breaks a rule, or the result is not what the commands give.
    """
    game, _ = Game.start(transcript.options, transcript.position, transcript.turn)
    for index, command in enumerate(transcript.commands):
        try:
            game, caused = repeated(game, command)
        except Violation as refused:
            raise BrokenRecord(str(refused), index, _said(command)) from refused
        if caused[0] != command and not isinstance(command, ev.Undone):
            raise BrokenRecord("it causes something else.", index, _said(command))
    if transcript.result is not None and transcript.result != game.result:
        raise BrokenRecord(f"the commands give {game.result}.")
    return game


def _said(command: Command) -> str:
    return f"{command.type} {command.play}" if isinstance(command, ev.Moved) else command.type
