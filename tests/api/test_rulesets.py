"""Rule sets, their options and the rules, to be read; every example in them is tried."""

from typing import Any

import pytest
from acey_deucey.api.option_examples import EXAMPLES
from acey_deucey.rules.options import OPTIONS
from acey_deucey.rules.rulebook import REFUSALS, RULES
from acey_deucey.rules.rulesets import RULESETS


def test_the_rule_sets_are_listed_with_all_their_options(client: Any) -> None:
    rulesets = client.get("/v1/rulesets").json["rulesets"]
    assert [ruleset["id"] for ruleset in rulesets] == list(RULESETS)
    assert all(set(ruleset["options"]) == set(OPTIONS) for ruleset in rulesets)


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_a_rule_set_tells_of_each_option_what_it_means_here(client: Any, ruleset_id: str) -> None:
    ruleset = client.get(f"/v1/rulesets/{ruleset_id}").json
    details = {detail["option"]: detail for detail in ruleset["details"]}
    assert {name: detail["value"] for name, detail in details.items()} == ruleset["options"]
    assert all(detail["meaning"] and detail["sources"] and detail["example"] for detail in details.values())


def test_a_comparison_names_only_what_differs_with_both_sides(client: Any) -> None:
    compared = client.get("/v1/rulesets/compare?left=american&right=european").json
    differences = {one["option"]: (one["left"]["value"], one["right"]["value"]) for one in compared["differences"]}
    assert differences == {
        "doubles_complement": (False, True),
        "doubles_roll_again": ("never", "if_all_played"),
        "named_complement": (False, True),
        "bear_off": ("any", "exact"),
        "home_moves": ("always", "never"),
        "scoring": ("checkers_left", "one_point"),
    }
    assert client.get("/v1/rulesets/compare?left=american&right=american").json["differences"] == []


@pytest.mark.parametrize("query", ["", "?left=american", "?left=american&right=european&third=x"])
def test_a_comparison_needs_two_rule_sets(client: Any, query: str) -> None:
    assert client.get("/v1/rulesets/compare" + query).status_code == 400


def test_a_comparison_with_an_unknown_rule_set_is_not_found(client: Any) -> None:
    assert client.get("/v1/rulesets/compare?left=american&right=danish").status_code == 404


def test_every_value_of_every_option_has_an_example() -> None:
    assert set(EXAMPLES) == {(name, choice.value) for name, info in OPTIONS.items() for choice in info.choices}


@pytest.mark.parametrize(("option", "value"), EXAMPLES)
def test_the_example_of_an_option_is_true(client: Any, option: str, value: object) -> None:
    example = EXAMPLES[option, value]
    asked: dict[str, Any] = {"options": {option: value}, "position": example.position}
    for command in example.before:
        answer = client.post("/v1/referee/apply", json={**asked, "command": command})
        assert answer.status_code == 200, answer.text
        asked["position"] = answer.json["position"]["id"]
    accepted = client.post("/v1/referee/apply", json={**asked, "command": example.accepted})
    assert accepted.status_code == 200, accepted.text
    refused = client.post("/v1/referee/apply", json={**asked, "command": example.refused})
    assert refused.status_code in (409, 422), refused.text
    assert refused.json["type"] == f"/problems/{example.problem}"


@pytest.mark.parametrize(("option", "value"), [key for key, example in EXAMPLES.items() if example.points is not None])
def test_the_points_of_an_example_are_true(table: Any, option: str, value: object) -> None:
    example = EXAMPLES[option, value]
    played = table(options={option: value}, position=example.position, dice={"mode": "manual"})
    for command in example.before:
        played.does("rolls", {"dice": command["roll"]})
    assert played.does("moves", example.accepted)["result"]["points"] == example.points


def test_the_rules_are_listed_with_texts_and_sources(client: Any) -> None:
    rules = client.get("/v1/rules").json["rules"]
    assert [rule["slug"] for rule in rules] == list(RULES)
    assert all(rule["text"] and rule["title"] and rule["sources"] for rule in rules)


@pytest.mark.parametrize("slug", RULES)
def test_a_rule_names_the_problems_that_cite_it(client: Any, slug: str) -> None:
    rule = client.get(f"/v1/rules/{slug}").json
    assert rule["id"] == RULES[slug].id
    assert rule["problems"] == [f"/problems/{name}" for name, one in REFUSALS.items() if one.rule == slug]
