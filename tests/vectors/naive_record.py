"""Replays a record by the naive referee: the stages, names, rolls and results of RULES as plainly as can be.

It must know only the rule text and the written form of records, never the package under test.
"""

import re
from typing import Any

from tests.rules import brute_force as naive

Json = dict[str, Any]

OTHER = {"white": "black", "black": "white"}
PLAYER = {"w": "white", "b": "black"}
STEP = re.compile(r"(hand|bar|\d+)/(off|\d+)(\*?)(?:=(\d))?")


class NotAllowed(Exception):
    """The rules, or the record's own words, do not allow it."""


def side_of(text: str) -> naive.Side:
    """One side of a position id."""
    side: naive.Side = {"hand": 0, "bar": 0, "off": 0, "points": {}}
    for pile in text.split(","):
        if pile[0] == "h":
            side["hand"] = int(pile[1:])
        elif pile[0] == "b":
            side["bar"] = int(pile[1:])
        elif pile[0] == "o":
            side["off"] = int(pile[1:])
        else:
            point, _, count = pile.partition("x")
            side["points"][int(point)] = int(count or 1)
    return side


def sides_of(text: str) -> dict[str, naive.Side]:
    """Both sides of a position id, which come before the first blank."""
    white, black = text.partition(" ")[0].split("/")
    return {"white": side_of(white), "black": side_of(black)}


def steps_of(play: str) -> list[naive.Step]:
    """The steps of a play in canonical notation."""
    steps = []
    for word in play.split():
        match = STEP.fullmatch(word)
        if not match:
            raise NotAllowed(word)
        source = int(match[1]) if match[1].isdecimal() else match[1]
        target = int(match[2]) if match[2].isdecimal() else match[2]
        distance = (source if isinstance(source, int) else 25) - (target if isinstance(target, int) else 0)
        steps.append(naive.Step(source, target, int(match[4] or distance), match[3] == "*"))
    return steps


class Replay:
    """A game in the replaying; only records that begin at the opening or before a roll."""

    def __init__(self, record: Json) -> None:
        self.options: Json = record["ruleset"]["options"]
        self.sides = sides_of(record["start"])
        turn = record["start"].split()[1:]
        self.player = "" if turn == ["opening"] else PLAYER[turn[0]]
        self.awaits = "opening" if turn == ["opening"] else "roll"
        self.stage, self.origin, self.rolls, self.stake = "", "", 0, 1
        self.all: tuple[int, ...] = ()
        self.left: tuple[int, ...] = ()
        self.marks: list[tuple[Any, ...]] = []
        self.result: Json | None = None

    def does(self, command: Json) -> None:
        """One command of the record.

        :raises NotAllowed: it cannot be.
        """
        self._must(self.result is None)
        if "opening" in command:
            white, black = command["opening"]
            self._must(self.awaits == "opening")
            if white != black:
                self.player, self.awaits = ("white" if white > black else "black"), "roll"
            return
        player = command["player"]
        if "resign" in command:
            self._end(OTHER[player], "resigned")
            return
        self._must(player == self.player)
        if "timeout" in command:
            self._end(OTHER[player], "timeout")
            return
        for name in ("roll", "play", "name", "undo"):
            if name in command:
                getattr(self, f"_{name}")(command[name])

    def _roll(self, dice: list[int]) -> None:
        self._must(self.awaits == "roll")
        first, second = sorted(dice, reverse=True)
        self.marks.clear()
        if (first, second) == (2, 1) and self.options["stake_doubles_on_acey_deucey"]:
            self.stake *= 2
        if first == second:
            self._begin("double", (first,) * 4)
        else:
            self._begin("acey_deucey" if (first, second) == (2, 1) else "plain", (first, second))

    def _play(self, play: str) -> None:
        self._must(self.awaits == "move")
        self._mark()
        for step in steps_of(play):
            self._must(
                bool(self.left) and step in naive.legal_steps(*self._seats(), self.stage, self.left, self.options)
            )
            board = naive.after(naive.board_of(*self._seats()), step)
            self.sides[self.player], self.sides[OTHER[self.player]] = naive.sides_of(board)
            self.left = naive.without(self.left, step.number)
            if naive.has_won(board):
                self.left = ()
                self.result = {}
        if self.result is not None:
            self._end(self.player, "borne_off")
        else:
            self._settle()

    def _name(self, number: int) -> None:
        self._must(self.awaits == "name")
        self._must(not self.options["named_must_be_playable"] or self._can_play(number))
        self._mark()
        self._begin("named", (number,) * 4)

    def _undo(self, _: bool) -> None:
        self._must(bool(self.marks))
        sides, self.awaits, self.stage, self.origin, self.all, self.left = self.marks.pop()
        self.sides = sides

    def _mark(self) -> None:
        sides = {player: {**side, "points": dict(side["points"])} for player, side in self.sides.items()}
        self.marks.append((sides, self.awaits, self.stage, self.origin, self.all, self.left))

    def _begin(self, stage: str, numbers: tuple[int, ...]) -> None:
        if stage != "complement":
            self.origin = stage
        self.awaits, self.stage, self.all, self.left = "move", stage, numbers, numbers
        self._settle()

    def _settle(self) -> None:
        """End the stage by itself when nothing of it can be played; and the game when nobody can ever play."""
        if naive.is_dead(self.sides["white"], self.sides["black"], self.options):
            self.result = {"winner": None, "reason": "deadlock", "points": 0}
            return
        if self.left and self._legal_steps():
            return
        played = (naive.Step(1, "off", 1, False),) * (len(self.all) - len(self.left))
        board = naive.board_of(*self._seats())
        following = naive.next_after(self.stage, self.all, played, board, self.options, self.origin)
        if following == "ROLL":
            self.awaits = "roll"
        elif following.startswith("COMP"):
            self._begin("complement", (int(following[4:]),) * 4)
        elif following == "NAME" and any(map(self._can_play, range(1, 7))):
            self.awaits = "name"
        else:
            self.player, self.awaits = OTHER[self.player], "roll"
            self.marks.clear()
        if self.awaits == "roll":
            self.marks.clear()

    def _legal_steps(self) -> set[naive.Step]:
        return naive.legal_steps(*self._seats(), self.stage, self.left, self.options)

    def _can_play(self, number: int) -> bool:
        return bool(naive.single_steps(naive.board_of(*self._seats()), "named", number, self.options))

    def _end(self, winner: str, reason: str) -> None:
        checkers = 15 - self.sides[OTHER[winner]]["off"] if self.options["scoring"] == "checkers_left" else 1
        self.result = {"winner": winner, "reason": reason, "points": checkers * self.stake}

    def _seats(self) -> tuple[naive.Side, naive.Side]:
        return self.sides[self.player], self.sides[OTHER[self.player]]

    def _must(self, is_so: bool) -> None:
        if not is_so:
            raise NotAllowed
