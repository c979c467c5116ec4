"""The lessons as the JSON that clients see, their texts as messages to be put into a language; it decides nothing."""

from collections.abc import Sequence
from typing import Any

from acey_deucey.api.present import position_json, ruleset_json, turn_json
from acey_deucey.lessons.lesson import Act, Lesson
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulebook import RULES
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.wording import Message

_BODY_FIELD = {"moves": "play", "named-doubles": "number"}


def lesson_summary(lesson: Lesson) -> dict[str, Any]:
    """What a lesson is about, without hints and answer."""
    position, turn = parse_position_id(lesson.position)
    ruleset = RULESETS[lesson.ruleset]
    return {
        "id": lesson.id,
        "title": Message(lesson.title),
        "task": Message(lesson.task),
        "ruleset": ruleset_json(ruleset.id, ruleset.version, ruleset.options.override(lesson.options)),
        "position": position_json(position, turn),
        "turn": turn_json(turn),
        "dice": lesson.dice,
        "rules": [_rule_json(slug) for slug in lesson.rules],
        "statements": lesson.statements,
        "href": f"/v1/lessons/{lesson.id}",
    }


def lesson_json(lesson: Lesson) -> dict[str, Any]:
    """A lesson with its hints, its answer and what may go wrong."""
    problem = lesson.mistake.problem
    return {
        **lesson_summary(lesson),
        "hints": [Message(hint) for hint in lesson.hints],
        "answer": _acts_json(lesson.answer),
        "goal": sorted(lesson.goal),
        "mistake": {
            "acts": _acts_json(lesson.mistake.acts),
            "problem": None if problem is None else f"/problems/{problem}",
        },
    }


def _rule_json(slug: str) -> dict[str, Any]:
    rule = RULES[slug]
    return {"id": rule.id, "title": Message(rule.title), "href": f"/v1/rules/{slug}"}


def _acts_json(acts: Sequence[Act]) -> list[dict[str, Any]]:
    return [
        {
            "player": act.player,
            "action": act.action,
            "body": {_BODY_FIELD[act.action]: act.value} if act.action in _BODY_FIELD else {},
        }
        for act in acts
    ]
