"""The rule sets, their options and the rules as the JSON that clients see; it decides nothing."""

from typing import Any

from acey_deucey.api.option_examples import example_json
from acey_deucey.rules.options import OPTIONS, OptionInfo
from acey_deucey.rules.rulebook import REFUSALS, Rule
from acey_deucey.rules.rulesets import Ruleset
from acey_deucey.wording import Message


def ruleset_summary(ruleset: Ruleset) -> dict[str, Any]:
    """A rule set with the values of its options; texts are messages here and below, to be put into a language."""
    return {
        "id": ruleset.id,
        "version": ruleset.version,
        "title": Message(ruleset.title),
        "summary": Message(ruleset.summary),
        "sources": ruleset.sources,
        "options": ruleset.options.as_dict(),
        "href": f"/v1/rulesets/{ruleset.id}",
    }


def ruleset_json(ruleset: Ruleset) -> dict[str, Any]:
    """A rule set with what each of its options decides, and its choice among the values."""
    values = ruleset.options.as_dict()
    details = [{**_option_json(info), **_choice_json(info, values[info.name])} for info in OPTIONS.values()]
    return {**ruleset_summary(ruleset), "details": details}


def comparison_json(left: Ruleset, right: Ruleset) -> dict[str, Any]:
    """The options in which two rule sets differ, with both sides of each."""
    one, other = left.options.as_dict(), right.options.as_dict()
    differences = [
        {**_option_json(info), "left": _choice_json(info, one[name]), "right": _choice_json(info, other[name])}
        for name, info in OPTIONS.items()
        if one[name] != other[name]
    ]
    return {"left": ruleset_summary(left), "right": ruleset_summary(right), "differences": differences}


def rule_json(rule: Rule) -> dict[str, Any]:
    """A rule with its text, sources and the problems that cite it."""
    problems = [f"/problems/{refusal.slug}" for refusal in REFUSALS.values() if refusal.rule == rule.slug]
    texts = {"title": Message(rule.title), "text": Message(rule.text)}
    return {**rule._asdict(), **texts, "problems": problems, "href": f"/v1/rules/{rule.slug}"}


def _option_json(info: OptionInfo) -> dict[str, Any]:
    choices = [{"value": choice.value, "meaning": Message(choice.meaning)} for choice in info.choices]
    return {"option": info.name, "decides": Message(info.decides), "choices": choices, "sources": info.sources}


def _choice_json(info: OptionInfo, value: Any) -> dict[str, Any]:
    meaning = next(choice.meaning for choice in info.choices if choice.value == value)
    return {"value": value, "meaning": Message(meaning), "example": example_json(info.name, value)}
