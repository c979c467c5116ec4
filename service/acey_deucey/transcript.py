"""A whole game as a portable record: how it began and every command; whoever has it can replay and check it.

It knows no store, no HTTP and no written form.
"""

from dataclasses import dataclass

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.record import DiceMode
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import Position
from acey_deucey.rules.replay import Command, repeated
from acey_deucey.rules.rulesets import Ruleset, ruleset_by_id
from acey_deucey.rules.telling import command_told, result_told
from acey_deucey.rules.turn import OPENING, Turn
from acey_deucey.rules.violations import Violation
from acey_deucey.wording import Message

FORMAT = 1
MOST_SHOWN = 60  # characters of what cannot be read


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a record holds.

    ``commands`` are the events with which each command began (the version in an undo does not matter);
    ``entropy`` is what White and Black added to the dice; ``seed`` is 64 hex digits, known when the game is over;
    ``turn_seconds`` is how long a turn could last, if there was a clock.
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
    turn_seconds: int | None = None


class UnreadableRecord(AceyDeuceyError):
    """What is no record: the details hold the line of a text, from 1, or a JSON pointer, and the part found there."""

    def __init__(self, where: int | str, part: str) -> None:
        details = {"line" if isinstance(where, int) else "where": where, "part": part[:MOST_SHOWN]}
        super().__init__(
            "unreadable-record",
            "Line {line} of the record cannot be read: {part!r}."
            if isinstance(where, int)
            else "The record cannot be read at {where}: {part!r}.",
            details,
        )


class UnknownRecordVersion(AceyDeuceyError):
    """A record in a form, or under a version of its rule set, that this release does not know; ``part`` says which."""

    def __init__(self, part: str, found: int | str, known: int) -> None:
        details = {"part": part, "found": found, "known": known}
        super().__init__(
            "unknown-record-version",
            "Version {found} of the record's form is not known here; known is {known}."
            if part == "record"
            else "Version {found} of the rule set {part} is not known here; known is {known}.",
            details,
        )


class BrokenRecord(AceyDeuceyError):
    """A record that breaks a rule, or says another result than its commands give; the details say where.

    ``command`` counts the commands from 0 and is None when only the result is wrong; ``violation`` is what the
    rules have against the command, if it is that.
    """

    def __init__(
        self,
        reason: Message,
        command: int | None = None,
        said: Message | None = None,
        violation: Violation | None = None,
    ) -> None:
        details = {"reason": reason, "command": command, "said": said}
        super().__init__(
            "broken-record",
            "The result of the record does not follow from the rules: {reason}"
            if command is None
            else "Command {command} of the record ({said}) does not follow from the rules: {reason}",
            details,
        )
        self.violation = violation


def known_ruleset(ruleset_id: str, version: int) -> Ruleset:
    """The rule set under which a record was made.

    :raises UnknownRuleset: there is none of that id.
    :raises UnknownRecordVersion: it has another version here.
    """
    ruleset = ruleset_by_id(ruleset_id)
    if ruleset.version != version:
        raise UnknownRecordVersion(ruleset.id, version, ruleset.version)
    return ruleset


def replayed(transcript: Transcript) -> Game:
    """The game as it stands after all commands of the record, each of them judged again.

    :raises InvalidTurn: it cannot begin so.
    :raises BrokenRecord: a command breaks a rule, or the result is not what the commands give.
    """
    return retold(transcript)[0]


def retold(transcript: Transcript) -> tuple[Game, Events]:
    """The game after all commands of the record, and all that happened in it; raises what ``replayed`` raises."""
    game, happened = Game.start(transcript.options, transcript.position, transcript.turn)
    told = list(happened)
    for index, command in enumerate(transcript.commands):
        try:
            game, caused = repeated(game, command)
        except Violation as refused:
            raise BrokenRecord(refused.told, index, command_told(command), refused) from refused
        first = caused[0]
        assert isinstance(first, Command), "what a command causes begins with it"
        if first != command and not isinstance(command, ev.Undone):
            really = Message("what happens is: {said}.", {"said": command_told(first)})
            raise BrokenRecord(really, index, command_told(command))
        told += caused
    if transcript.result is not None and transcript.result != game.result:
        raise BrokenRecord(_other_result(game.result))
    return game, tuple(told)


def _other_result(result: ev.Result | None) -> Message:
    if result is None:
        return Message("the commands do not end the game.")
    return Message("the commands end it otherwise: {result}.", {"result": result_told(result)})


def result_text(result: ev.Result | None) -> str:
    """A result in the words of a record: winner, reason and points."""
    return f"{result.winner or 'draw'} {result.reason} {result.points}" if result else "no result"
