"""What a lesson is, and when the game made from it is solved; it knows no single lesson, no seats and no HTTP."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.position import Player
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.rulesets import RULESETS

Action = Literal["rolls", "moves", "named-doubles"]
Dice = tuple[int, int]


class Act(NamedTuple):
    """What a player does: the action by the name of its address, and the play or the number that goes with it."""

    action: Action
    value: str | int | None = None
    player: Player = "white"


class Mistake(NamedTuple):
    """What a learner may try first. ``problem`` is what its last act is refused with; None: it is legal, in vain."""

    acts: tuple[Act, ...]
    problem: str | None = None


class Lesson(NamedTuple):
    """A position with scripted dice and something to find out.

    ``position`` is a position id with the turn, ``dice`` are all throws to come. ``goal`` holds the ids of the
    positions that solve the task when all these dice are played. ``rules`` are slugs of the rule book,
    ``statements`` are the statements and sources behind them that the lesson shows, as the rule book cites them.
    """

    id: str
    title: str
    ruleset: str
    position: str
    dice: tuple[Dice, ...]
    task: str
    hints: tuple[str, ...]
    rules: tuple[str, ...]
    statements: tuple[str, ...]
    answer: tuple[Act, ...]
    goal: frozenset[str]
    mistake: Mistake
    options: Mapping[str, Any] = {}

    def started(self) -> Game:
        """The game at its beginning, before any of the dice is thrown."""
        options = RULESETS[self.ruleset].options.override(self.options)
        return Game.start(options, *parse_position_id(self.position))[0]

    def is_solved(self, game: Game) -> bool | None:
        """Whether the game made from this lesson reached its goal; None while some of its dice are to be played.

        A game that was given up has not reached it.
        """
        if game.result is None and (game.turn.awaits != "roll" or game.throws < len(self.dice)):
            return None
        if game.result is not None and game.result.reason == "resigned":
            return False
        return format_position_id(game.position, game.turn) in self.goal


def rolls(player: Player = "white") -> Act:
    """The player rolls."""
    return Act("rolls", None, player)


def plays(text: str, player: Player = "white") -> Act:
    """The player plays these steps."""
    return Act("moves", text, player)


def names(number: int, player: Player = "white") -> Act:
    """The player names a double."""
    return Act("named-doubles", number, player)


def carried_out(game: Game, act: Act, dice: tuple[Dice, ...]) -> tuple[Game, Events]:
    """The game after the act, which takes the next of the dice if it is a roll.

    :raises Violation: the rules refuse it.
    """
    if act.action == "rolls":
        game.check_can_roll(act.player)
        return game.roll(act.player, dice[game.throws])
    if act.action == "moves":
        return game.play(act.player, parse_play(str(act.value)))
    return game.name(act.player, act.value)
