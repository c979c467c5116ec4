"""A function for each operation apart from games: rules, referee, problems, the service itself; it sends nothing."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from acey_deucey.client.advice import Evaluation
from acey_deucey.client.call import Call
from acey_deucey.client.calls import as_text, as_value
from acey_deucey.client.game import Applied
from acey_deucey.client.lessons import Lesson, LessonDetails
from acey_deucey.client.reading import read
from acey_deucey.client.rulesets import Comparison, OptionValue, Ruleset, RulesetDetails
from acey_deucey.client.values import Player, Position, ProblemKind, RefereePlays, Rule, Stage, Turn

AnyPosition = Position | Mapping[str, Any] | str


class Rules(TypedDict, total=False):
    """By which rules; the American ones where nothing is said."""

    ruleset: str
    options: Mapping[str, OptionValue]


class StageOf(Rules, total=False):
    """What is to be played; all of it may come with a position id."""

    player: Player
    stage: Stage
    numbers: Sequence[int]
    limit: int


class Placed(Rules, total=False):
    """Whose turn it is and for what, which may come with a position id."""

    turn: Turn | Mapping[str, Any]


class Command(Placed, total=False):
    """One command, and the turn in which it is given."""

    roll: Sequence[int]
    play: str
    name: int


_COMMANDS = ("roll", "play", "name")


def find_plays(position: AnyPosition, asked: StageOf) -> Call[RefereePlays]:
    """List the legal plays of any position."""
    return Call("find_plays", as_value(RefereePlays), body={"position": position, **asked})


def apply_command(position: AnyPosition, asked: Command) -> Call[Applied]:
    """Apply one command to any position."""
    command = {name: value for name, value in asked.items() if name in _COMMANDS}
    rest = {name: value for name, value in asked.items() if name not in _COMMANDS}
    return Call("apply_command", as_value(Applied), body={"position": position, "command": command, **rest})


def evaluate_position(position: AnyPosition, asked: Placed) -> Call[Evaluation]:
    """Say what a position is worth."""
    return Call("evaluate_position", as_value(Evaluation), body={"position": position, **asked})


def list_rulesets() -> Call[tuple[Ruleset, ...]]:
    """List the rule sets."""
    return Call("list_rulesets", lambda answer: read(tuple[Ruleset, ...], answer.json()["rulesets"]))


def get_ruleset(ruleset_id: str) -> Call[RulesetDetails]:
    """Read a rule set."""
    return Call("get_ruleset", as_value(RulesetDetails), {"ruleset_id": ruleset_id})


def compare_rulesets(left: str, right: str) -> Call[Comparison]:
    """Compare two rule sets."""
    return Call("compare_rulesets", as_value(Comparison), query={"left": left, "right": right})


def list_rules() -> Call[tuple[Rule, ...]]:
    """List the rules."""
    return Call("list_rules", lambda answer: read(tuple[Rule, ...], answer.json()["rules"]))


def get_rule(rule_id: str) -> Call[Rule]:
    """Read a rule."""
    return Call("get_rule", as_value(Rule), {"rule_id": rule_id})


def list_lessons() -> Call[tuple[Lesson, ...]]:
    """List the lessons."""
    return Call("list_lessons", lambda answer: read(tuple[Lesson, ...], answer.json()["lessons"]))


def get_lesson(lesson_id: str) -> Call[LessonDetails]:
    """Read a lesson."""
    return Call("get_lesson", as_value(LessonDetails), {"lesson_id": lesson_id})


def show_problems() -> Call[tuple[ProblemKind, ...]]:
    """All kinds of problems."""
    return Call("show_problems", lambda answer: read(tuple[ProblemKind, ...], answer.json()["problems"]))


def show_problem(slug: str) -> Call[ProblemKind]:
    """What a problem means."""
    return Call("show_problem", as_value(ProblemKind), {"slug": slug})


def show_openapi() -> Call[Mapping[str, Any]]:
    """The OpenAPI document."""
    return Call("show_openapi", lambda answer: answer.json())


def show_metrics() -> Call[str]:
    """The figures of one server."""
    return Call("show_metrics", as_text, accept="text/plain")


def livez() -> Call[None]:
    """Is the process alive?"""
    return Call("livez", lambda answer: None, repeated=False)


def readyz() -> Call[None]:
    """Should traffic come here?"""
    return Call("readyz", lambda answer: None, repeated=False)
