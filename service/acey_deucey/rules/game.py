"""A whole game as a frozen value: every command gives the next one and the events that it caused.

It knows no seats, tokens, clock, store or chance: dice are arguments.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from acey_deucey.rules import events as ev
from acey_deucey.rules.legal import NUMBERS
from acey_deucey.rules.moves import Play, Request, Step
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, PLAYER_NAMES, Player, Position, opponent_of
from acey_deucey.rules.reading import read_play
from acey_deucey.rules.settling import Settled, Table, finished, settled, within_limit
from acey_deucey.rules.situation import Situation, situation_of
from acey_deucey.rules.turn import (
    OPENING,
    Awaits,
    Turn,
    after_name,
    after_roll,
    after_stage,
    can_name,
    mover,
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
        return game._settled()

    def open(self, white: int, black: int) -> tuple["Game", Events]:
        """Each player throws one die; the higher starts, equal dice stay in the opening (H5, H6).

        :raises WrongState: the opening is over.
        """
        self._must_go_on()
        self._must_await("opening")
        starter: Player | None = None if white == black else "white" if white > black else "black"
        turn = Turn(starter, "roll") if starter else OPENING
        game = replace(self, version=self.version + 1, throws=self.throws + 1, turn=turn)
        if starter and self.options.opening_roll == "opening_dice":
            game = game._with_dice((white, black))
        return game._settled(ev.OpeningRolled(white, black, starter, game.throws))

    def roll(self, player: Player, dice: tuple[int, int]) -> tuple["Game", Events]:
        """The player rolls; a stage without a legal step ends by itself.

        :raises WrongState: it is not his turn, or something else must be done first.
        """
        self.check_can_roll(player)
        game = replace(self, version=self.version + 1, throws=self.throws + 1)._with_dice(dice)
        return game._settled(ev.Rolled(player, (max(dice), min(dice)), game.throws, roll_kind(dice)))

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
        steps, after = read_play(self.check_can_move(player), requests)
        turn = self.turn._replace(numbers=after.numbers)
        game = self._moved(after.position, turn)
        return game._settled(ev.Moved(player, steps))

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
        game = replace(self, version=self.version + 1, turn=after_name(self.turn, number), undo=self._marked())
        return game._settled(ev.Named(player, number))

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
        return self._lost(ev.Resigned(player), "resigned")

    def run_out(self, player: Player) -> tuple["Game", Events]:
        """The player lets the time for his turn run out and loses, as if he gave up; whether it has is not known here.

        :raises WrongState: it is not his turn, or the game is over.
        """
        self._must_be_turn_of(player)
        return self._lost(ev.TimedOut(player), "timeout")

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
        if play.position.packed(mover(self.turn)) == ALL_OFF:
            return "won"
        return self.next_if_left(len(self.turn.numbers) - len(play.steps))

    def next_if_left(self, count: int) -> Next:
        """What the stage leads to when this many of its numbers are lost at its end."""
        left = self.turn.numbers[:count]
        turn = within_limit(after_stage(self.turn._replace(numbers=left), self.options), self.options)
        if turn.player != self.turn.player:
            return "opponent"
        if turn.awaits == "move":
            return "complement"
        return "name" if turn.awaits == "name" else "roll"

    def _lost(self, command: ev.Resigned | ev.TimedOut, reason: ev.EndReason) -> tuple["Game", Events]:
        log: list[ev.Event] = [command]
        rest = finished(self._table(), opponent_of(command.player), reason, log)
        return replace(self, version=self.version + 1)._at_rest(rest), tuple(log)

    def _situation(self) -> Situation:
        return situation_of(self.position, self.turn, self.options)

    def _table(self) -> Table:
        return Table(self.position, self.options, self.stake)

    # A move's time is worth it: ``replace`` takes three times as long as to name every field.
    def _moved(self, position: Position, turn: Turn) -> "Game":
        version, undo = self.version + 1, self._marked()
        return Game(self.options, position, turn, version, self.throws, self.stake, None, undo, self.forfeited)

    def _with_dice(self, dice: tuple[int, int]) -> "Game":
        """The game after dice are thrown for its turn: a clean slate for undo, a stake perhaps doubled."""
        doubles = self.options.stake_doubles_on_acey_deucey and roll_kind(dice) == "acey_deucey"
        turn, stake = after_roll(self.turn, mover(self.turn), dice), self.stake * 2 if doubles else self.stake
        return replace(self, turn=turn, stake=stake, undo=(), forfeited=())

    def _settled(self, *caused: ev.Event) -> tuple["Game", Events]:
        """The game after all that happens by itself, with what the command caused and what then happened."""
        log = list(caused)
        rest = settled(self._table(), self.turn, log)
        return self._at_rest(rest), tuple(log)

    def _at_rest(self, rest: Settled) -> "Game":
        undo = self.undo if rest.same_roll else ()
        turn, result, forfeited, _ = rest
        return Game(self.options, self.position, turn, self.version, self.throws, self.stake, result, undo, forfeited)

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
            raise WrongState("not-your-turn", "It is {player}'s turn.", player=PLAYER_NAMES[mover(self.turn)])

    def _must_await(self, action: Awaits) -> None:
        if self.turn.awaits == action:
            return
        if self.turn.awaits == "roll":
            raise WrongState("roll-first", "Roll the dice first.")
        if self.turn.awaits == "name":
            example = str(self.names()[0])
            raise WrongState("name-a-double-first", "Now name a double: a number from 1 to 6.", legal_example=example)
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
            raise WrongState(
                "name-forfeited",
                "Your 1-2 gave no name: its 1 and 2 could not both be played, or no number could be after them.",
            )
        self._must_be_turn_of(player)
        if self.turn.awaits == "move" and self.turn.stage == "acey_deucey":
            raise WrongState(
                "name-before-acey-deucey-played",
                "Play the 1 and the 2 before you name a double.",
                legal_example=self.legal_steps()[0].text,
            )
        if self.turn.awaits != "name":
            raise WrongState("name-not-earned", "Only a 1-2 that has been played earns a name.")
