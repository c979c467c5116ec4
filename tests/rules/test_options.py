"""Options, rule sets and the rule book: the tables agree with the rules' text. It must hold no rule of play."""

from typing import Any

import pytest
from acey_deucey.rules.options import OPTION_NAMES, OPTIONS, InvalidOptions, Options
from acey_deucey.rules.rulesets import DEFAULT_RULESET, RULESETS, UnknownRuleset, ruleset_by_id

from tests.rules import brute_force


@pytest.mark.parametrize("name", brute_force.RULESETS)
def test_the_shipped_rule_sets_hold_the_values_of_the_rules(name: str) -> None:
    ruleset = ruleset_by_id(name)
    assert ruleset.options.as_dict() == brute_force.RULESETS[name]
    assert (ruleset.id, ruleset.version) == (name, 1)
    assert ruleset.title
    assert ruleset.summary.endswith(".")
    assert ruleset.sources


def test_seven_rule_sets_are_shipped_and_the_default_is_american() -> None:
    assert list(RULESETS) == list(brute_force.RULESETS)
    assert DEFAULT_RULESET == "american"
    assert RULESETS[DEFAULT_RULESET].options == Options()


@pytest.mark.parametrize("name", ["", "American", "backgammon", "x" * 1_000])
def test_an_unknown_rule_set_is_refused_with_those_that_exist(name: str) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        ruleset_by_id(name)
    assert refused.value.code == "unknown-ruleset"
    assert str(refused.value) == f"There is no rule set {name[:40]!r}; there are {', '.join(RULESETS)}."


def test_every_option_is_described_with_its_values_and_sources() -> None:
    assert tuple(OPTIONS) == OPTION_NAMES == tuple(Options().as_dict())
    for name, info in OPTIONS.items():
        assert info.name == name
        assert info.decides.endswith(".")
        assert info.sources
        assert len({choice.value for choice in info.choices}) == len(info.choices) >= 2
        assert all(choice.meaning.endswith(".") for choice in info.choices)
        assert Options().as_dict()[name] in [choice.value for choice in info.choices]


@pytest.mark.parametrize(("name", "value"), [(n, c.value) for n, info in OPTIONS.items() for c in info.choices])
def test_any_option_may_be_overridden_and_leaves_the_others_alone(name: str, value: object) -> None:
    options = RULESETS["european"].options
    changed = options.override({name: value})
    assert changed.as_dict() == options.as_dict() | {name: value}


@pytest.mark.parametrize("value", [1, 2, 1_000, None])
def test_the_limit_of_rolls_is_any_whole_number_up_to_1000_or_null(value: int | None) -> None:
    assert Options().override({"max_rolls_per_turn": value}).max_rolls_per_turn == value


LIMIT = "max_rolls_per_turn is null or a whole number from 1 to 1000, not {}.".format
BAR = "bar_first is one of true, false, not {}.".format
BEAR_OFF = 'bear_off is one of "any", "highest", "exact", not {}.'.format

IMPOSSIBLE: list[tuple[str, Any, str]] = [
    ("max_rolls_per_turn", 0, LIMIT("0")),
    ("max_rolls_per_turn", 1_001, LIMIT("1001")),
    ("max_rolls_per_turn", -(10**400), LIMIT("a very large number")),
    ("max_rolls_per_turn", 1.5, LIMIT("a value of type float")),
    ("max_rolls_per_turn", True, LIMIT("true")),
    ("max_rolls_per_turn", "3", LIMIT('"3"')),
    ("bar_first", 1, BAR("1")),
    ("bar_first", 0, BAR("0")),
    ("bar_first", "true", BAR('"true"')),
    ("bar_first", None, BAR("null")),
    ("bar_first", [True], BAR("a value of type list")),
    ("bear_off", "Exact", BEAR_OFF('"Exact"')),
    ("bear_off", "", BEAR_OFF('""')),
    ("bear_off", "x" * 1_000, BEAR_OFF('"' + "x" * 40 + '"')),
    ("bear_off", False, BEAR_OFF("false")),
]


@pytest.mark.parametrize(("name", "value", "says"), IMPOSSIBLE, ids=[says for *_, says in IMPOSSIBLE])
def test_an_impossible_value_is_refused_with_the_reason(name: str, value: object, says: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        Options().override({name: value})
    assert refused.value.code == "invalid-options"
    assert str(refused.value) == says
    faults = refused.value.details["faults"]
    assert isinstance(faults, dict)
    assert {option: str(fault) for option, fault in faults.items()} == {name: says.removesuffix(".")}


def test_an_option_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(InvalidOptions) as refused:
        Options().override({"jokers": True})
    assert str(refused.value) == f'there is no option "jokers"; the options are {", ".join(OPTIONS)}.'


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(InvalidOptions) as refused:
        Options().override({"bear_off": "some", "jokers": 2, "bar_first": True})
    assert list(refused.value.details["faults"]) == ["bear_off", "jokers"]  # type: ignore[call-overload]
    assert str(refused.value).count(";") == 2


def test_a_reason_may_hold_braces() -> None:
    with pytest.raises(InvalidOptions) as refused:
        Options().override({"bear_off": "{x}"})
    assert str(refused.value) == BEAR_OFF('"{{x}}"').replace("{{x}}", "{x}")
