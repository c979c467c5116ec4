"""Lessons as frozen values: a position with dice and a task, and how it is solved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from acey_deucey.client.game import GameRuleset
from acey_deucey.client.values import Player, Position, Turn


@dataclass(frozen=True, slots=True)
class LessonRule:
    """A rule that a lesson teaches."""

    id: str
    title: str
    href: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A task in a position; ``dice`` are all throws to come. ``games.create(lesson=lesson.id)`` begins it."""

    id: str
    title: str
    task: str
    ruleset: GameRuleset
    position: Position
    turn: Turn
    dice: tuple[tuple[int, ...], ...]
    rules: tuple[LessonRule, ...]
    statements: tuple[str, ...]
    href: str


@dataclass(frozen=True, slots=True)
class LessonAct:
    """A command: who gives it, and what is posted where in the game."""

    player: Player
    action: Literal["rolls", "moves", "named-doubles"]
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LessonMistake:
    """What may be tried first; without a problem it is legal, and does not solve the task."""

    acts: tuple[LessonAct, ...]
    problem: str | None


@dataclass(frozen=True, slots=True)
class LessonDetails(Lesson):
    """A lesson with its hints, an answer, and the ids of all positions that solve it."""

    hints: tuple[str, ...]
    answer: tuple[LessonAct, ...]
    goal: tuple[str, ...]
    mistake: LessonMistake
