"""The rule sets and the rules, to be read: every option with its meaning, sources, and an example of its effect."""

from typing import Any

from flask import Response

from acey_deucey.api import examples
from acey_deucey.api.answers import document_answer
from acey_deucey.api.bad_requests import NoSuchPage
from acey_deucey.api.operation import Answer, Context, Operation
from acey_deucey.api.present_rules import comparison_json, rule_json, ruleset_json, ruleset_summary
from acey_deucey.api.queries import CompareQuery, NoQuery
from acey_deucey.api.reading import read_query
from acey_deucey.api.rules_schemas import Comparison, RuleList, RulesetDetails, Rulesets
from acey_deucey.api.rules_schemas import Rule as RuleView
from acey_deucey.rules.rulebook import RULES
from acey_deucey.rules.rulesets import RULESETS, Ruleset

_NO_QUERY, _COMPARE = NoQuery(), CompareQuery()


def list_rulesets(context: Context) -> Response:
    read_query(_NO_QUERY)
    return document_answer({"rulesets": [ruleset_summary(ruleset) for ruleset in RULESETS.values()]})


def get_ruleset(context: Context, ruleset_id: str) -> Response:
    read_query(_NO_QUERY)
    return document_answer(ruleset_json(_ruleset(ruleset_id)))


def compare_rulesets(context: Context) -> Response:
    asked = read_query(_COMPARE)
    return document_answer(comparison_json(_ruleset(asked["left"]), _ruleset(asked["right"])))


def list_rules(context: Context) -> Response:
    read_query(_NO_QUERY)
    return document_answer({"rules": [rule_json(rule) for rule in RULES.values()]})


def get_rule(context: Context, rule_id: str) -> Response:
    read_query(_NO_QUERY)
    if rule_id not in RULES:
        raise NoSuchPage("There is no rule {name!r}.", rule_id)
    return document_answer(rule_json(RULES[rule_id]))


def _ruleset(ruleset_id: str) -> Ruleset:
    if ruleset_id not in RULESETS:
        raise NoSuchPage("There is no rule set {name!r}.", ruleset_id)
    return RULESETS[ruleset_id]


_UNCHANGED = Answer("The client's copy is still good.", status=304, headers=("ETag",))


def _read(path: str, view: Any, summary: str, answer: Answer, *problems: str, query: Any = NoQuery) -> Operation:
    return Operation(
        "GET", path, view, summary, "Rules", (answer, _UNCHANGED), query=query,
        problems=("invalid-request", *problems), headers=("If-None-Match",),
    )  # fmt: skip


OPERATIONS = (
    _read("/v1/rulesets", list_rulesets, "List the rule sets",
          Answer("The rule sets, each with all its options.", Rulesets, examples.rulesets, headers=("ETag",))),
    _read("/v1/rulesets/compare", compare_rulesets, "Compare two rule sets",
          Answer("The options in which they differ, with meaning and example on both sides.", Comparison,
                 examples.comparison, headers=("ETag",)), "not-found", query=CompareQuery),
    _read("/v1/rulesets/{ruleset_id}", get_ruleset, "Read a rule set",
          Answer("Every option with its meaning, sources, an action accepted and one refused.", RulesetDetails,
                 examples.ruleset, headers=("ETag",)), "not-found"),
    _read("/v1/rules", list_rules, "List the rules",
          Answer("The rules with their texts and sources.", RuleList, examples.rules, headers=("ETag",))),
    _read("/v1/rules/{rule_id}", get_rule, "Read a rule",
          Answer("The rule.", RuleView, examples.rule, headers=("ETag",)), "not-found"),
)  # fmt: skip
