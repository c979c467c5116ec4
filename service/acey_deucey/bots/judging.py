"""What a player can do in a game and what each choice is worth to him; it chooses nothing.

A choice is judged by what it leaves behind: the board with the opponent to roll, or with a further roll, a name
or a complement of his own. Of a name all plays are looked at.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple, TypeAlias

from acey_deucey.bots.encoding import Pending
from acey_deucey.bots.features import Board
from acey_deucey.bots.network import Chances, chances
from acey_deucey.rules.game import Game, Next
from acey_deucey.rules.legal import NUMBERS, has_step
from acey_deucey.rules.moves import Play
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, CHECKERS, OFF, Player, Position, count_at, opponent_of
from acey_deucey.rules.turn import after_name, mover

Pause: TypeAlias = Callable[[], None]

AT_ONCE = 256
"""How many boards are judged between two pauses; on the machine where this was chosen they took 6 ms."""

_PENDING: dict[Next, Pending] = {"opponent": Pending.OPPONENT, "roll": Pending.ROLL, "name": Pending.NAME}


class After(NamedTuple):
    """What a player leaves behind when a stage is over."""

    position: Position
    pending: Pending


class Choice(NamedTuple):
    """Something that a player can do: a complete play of the stage, or a number named and the best play of it.

    ``pending`` is what comes next when it is done.
    """

    play: Play
    named: int | None
    pending: Pending
    chances: Chances


class NoChoice(ValueError):
    """The game awaits neither a move nor a name."""


def without_pause() -> None:
    """For those who keep nobody waiting."""


def choices(game: Game, pause: Pause = without_pause) -> list[Choice]:
    """All that the player in turn can do now, the best first; of each number to name its best play.

    The play of a number that no checker can play has no steps. ``pause`` is called now and then, so that others who
    share the processor come to their turn.

    :raises NoChoice: the game awaits neither a move nor a name.
    """
    if game.turn.awaits == "move":
        plays = [(None, play, after) for play, after in _afters(game, game.legal_plays())]
        return _judged(game, plays, pause)
    if game.turn.awaits == "name":
        best: dict[int | None, Choice] = {}
        for choice in _judged(game, list(_named_plays(game, pause)), pause):
            best.setdefault(choice.named, choice)
        return list(best.values())
    raise NoChoice


def standing(game: Game, pause: Pause = without_pause) -> Chances:
    """What the game is worth to the player in turn as it stands, before he rolls, moves or names.

    A player who is to move or name is taken to do the best; before the opening it is White's view.
    """
    if game.result is not None:
        return _result(game)
    player, awaits = game.turn.player, game.turn.awaits
    if player is None:
        return _mean([_to_roll(game, "white"), _to_roll(game, "black").other])
    return choices(game, pause)[0].chances if awaits in ("move", "name") else _to_roll(game, player)


def judged(options: Options, player: Player, afters: Sequence[After], pause: Pause = without_pause) -> list[Chances]:
    """For each of these what it is worth to the player who leaves it behind."""
    found: list[Chances] = []
    for begin in range(0, len(afters), AT_ONCE):
        pause()
        part = afters[begin : begin + AT_ONCE]
        worth = chances([_board(after, player) for after in part], options)
        found += [_exact(options, player, *pair) for pair in zip(part, worth, strict=True)]
    return found


def _judged(game: Game, plays: Sequence[tuple[int | None, Play, After]], pause: Pause) -> list[Choice]:
    worth = judged(game.options, mover(game.turn), [after for _, _, after in plays], pause)
    found = [Choice(play, named, after.pending, each) for (named, play, after), each in zip(plays, worth, strict=True)]
    return sorted(found, key=lambda choice: (choice.chances.points, choice.chances.win), reverse=True)


def _named_plays(game: Game, pause: Pause) -> Iterator[tuple[int, Play, After]]:
    for number in game.names():
        pause()
        named = replace(game, turn=after_name(game.turn, number))
        for play, after in _afters(named, named.legal_plays() or (Play((), game.position),)):
            yield number, play, after


def _afters(game: Game, plays: Sequence[Play]) -> Iterator[tuple[Play, After]]:
    """Each complete play with what it leaves behind; what follows depends on how many numbers it loses alone."""
    next_if_left, numbers = cache(game.next_if_left), len(game.turn.numbers)
    for play in plays:
        yield play, _after(game, play, next_if_left(numbers - len(play.steps)))


def _after(game: Game, play: Play, following: Next) -> After:
    """What a complete play leaves behind, once what nobody could play has gone by itself."""
    turn, options, position = game.turn, game.options, play.position
    player = mover(turn)
    if following == "complement":
        number = 7 - turn.numbers[0]
        if has_step(position, player, "complement", number, options):
            return After(position, Pending(Pending.NAME + number))
        return After(position, _after_dead_complement(game))
    if following == "name" and not any(has_step(position, player, "named", n, options) for n in NUMBERS):
        following = "opponent"
    return After(position, _PENDING[following])


def _after_dead_complement(game: Game) -> Pending:
    number = 7 - game.turn.numbers[0]
    owed = game.turn._replace(stage="complement", numbers=(number,) * 4)
    following = replace(game, turn=owed).next_if_left(4)
    return _PENDING[following]


def _board(after: After, player: Player) -> Board:
    own, other = after.position.packed(player), after.position.packed(opponent_of(player))
    if after.pending == Pending.OPPONENT:
        return Board(other, own, Pending.ROLL)
    return Board(own, other, after.pending)


def _exact(options: Options, player: Player, after: After, worth: Chances) -> Chances:
    """The chances from the view of the player who leaves it behind; a game that is won is worth what it is."""
    if after.position.packed(player) == ALL_OFF:
        left = CHECKERS - count_at(after.position.packed(opponent_of(player)), OFF)
        return Chances(1.0, float(left if options.scoring == "checkers_left" else 1))
    return worth.other if after.pending == Pending.OPPONENT else worth


def _to_roll(game: Game, player: Player) -> Chances:
    own, other = game.position.packed(player), game.position.packed(opponent_of(player))
    return chances([Board(own, other, Pending.ROLL)], game.options)[0]


def _result(game: Game) -> Chances:
    assert game.result is not None, "the game is over"
    if game.result.winner is None:
        return Chances(0.5, 0.0)
    won = Chances(1.0, game.result.points / game.stake)
    return won if game.result.winner == "white" else won.other


def _mean(several: Sequence[Chances]) -> Chances:
    return Chances(*(sum(column) / len(several) for column in zip(*several, strict=True)))
