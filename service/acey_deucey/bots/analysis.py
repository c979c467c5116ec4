"""A whole game looked back upon: what each play and name lost, and how lucky each roll was. It changes nothing."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from acey_deucey.bots.judging import Choice, Pause, choices, standing, without_pause
from acey_deucey.bots.network import Chances
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Game
from acey_deucey.rules.position import PLAYERS, Player
from acey_deucey.rules.replay import repeated
from acey_deucey.transcript import Transcript


class Decision(NamedTuple):
    """A play or a name, the best there was instead, and the points that were lost by it, at a stake of one.

    ``command`` counts the commands of the record from 0.
    """

    command: int
    player: Player
    kind: Literal["play", "name"]
    done: str
    best: str
    loss: float


class Luck(NamedTuple):
    """How many points a roll was worth to the player beyond what he could expect, at a stake of one."""

    command: int
    player: Player
    dice: tuple[int, int]
    points: float


class Total(NamedTuple):
    """What all decisions of a player lost and what all his rolls gave him."""

    decisions: int
    loss: float
    luck: float


class Analysis(NamedTuple):
    """Decisions that were taken back are left out; ``white_wins`` is White's chance to win after each command."""

    decisions: tuple[Decision, ...]
    rolls: tuple[Luck, ...]
    totals: dict[Player, Total]
    white_wins: tuple[float, ...]


class _Moment(NamedTuple):
    """The game at one time, what its player can choose if he can, and what it is worth to White."""

    game: Game
    choices: list[Choice]
    white: Chances

    def points(self, player: Player) -> float:
        return self.white.points if player == "white" else -self.white.points


def analyse(transcript: Transcript, pause: Pause = without_pause) -> Analysis:
    """What the players of a recorded game did well and badly, and what the dice did; ``pause`` as in ``choices``.

    :raises InvalidTurn: the game cannot begin so.
    :raises Violation: a command of the record breaks a rule.
    """
    now = _moment(Game.start(transcript.options, transcript.position, transcript.turn)[0], pause)
    decisions: list[Decision] = []
    rolls: list[Luck] = []
    wins: list[float] = []
    for index, command in enumerate(transcript.commands):
        before, now = now, _moment(repeated(now.game, command)[0], pause)
        if isinstance(command, ev.Moved | ev.Named):
            decisions.append(_decision(index, before, now, command))
        elif isinstance(command, ev.Undone):
            decisions.pop()
        elif isinstance(command, ev.Rolled):
            player = command.player
            rolls.append(Luck(index, player, command.dice, now.points(player) - before.points(player)))
        wins.append(now.white.win)
    totals = {player: _total(player, decisions, rolls) for player in PLAYERS}
    return Analysis(tuple(decisions), tuple(rolls), totals, tuple(wins))


def _moment(game: Game, pause: Pause) -> _Moment:
    pause()
    found = choices(game, pause) if game.turn.awaits in ("move", "name") else []
    worth = found[0].chances if found else standing(game)
    return _Moment(game, found, worth.other if game.turn.player == "black" else worth)


def _decision(index: int, before: _Moment, after: _Moment, command: ev.Moved | ev.Named) -> Decision:
    best = before.choices[0]
    loss = best.chances.points - _kept(before, after, command)
    if isinstance(command, ev.Named):
        return Decision(index, command.player, "name", str(command.number), str(best.named), loss)
    return Decision(index, command.player, "play", command.play, best.play.text, loss)


def _kept(before: _Moment, after: _Moment, command: ev.Moved | ev.Named) -> float:
    """What the player may expect after the command: of a stage that goes on the best that can be made of it."""
    if isinstance(command, ev.Named):
        return next(choice.chances.points for choice in before.choices if choice.named == command.number)
    left, turn = len(before.game.turn.numbers) - len(command.steps), after.game.turn
    if left and turn.awaits == "move" and turn.stage == before.game.turn.stage and len(turn.numbers) == left:
        return after.choices[0].chances.points
    end = after.game.position
    return next(choice.chances.points for choice in before.choices if choice.play.position == end)


def _total(player: Player, decisions: Iterable[Decision], rolls: Iterable[Luck]) -> Total:
    losses = [decision.loss for decision in decisions if decision.player == player]
    return Total(len(losses), sum(losses), sum(luck.points for luck in rolls if luck.player == player))
