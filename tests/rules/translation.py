"""From the brute-force referee's values to those of the package and back. It must know no rule."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast

from acey_deucey.rules.game import Game, Next
from acey_deucey.rules.legal import Stage
from acey_deucey.rules.moves import Step
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import BAR, HAND, OFF, Player, Position, Side, count_at, mirrored, opponent_of
from acey_deucey.rules.situation import Situation
from acey_deucey.rules.turn import Turn
from acey_deucey.rules.turn_check import checked_turn

from tests.rules import brute_force

NAMES: dict[int, str] = {HAND: "hand", BAR: "bar", OFF: "off"}
WHAT_FOLLOWS: dict[Next, str] = {"opponent": "END", "name": "NAME", "roll": "ROLL", "won": "WIN"}


def position_of(mover: brute_force.Side, opponent: brute_force.Side, player: Player) -> Position:
    """The package's position in which the player has the mover's checkers."""
    own, other = Side(**mover), Side(**opponent)
    return Position.of(own, other) if player == "white" else Position.of(other, own)


def options_of(options: Mapping[str, object]) -> Options:
    """The package's options with these values, checked as those of a new game are."""
    return Options().override(options)


def situation_of(
    mover: brute_force.Side,
    opponent: brute_force.Side,
    player: Player,
    stage: str,
    numbers: Iterable[int],
    options: Mapping[str, object],
) -> Situation:
    """The package's situation in which the player has these numbers of the stage to play."""
    position = position_of(mover, opponent, player)
    return Situation(position, player, cast(Stage, stage), tuple(numbers), options_of(options))


def game_of(situation: Situation, origin: Literal["double", "named"] = "double") -> Game:
    """A game in that situation, not settled; ``origin`` says what a complement completes."""
    numbers = situation.numbers
    named = 7 - numbers[0] if situation.stage == "complement" and origin == "named" else None
    turn = Turn(situation.player, "move", situation.stage, None, numbers, named, 1)
    return Game(situation.options, situation.position, checked_turn(turn))


def board_of(position: Position, player: Player) -> brute_force.Board:
    """The brute-force key of the package's position, seen by the player."""
    own, other = position.packed(player), position.packed(opponent_of(player))
    return brute_force.Board(*_piles(own), _points(own), *_piles(other), _points(mirrored(other)))


def step_of(step: Step) -> brute_force.Step:
    """The brute-force form of the package's step."""
    source, target = NAMES.get(step.source, step.source), NAMES.get(step.target, step.target)
    return brute_force.Step(source, target, step.number, step.hit)


def sides_of(position: Position, player: Player) -> tuple[brute_force.Side, brute_force.Side]:
    """The player's and his opponent's checkers in brute-force form."""
    sides = (position.side(player), position.side(opponent_of(player)))
    own, other = (cast(Any, side._asdict() | {"points": dict(side.points)}) for side in sides)
    return own, other


def follows(game: Game, following: Next) -> str:
    """What follows a stage of the game, in the words of the worked positions."""
    return f"COMP{7 - game.turn.numbers[0]}" if following == "complement" else WHAT_FOLLOWS[following]


def _piles(packed: int) -> tuple[int, int, int]:
    return count_at(packed, HAND), count_at(packed, BAR), count_at(packed, OFF)


def _points(packed: int) -> tuple[int, ...]:
    return (0, *(count_at(packed, point) for point in range(1, 25)))
