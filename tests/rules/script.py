"""Games as lines of text: commands in, events out. It decides nothing and knows the rules only by Game's commands.

A command is ``open 5 2``, ``white roll 3 1``, ``white play hand/22 hand/24``, ``white name 4``,
``white undo``, ``white resign`` or ``white timeout``. Lists, positions and turns are written as position ids.
"""

from collections.abc import Iterable
from typing import cast

from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.position import Player
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.rulesets import ruleset_by_id

START = "h15/h15 opening"


def game_at(text: str = START, ruleset: str = "american", /, **options: object) -> Game:
    """A game of the rule set, with options overridden, at the position and turn of a position id."""
    position, turn = parse_position_id(text)
    game, _ = Game.start(ruleset_by_id(ruleset).options.override(options), position, turn)
    return game


def moving(sides: str, stage: str, numbers: str, ruleset: str = "american", /, **options: object) -> Game:
    """A game in which White, on the given sides, has the numbers of the stage to play."""
    return game_at(f"{sides} w move {stage} {numbers} - - 1", ruleset, **options)


def carried_out(game: Game, line: str) -> tuple[Game, Events]:
    """The game after one command line, and what it caused."""
    word, _, rest = line.partition(" ")
    if word == "open":
        return game.open(*_dice(rest))
    player, (command, _, argument) = cast(Player, word), rest.partition(" ")
    match command:
        case "roll":
            return game.roll(player, _dice(argument))
        case "play":
            return game.play(player, parse_play(argument))
        case "name":
            return game.name(player, int(argument))
        case "undo":
            return game.take_back(player)
        case "resign":
            return game.resign(player)
        case "timeout":
            return game.run_out(player)
    raise ValueError(line)


def run(game: Game, *lines: str) -> tuple[Game, list[str]]:
    """The game after these command lines, and all that they caused as lines of text."""
    told: list[str] = []
    for line in lines:
        game, events = carried_out(game, line)
        told += map(event_text, events)
    return game, told


def transcript(game: Game, lines: Iterable[str]) -> Iterable[str]:
    """Each command line, the events that it caused, and where the game stands when a turn has ended."""
    for line in lines:
        game, events = carried_out(game, line)
        yield line
        yield from (f"    {event_text(event)}" for event in events)
        if any(isinstance(event, ev.TurnEnded | ev.Finished) for event in events):
            yield f"    = {format_position_id(game.position, game.turn)}"


def event_text(event: ev.Event) -> str:
    """The event in words."""
    match event:
        case ev.OpeningRolled(white, black, starter):
            return f"opening {white}-{black}: {f'{starter} starts' if starter else 'again'}"
        case ev.Rolled(player, dice, roll, kind):
            return f"{player} rolls {dice[0]}-{dice[1]}, {kind}, roll {roll}"
        case ev.Moved(player):
            return f"{player} plays {event.play}"
        case ev.Named(player, number):
            return f"{player} names {number}"
        case ev.ComplementOwed(number):
            return f"complement {number} is owed"
        case ev.NumbersLost(numbers, reason, forfeits):
            lost = " ".join(map(str, numbers)) or "nothing"
            return f"lost: {lost} ({reason}), with it: {', '.join(forfeits) or 'nothing'}"
        case ev.TurnEnded(player):
            return f"{player}'s turn ends"
        case ev.Undone(player, version):
            return f"{player} goes back to version {version}"
        case ev.Resigned(player):
            return f"{player} resigns"
        case ev.TimedOut(player):
            return f"{player} times out"
        case ev.Finished(result):
            return f"the end: {result.winner or 'nobody'} wins {result.points} ({result.reason})"


def _dice(text: str) -> tuple[int, int]:
    first, second = map(int, text.split())
    return first, second
