"""Commands and results in words, as parts of sentences; it decides nothing and knows no language but English."""

from acey_deucey.rules import events as ev
from acey_deucey.rules.position import PLAYER_NAMES, Player
from acey_deucey.rules.replay import Command
from acey_deucey.wording import Message, Plural

_WINS: dict[ev.EndReason, Plural] = {
    "borne_off": Plural(
        "{player} wins {count} point by bearing off all checkers",
        "{player} wins {count} points by bearing off all checkers",
    ),
    "resigned": Plural("{player} wins {count} point by resignation", "{player} wins {count} points by resignation"),
    "timeout": Plural("{player} wins {count} point on time", "{player} wins {count} points on time"),
}


def command_told(command: Command) -> Message:
    """Who does what, as in ``White rolls 5-2``, without a full stop."""
    match command:
        case ev.OpeningRolled(white, black):
            return Message("opening throw {white}-{black}", {"white": white, "black": black})
        case ev.Rolled(_, (first, second)):
            return _by(command.player, Message("{player} rolls {first}-{second}", {"first": first, "second": second}))
        case ev.Moved():
            return _by(command.player, Message("{player} plays {play}", {"play": command.play}))
        case ev.Named(_, number):
            return _by(command.player, Message("{player} names {number}", {"number": number}))
        case ev.Undone():
            return _by(command.player, Message("{player} takes a move back"))
        case ev.TimedOut():
            return _by(command.player, Message("{player} runs out of time"))
    return _by(command.player, Message("{player} gives up"))


def result_told(result: ev.Result) -> Message:
    """Who has won how much and how, or that nobody has, without a full stop."""
    if result.winner is None:
        return Message("The game is drawn: nobody could ever move again")
    return Message(_WINS[result.reason], {"player": PLAYER_NAMES[result.winner], "count": result.points})


def _by(player: Player, message: Message) -> Message:
    return message._replace(facts={"player": PLAYER_NAMES[player], **message.facts})
