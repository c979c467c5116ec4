"""Rule sets and their options as frozen values, as the service explains them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OptionValue = bool | int | str | None


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A rule set with the values of all its options."""

    id: str
    version: int
    title: str
    summary: str
    sources: tuple[str, ...]
    options: Mapping[str, OptionValue]
    href: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an option may have, and what it means."""

    value: OptionValue
    meaning: str


@dataclass(frozen=True, slots=True)
class OptionExample:
    """A position in which the choice matters: a command that it accepts and one that it refuses."""

    options: Mapping[str, OptionValue]
    position: str
    before: tuple[Mapping[str, Any], ...]
    accepted: Mapping[str, Any]
    points: int | None
    refused: Mapping[str, Any]
    problem: str


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """The value that a rule set chooses."""

    value: OptionValue
    meaning: str
    example: OptionExample


@dataclass(frozen=True, slots=True)
class OptionDetails:
    """An option, what it decides, and the value that a rule set chooses."""

    option: str
    decides: str
    choices: tuple[Choice, ...]
    sources: tuple[str, ...]
    value: OptionValue
    meaning: str
    example: OptionExample


@dataclass(frozen=True, slots=True)
class RulesetDetails(Ruleset):
    """A rule set with every option explained."""

    details: tuple[OptionDetails, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """An option in which two rule sets differ, with both sides of it."""

    option: str
    decides: str
    choices: tuple[Choice, ...]
    sources: tuple[str, ...]
    left: OptionChoice
    right: OptionChoice


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rule sets, and only that in which they differ."""

    left: Ruleset
    right: Ruleset
    differences: tuple[Difference, ...]
