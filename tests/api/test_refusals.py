"""Every refusal of the rule book over HTTP: status, type, rule and place; the game stays as it was."""

from typing import Any

import pytest
from acey_deucey.api.problem_examples import problem_example
from acey_deucey.api.problem_kinds import KINDS
from acey_deucey.rules.moves import SOURCE_NAMES, TARGET_NAMES, Request
from acey_deucey.rules.rulebook import REFUSALS, RULES

from tests.api.table import Table
from tests.rules.test_refusals import ACTIONS, PLAYS, Refused, Wrong, numbered

STATUS = {"IllegalMove": 422, "WrongState": 409, "WrongSeat": 403}
PATHS = {"roll": "rolls", "play": "moves", "name": "named-doubles", "undo": "undos", "resign": "resignations"}
# Over HTTP a roll in the opening is the opening throw, so it is not refused, and nobody sends that time has run out.
SENT = [
    case
    for case in ACTIONS
    if case.line.partition(" ")[2].split(" ")[0] in PATHS and not ("opening" in case.position and "roll" in case.line)
]


@pytest.mark.parametrize("case", PLAYS, ids=numbered(PLAYS))
def test_a_refused_play_is_told_with_rule_place_number_and_an_example_that_is_accepted(
    table: Any, case: Refused
) -> None:
    position = f"{case.sides} w move {case.stage} {case.numbers} - - 1"
    played: Table = table(ruleset=case.ruleset, options=dict(case.options), position=position)
    problem = played.is_refused(case.slug, 422, "moves", as_json(case.asked))
    assert problem["detail"] == case.says
    assert (problem["step_index"], problem["number"]) == (case.place, case.number)
    assert (problem["title"], problem["rule"]) == (REFUSALS[case.slug].title, _cited(case.slug))
    assert problem["instance"] == f"{played.url}/moves"
    assert problem["legal_example"] == case.example
    played.does("moves", {"play": case.example})


@pytest.mark.parametrize("case", SENT, ids=numbered(SENT))
def test_a_refused_action_is_told_with_status_and_rule(table: Any, case: Wrong) -> None:
    played: Table = table(
        ruleset=case.ruleset, options=dict(case.options), position=case.position, dice={"mode": "manual"}
    )
    for line in case.first:
        played.does(*as_sent(line))
    problem = played.is_refused(case.slug, STATUS[case.fault.__name__], *as_sent(case.line))
    assert problem["detail"] == case.says
    assert (problem["title"], problem["rule"]) == (REFUSALS[case.slug].title, _cited(case.slug))
    assert (problem["number"], problem["legal_example"]) == (case.number, case.example)


def test_every_refusal_is_provoked_over_http() -> None:
    assert {case.slug for case in PLAYS} | {case.slug for case in SENT} == set(REFUSALS)


@pytest.mark.parametrize("number", [0, 7, "4-4", None, "4", True, 4.0])
def test_only_a_whole_number_from_one_to_six_can_be_named(table: Any, number: object) -> None:
    played: Table = table(position="h15/h15 w name 1")
    played.is_refused("name-not-a-number", 422, "named-doubles", {"number": number})
    played.is_refused("name-not-a-number", 422, "named-doubles")


@pytest.mark.parametrize("slug", REFUSALS)
def test_the_documented_example_of_a_refusal_is_provoked_by_the_rules(slug: str) -> None:
    example = problem_example(KINDS[slug], "/v1/games")
    assert example["type"] == f"/problems/{slug}"
    said = {(case.slug, case.says) for case in PLAYS} | {(case.slug, case.says) for case in ACTIONS}
    assert (slug, example["detail"]) in said


def _cited(slug: str) -> dict[str, Any]:
    rule = RULES[REFUSALS[slug].rule]
    return {"id": rule.id, "sources": list(rule.sources), "text": rule.text, "href": f"/v1/rules/{rule.slug}"}


def as_json(asked: str | tuple[Request, ...]) -> dict[str, Any]:
    if isinstance(asked, str):
        return {"play": asked}
    return {"steps": [_step(request) for request in asked]}


def _step(request: Request) -> dict[str, Any]:
    step: dict[str, Any] = {
        "from": SOURCE_NAMES.get(request.source, request.source),
        "to": TARGET_NAMES.get(request.target, request.target),
    }
    return step if request.number is None else {**step, "number": request.number}


def as_sent(line: str) -> tuple[str, dict[str, Any], str]:
    """A command line as path, body and seat."""
    seat, command, *rest = line.split(" ", 2)
    return PATHS[command], body_of(command, "".join(rest)), seat


def body_of(command: str, argument: str) -> dict[str, Any]:
    match command:
        case "roll":
            return {"dice": [int(die) for die in argument.split()]}
        case "play":
            return {"play": argument}
        case "name":
            return {"number": int(argument)}
        case _:
            return {}
