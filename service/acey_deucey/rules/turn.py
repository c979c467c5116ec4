"""Whose turn it is, what it waits for, and how one stage leads to the next (RULES: the state machine).

It looks at positions only through ``legal``; dice come to it as arguments.
"""

from typing import Literal, NamedTuple

from acey_deucey.rules.events import Loss, RollKind
from acey_deucey.rules.legal import NUMBERS, Stage, has_step
from acey_deucey.rules.options import MOST_ROLLS, Options
from acey_deucey.rules.position import Player, Position, opponent_of

Awaits = Literal["opening", "roll", "move", "name"]
STAGE_LENGTH = 4


class Turn(NamedTuple):
    """The state of the turn. ``player`` and ``awaits`` are None when the game is over.

    ``dice`` is the roll being played, the larger die first; ``numbers`` what is still to be played of
    the stage; ``named`` the double named in this stage or the complement after it; ``rolls`` how many
    times the player has rolled in this turn, counted up to MOST_ROLLS.
    """

    player: Player | None
    awaits: Awaits | None
    stage: Stage | None = None
    dice: tuple[int, int] | None = None
    numbers: tuple[int, ...] = ()
    named: int | None = None
    rolls: int = 0


OPENING = Turn(None, "opening")
OVER = Turn(None, None)


def mover(turn: Turn) -> Player:
    """Whose turn it is, in a game that has begun and is not over."""
    assert turn.player is not None, "a game in play has a player in turn"
    return turn.player


def roll_kind(dice: tuple[int, int]) -> RollKind:
    """What a roll is: a double, the 1-2, or plain."""
    if dice[0] == dice[1]:
        return "double"
    return "acey_deucey" if set(dice) == {1, 2} else "plain"


def after_roll(turn: Turn, player: Player, dice: tuple[int, int]) -> Turn:
    """The turn in which the player has this roll to play, the larger number first."""
    high_first = (max(dice), min(dice))
    kind = roll_kind(dice)
    numbers = (dice[0],) * STAGE_LENGTH if kind == "double" else high_first
    # The count stops where no limit can tell further rolls apart, so that every turn stays writable.
    return Turn(player, "move", kind, high_first, numbers, None, min(turn.rolls + 1, MOST_ROLLS))


def after_name(turn: Turn, number: int) -> Turn:
    """The turn in which the named double is to be played."""
    return turn._replace(awaits="move", stage="named", numbers=(number,) * STAGE_LENGTH, named=number)


def after_stage(turn: Turn, options: Options) -> Turn:
    """What follows a stage that is over, ``turn.numbers`` being what was lost of it; END is the opponent's roll."""
    player, whole = mover(turn), not turn.numbers
    if turn.stage == "acey_deucey":
        if whole or options.naming_requires == "nothing":
            return turn._replace(awaits="name", numbers=())
    elif whole and _owes_complement(turn, options):
        number = 7 - _doubled(turn)
        return turn._replace(stage="complement", numbers=(number,) * STAGE_LENGTH)
    elif turn.stage != "plain" and _rolls_again(turn, options, whole):
        return Turn(player, "roll", rolls=turn.rolls)
    return ended(player)


def ended(player: Player) -> Turn:
    """The turn of the opponent, who is to roll."""
    return Turn(opponent_of(player), "roll")


def forfeits(turn: Turn, options: Options) -> tuple[Loss, ...]:
    """What goes with the numbers of this stage when they cannot all be played (H19, H20)."""
    if turn.awaits == "name" or turn.stage == "acey_deucey":
        if turn.awaits == "move" and options.naming_requires == "nothing":
            return ()
        return ("name", "complement", "roll") if options.named_complement else ("name", "roll")
    lost: list[Loss] = ["complement"] if _owes_complement(turn, options) else []
    if turn.stage != "plain" and _rolls_again(turn, options, True) and not _rolls_again(turn, options, False):
        lost.append("roll")
    return tuple(lost)


def can_name(position: Position, turn: Turn, options: Options) -> tuple[int, ...]:
    """The numbers that may be named; none when no number has a legal step, for then there is no naming."""
    player = mover(turn)
    playable = [number for number in NUMBERS if has_step(position, player, "named", number, options)]
    if options.named_must_be_playable or not playable:
        return tuple(playable)
    return tuple(NUMBERS)


def _owes_complement(turn: Turn, options: Options) -> bool:
    return (turn.stage == "double" and options.doubles_complement) or (
        turn.stage == "named" and options.named_complement
    )


def _doubled(turn: Turn) -> int:
    number = turn.named or (turn.dice and turn.dice[0])
    assert number, "a double has a number"
    return number


def _rolls_again(turn: Turn, options: Options, whole: bool) -> bool:
    """Whether a further roll follows a double, named or rolled, whose last stage was played whole or not."""
    rule = options.named_roll_again if turn.named else options.doubles_roll_again
    return rule == "always" or (rule == "if_all_played" and whole)
