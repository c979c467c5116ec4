"""A command given again as its first event tells it; a game is replayed by its events, and must cause the same."""

from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.moves import Request

Command = ev.OpeningRolled | ev.Rolled | ev.Moved | ev.Named | ev.Undone | ev.Resigned | ev.TimedOut


def repeated(game: Game, command: Command) -> tuple[Game, Events]:
    """The game after the command that this event tells of, and all events that it causes now.

    :raises Violation: the rules refuse it here.
    """
    match command:
        case ev.OpeningRolled(white, black):
            return game.open(white, black)
        case ev.Rolled(player, dice):
            return game.roll(player, dice)
        case ev.Moved(player, steps):
            return game.play(player, [Request(step.source, step.target, step.number) for step in steps])
        case ev.Named(player, number):
            return game.name(player, number)
        case ev.Undone(player):
            return game.take_back(player)
        case ev.TimedOut(player):
            return game.run_out(player)
    return game.resign(command.player)
