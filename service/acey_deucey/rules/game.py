"""A whole game as a frozen value: every command gives the next one and the events that it caused.

It knows no seats, tokens, clock, store or chance: dice are arguments.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from acey_deucey.rules import events as ev
from acey_deucey.rules.legal import NUMBERS, is_dead
from acey_deucey.rules.moves import Play, Request, Step
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, CHECKERS, OFF, Player, Position, count_at, opponent_of
from acey_deucey.rules.reading import read_play
from acey_deucey.rules.situation import Situation
from acey_deucey.rules.turn import (
    OPENING,
    OVER,
    Awaits,
    Turn,
    after_name,
    after_roll,
    after_stage,
    can_name,
    ended,
    forfeits,
    roll_kind,
)
from acey_deucey.rules.turn_check import InvalidTurn, checked_turn
from acey_deucey.rules.violations import IllegalMove, WrongSeat, WrongState

Events: TypeAlias = tuple[ev.Event, ...]
Next: TypeAlias = Literal["opponent", "name", "complement", "roll", "won"]


class Mark(NamedTuple):
    """Where an undo leads: the board and turn of an earlier version of the same roll."""

    version: int
    position: Position
    turn: Turn


@dataclass(frozen=True, slots=True)
class Game:
    """One game of acey-deucey at one version; ``version`` rises by one with every accepted command.

    ``throws`` counts the dice throws so far, the opening ones included. ``undo`` holds the marks of this
    roll, the newest last. ``forfeited`` tells what the last turn lost, until the next roll.
    """

    options: Options
    position: Position
    turn: Turn
    version: int = 1
    throws: int = 0
    stake: int = 1
    result: ev.Result | None = None
    undo: tuple[Mark, ...] = ()
    forfeited: tuple[ev.Loss, ...] = ()

    @classmethod
    def start(cls, options: Options, position: Position | None = None, turn: Turn = OPENING) -> tuple["Game", Events]:
        """A new game at version 1, from the opening throw or from a position with a turn.

        A stage in which nothing can be played ends by itself, so there may be events already.

        :raises InvalidTurn: the turn cannot be, or the position leaves it nothing to do.
        """
        game = cls(options, position or Position.start(), checked_turn(turn))
        if ALL_OFF in game.position:
            raise InvalidTurn("The game is over: a player has borne off all fifteen checkers.")
        log: list[ev.Event] = []
        return _settled(game, log) if turn != OPENING else game, tuple(log)

    def open(self, white: int, black: int) -> tuple["Game", Events]:
        """Each player throws one die; the higher starts, equal dice stay in the opening (H5, H6).

        :raises WrongState: the opening is over.
        """
        self._must_await("opening")
        starter: Player | None = None if white == black else "white" if white > black else "black"
        log: list[ev.Event] = [ev.OpeningRolled(white, black, starter, self.throws + 1)]
        game = replace(self, version=self.version + 1, throws=self.throws + 1)
        if starter is None:
            return game, tuple(log)
        turn = Turn(starter, "roll")
        if self.options.opening_roll == "fresh":
            return replace(game, turn=turn), tuple(log)
        return _settled(_rolled(game, turn, (white, black)), log), tuple(log)

    def roll(self, player: Player, dice: tuple[int, int]) -> tuple["Game", Events]:
        """The player rolls; a stage without a legal step ends by itself.

        :raises WrongState: it is not his turn, or something else must be done first.
        """
        self.check_can_roll(player)
        game = _rolled(replace(self, version=self.version + 1, throws=self.throws + 1), self.turn, dice)
        log: list[ev.Event] = [ev.Rolled(player, _high_first(dice), game.throws, roll_kind(dice))]
        return _settled(game, log), tuple(log)

    def check_can_roll(self, player: Player) -> None:
        """Make sure that the player may roll now.

        :raises WrongState: he may not.
        """
        self._must_be_turn_of(player)
        self._must_await("roll")

    def play(self, player: Player, requests: Sequence[Request]) -> tuple["Game", Events]:
        """The player plays what he asks for: one step, several, or the whole stage; all or nothing.

        :raises IllegalMove: some of it is not legal, it is nothing, or it can be read in several ways.
        :raises WrongState: it is not his turn, or not the time to move.
        """
        situation = self.check_can_move(player)
        steps = read_play(situation, requests)
        after = situation.after_all(steps)
        turn = self.turn._replace(numbers=after.numbers)
        game = replace(self, position=after.position, turn=turn, version=self.version + 1, undo=self._marked())
        log: list[ev.Event] = [ev.Moved(player, steps)]
        return _settled(game, log), tuple(log)

    def check_can_move(self, player: Player) -> Situation:
        """The situation in which the player is to move.

        :raises WrongState: he may not move now.
        """
        self._must_be_turn_of(player)
        self._must_await("move")
        return self._situation()

    def name(self, player: Player, number: object) -> tuple["Game", Events]:
        """The player names a double after a fully played 1-2 (G35, H23).

        :raises IllegalMove: not a number from 1 to 6, or one that must be playable and is not.
        :raises WrongState: there is nothing to name now.
        """
        self._must_be_able_to_name(player)
        allowed = self.names()
        if type(number) is not int or number not in NUMBERS:
            raise IllegalMove(
                "name-not-a-number",
                "Name one whole number from 1 to 6, such as {example}.",
                example=allowed[0],
                legal_example=str(allowed[0]),
            )
        if number not in allowed:
            raise IllegalMove(
                "name-not-playable",
                "No checker can play a {number}; name one that can be played.",
                number=number,
                legal_example=str(allowed[0]),
            )
        log: list[ev.Event] = [ev.Named(player, number)]
        game = replace(self, version=self.version + 1, turn=after_name(self.turn, number), undo=self._marked())
        return _settled(game, log), tuple(log)

    def take_back(self, player: Player) -> tuple["Game", Events]:
        """The player takes back his last moves or name of this roll; never across a roll or a turn.

        :raises WrongSeat: the last command is the opponent's.
        :raises WrongState: there is nothing to take back.
        """
        self._must_go_on()
        if not self.undo:
            raise WrongState(
                "nothing-to-undo", "Nothing has been played since the last roll: there is nothing to undo."
            )
        if player != self.turn.player:
            raise WrongSeat("acting-for-opponent", "Only the player who moved can take his move back.")
        mark = self.undo[-1]
        game = replace(self, version=self.version + 1, position=mark.position, turn=mark.turn, undo=self.undo[:-1])
        return game, (ev.Undone(player, mark.version),)

    def resign(self, player: Player) -> tuple["Game", Events]:
        """The player gives the game up and loses it, in turn or out of turn.

        :raises WrongState: the game is over.
        """
        self._must_go_on()
        log: list[ev.Event] = [ev.Resigned(player)]
        game = replace(self, version=self.version + 1)
        return _finished(game, log, opponent_of(player), "resigned"), tuple(log)

    def legal_steps(self) -> tuple[Step, ...]:
        """The steps that may be played next; none unless the game awaits a move."""
        return self._situation().legal_steps() if self.turn.awaits == "move" else ()

    def legal_plays(self) -> tuple[Play, ...]:
        """The complete plays of the stage; none unless the game awaits a move."""
        return self._situation().legal_plays() if self.turn.awaits == "move" else ()

    def names(self) -> tuple[int, ...]:
        """The numbers that may be named now; none unless the game awaits a name."""
        return can_name(self.position, self.turn, self.options) if self.turn.awaits == "name" else ()

    def next_after(self, play: Play) -> Next:
        """What a complete play of this stage leads to, even when that then ends by itself at once."""
        player = self.turn.player
        assert player is not None, "only a stage has plays"
        if play.position.packed(player) == ALL_OFF:
            return "won"
        return self.next_if_left(len(self.turn.numbers) - len(play.steps))

    def next_if_left(self, count: int) -> Next:
        """What the stage leads to when this many of its numbers are lost at its end."""
        left = self.turn.numbers[:count]
        turn = _within_limit(after_stage(self.turn._replace(numbers=left), self.options), self.options)
        if turn.player != self.turn.player:
            return "opponent"
        if turn.awaits == "move":
            return "complement"
        return "name" if turn.awaits == "name" else "roll"

    def _situation(self) -> Situation:
        player, stage = self.turn.player, self.turn.stage
        assert player is not None, "a stage has a mover"
        assert stage is not None, "who is to move is in a stage"
        return Situation(self.position, player, stage, self.turn.numbers, self.options)

    def _marked(self) -> tuple[Mark, ...]:
        return (*self.undo, Mark(self.version, self.position, self.turn))

    def _must_go_on(self) -> None:
        if self.result is not None:
            raise WrongState("game-finished", "The game is over; no further action is possible.")

    def _must_be_turn_of(self, player: Player) -> None:
        self._must_go_on()
        if self.turn.awaits == "opening":
            raise WrongState("opening-not-rolled", "The opening dice have not been thrown yet.")
        if player != self.turn.player:
            raise WrongState("not-your-turn", "It is {player}'s turn.", player=str(self.turn.player).title())

    def _must_await(self, action: Awaits) -> None:
        if self.turn.awaits == action:
            return
        if self.turn.awaits == "roll":
            raise WrongState("roll-first", "Roll the dice before you move.")
        if self.turn.awaits == "name":
            names = self.names()
            raise WrongState(
                "name-a-double-first",
                "The 1-2 is played: name a double, a number from 1 to 6.",
                legal_example=str(names[0]),
            )
        step = self.legal_steps()[0]
        raise WrongState(
            "numbers-still-playable",
            "There are numbers left to play: {left}.",
            left=", ".join(map(str, self.turn.numbers)),
            number=step.number,
            legal_example=step.text,
        )

    def _must_be_able_to_name(self, player: Player) -> None:
        self._must_go_on()
        if player != self.turn.player and self.turn.awaits == "roll" and "name" in self.forfeited:
            raise WrongState("name-forfeited", "The 1 and the 2 could not both be played: the name is lost.")
        self._must_be_turn_of(player)
        if self.turn.awaits == "move" and self.turn.stage == "acey_deucey":
            raise WrongState(
                "name-before-acey-deucey-played",
                "Play the 1 and the 2 before you name a double.",
                legal_example=self.legal_steps()[0].text,
            )
        if self.turn.awaits != "name":
            raise WrongState("name-not-earned", "Only a 1-2 that has been played earns a name.")


def _rolled(game: Game, turn: Turn, dice: tuple[int, int]) -> Game:
    """The game after its dice have been thrown for a turn: a clean slate for undo, a stake perhaps doubled."""
    assert turn.player is not None, "dice are thrown for a player"
    doubles = game.options.stake_doubles_on_acey_deucey and roll_kind(dice) == "acey_deucey"
    stake = game.stake * 2 if doubles else game.stake
    return replace(game, turn=after_roll(turn, turn.player, dice), stake=stake, undo=(), forfeited=())


def _settled(game: Game, log: list[ev.Event]) -> Game:
    """The game when all that happens by itself has happened: wins, dead stages, names and rolls that are lost."""
    while game.result is None:
        turn, player = game.turn, game.turn.player
        assert player is not None, "a game that goes on has a player in turn"
        if game.position.packed(player) == ALL_OFF:
            return _finished(game, log, player, "borne_off")
        if turn.awaits == "move":
            if game.legal_steps():
                return game
            game = _stage_over(game, log)
        elif turn.awaits == "name" and not game.names():
            game = _turn_over(game, log, ev.NumbersLost((), "nothing_to_name", forfeits(turn, game.options)))
        elif is_dead(game.position, game.options):
            return _finished(game, log, None, "deadlock")
        else:
            return game
    return game


def _stage_over(game: Game, log: list[ev.Event]) -> Game:
    """The game after a stage of which nothing more can be played, or all is played."""
    lost: ev.NumbersLost | None = None
    if game.turn.numbers:
        lost = ev.NumbersLost(game.turn.numbers, "no_legal_step", forfeits(game.turn, game.options))
    turn = after_stage(game.turn, game.options)
    if turn.player != game.turn.player:
        return _turn_over(game, log, lost)
    if lost:
        log.append(lost)
    if turn.stage == "complement":
        log.append(ev.ComplementOwed(turn.numbers[0]))
    if _within_limit(turn, game.options) != turn:
        return _turn_over(game, log, ev.NumbersLost((), "roll_limit", ("roll",)))
    return replace(game, turn=turn, undo=() if turn.awaits == "roll" else game.undo)


def _turn_over(game: Game, log: list[ev.Event], lost: ev.NumbersLost | None) -> Game:
    player = game.turn.player
    assert player is not None, "a player's turn ends"
    if lost:
        log.append(lost)
    log.append(ev.TurnEnded(player))
    return replace(game, turn=ended(player), undo=(), forfeited=lost.forfeits if lost else ())


def _within_limit(turn: Turn, options: Options) -> Turn:
    """The turn, or the opponent's when a further roll is beyond the limit of rolls in a turn."""
    limit = options.max_rolls_per_turn
    if turn.awaits == "roll" and turn.player and limit and turn.rolls >= limit:
        return ended(turn.player)
    return turn


def _finished(game: Game, log: list[ev.Event], winner: Player | None, reason: ev.EndReason) -> Game:
    points = 0
    if winner is not None:
        left = CHECKERS - count_at(game.position.packed(opponent_of(winner)), OFF)
        points = game.stake * (left if game.options.scoring == "checkers_left" else 1)
    result = ev.Result(winner, reason, points)
    log.append(ev.Finished(result))
    return replace(game, turn=OVER, result=result, undo=(), forfeited=())


def _high_first(dice: tuple[int, int]) -> tuple[int, int]:
    return max(dice), min(dice)
