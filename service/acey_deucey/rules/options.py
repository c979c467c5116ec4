"""The options of a game and what each one means (RULES: one value object, one checking gate)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, NamedTuple

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.wording import Message, chained

MOST_ROLLS = 1_000


@dataclass(frozen=True, slots=True)
class Options:
    """How one game is played; every field is independent of the others. Defaults: the American game."""

    opening_roll: Literal["fresh", "opening_dice"] = "fresh"
    enter_before_moving: bool = False
    entry_requires: Literal["any", "double_or_acey_deucey"] = "any"
    bar_first: bool = True
    doubles_complement: bool = False
    doubles_roll_again: Literal["never", "if_all_played", "always"] = "never"
    naming_requires: Literal["all_played", "nothing"] = "all_played"
    named_must_be_playable: bool = False
    named_complement: bool = False
    named_roll_again: Literal["if_all_played", "always"] = "if_all_played"
    max_rolls_per_turn: int | None = None
    bear_off: Literal["any", "highest", "exact"] = "any"
    home_moves: Literal["always", "not_while_bearing_off", "never"] = "always"
    scoring: Literal["checkers_left", "one_point"] = "checkers_left"
    stake_doubles_on_acey_deucey: bool = False

    def override(self, changes: Mapping[str, Any]) -> "Options":
        """These options with some of them changed.

        :raises InvalidOptions: a name that is no option, or a value that the option cannot have; the
            details list every fault, by option.
        """
        faults = {name: fault for name, value in changes.items() if (fault := _fault(name, value))}
        if faults:
            raise InvalidOptions(faults)
        return replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        """All options by name, resolved."""
        return asdict(self)


class InvalidOptions(AceyDeuceyError):
    """Options that cannot be: ``details["faults"]`` gives the reason for each by its name."""

    def __init__(self, faults: Mapping[str, Message]) -> None:
        reasons = chained("{one}; {other}", faults.values())
        super().__init__("invalid-options", "{reasons}.", {"reasons": reasons, "faults": dict(faults)})


class Choice(NamedTuple):
    """One value of an option: what it is and what it means at the board."""

    value: str | bool | int | None
    meaning: str


class OptionInfo(NamedTuple):
    """What an option decides, its values, and the texts it rests on."""

    name: str
    decides: str
    choices: tuple[Choice, ...]
    sources: tuple[str, ...]


OPTIONS = {
    info.name: info
    for info in (
        OptionInfo(
            "opening_roll",
            "What the player who wins the opening throw plays first.",
            (
                Choice("fresh", "He rolls two fresh dice; his opening die is not part of the roll."),
                Choice("opening_dice", "The two opening dice are his first roll."),
            ),
            ("H6", "H39", "B"),
        ),
        OptionInfo(
            "enter_before_moving",
            "Whether all checkers must enter before one of them may move on.",
            (
                Choice(False, "Checkers on the board may move while others are still in the hand."),
                Choice(True, "No checker on the board may move while the hand is not empty."),
            ),
            ("G17", "H9"),
        ),
        OptionInfo(
            "entry_requires",
            "Which rolls bring checkers in from hand and bar.",
            (
                Choice("any", "Every roll does."),
                Choice("double_or_acey_deucey", "Only doubles and a 1-2, with all the stages that follow them."),
            ),
            ("G14", "H7", "LEE"),
        ),
        OptionInfo(
            "bar_first",
            "Whether a checker on the bar must enter before anything else.",
            (
                Choice(True, "With a checker on the bar nothing else may move or enter."),
                Choice(False, "A checker on the bar may wait while others move."),
            ),
            ("G30", "H27", "B", "FAQ"),
        ),
        OptionInfo(
            "doubles_complement",
            "Whether a fully played double n is followed by 7-n, four times.",
            (Choice(False, "A double is played four times."), Choice(True, "Then its complement, four times.")),
            ("H17",),
        ),
        OptionInfo(
            "doubles_roll_again",
            "Whether a rolled double gives a further roll.",
            (
                Choice("never", "The turn ends after the double (and its complement, if there is one)."),
                Choice("if_all_played", "Yes, when all of it was played, the complement included."),
                Choice("always", "Yes, even when some of it could not be played."),
            ),
            ("H18", "H19", "WP"),
        ),
        OptionInfo(
            "naming_requires",
            "What must be played of a 1-2 before a double may be named.",
            (
                Choice("all_played", "Both the 1 and the 2; otherwise the name and all that follows is lost."),
                Choice("nothing", "Nothing: the name is kept even when the 1-2 is blocked."),
            ),
            ("B", "H19"),
        ),
        OptionInfo(
            "named_must_be_playable",
            "Whether the named number must have a legal step.",
            (
                Choice(False, "Any number from 1 to 6 may be named, even one that cannot be played."),
                Choice(True, "At least one checker must be able to play it."),
            ),
            ("B",),
        ),
        OptionInfo(
            "named_complement",
            "Whether a fully played named double n is followed by 7-n, four times.",
            (
                Choice(False, "The named double is played four times."),
                Choice(True, "Then its complement, four times."),
            ),
            ("H24",),
        ),
        OptionInfo(
            "named_roll_again",
            "Whether a named double gives a further roll.",
            (
                Choice("if_all_played", "Yes, when all of it was played, the complement included."),
                Choice("always", "Yes, even when some of it could not be played."),
            ),
            ("B", "H19", "BG"),
        ),
        OptionInfo(
            "max_rolls_per_turn",
            "How many rolls one turn may have.",
            (
                Choice(None, "No limit: chains go on as long as the dice allow."),
                Choice(1, "A whole number from 1 to 1000: a further roll is lost and the turn ends."),
            ),
            ("B", "H18"),
        ),
        OptionInfo(
            "bear_off",
            "What a number larger than the checker's point may bear off.",
            (
                Choice("any", "Any checker, once all checkers stand below the number."),
                Choice("highest", "The checker on the highest point, once none stands higher."),
                Choice("exact", "Nothing: only the exact number bears a checker off."),
            ),
            ("G41", "B", "H32"),
        ),
        OptionInfo(
            "home_moves",
            "Whether checkers may move forward inside the home board.",
            (
                Choice("always", "Yes."),
                Choice("not_while_bearing_off", "Not once all remaining checkers are home."),
                Choice("never", "No: a checker at home can only be borne off."),
            ),
            ("G40", "H42"),
        ),
        OptionInfo(
            "scoring",
            "How many points the winner gets.",
            (
                Choice("checkers_left", "One for each checker that the loser has not borne off."),
                Choice("one_point", "One."),
            ),
            ("B", "H34"),
        ),
        OptionInfo(
            "stake_doubles_on_acey_deucey",
            "Whether every 1-2 rolled doubles the points of the game.",
            (Choice(False, "No."), Choice(True, "Yes, for either player, playable or not.")),
            ("H37",),
        ),
    )
}


def _fault(name: str, value: object) -> Message | None:
    """Why the option cannot have that value, as a clause without a full stop; None when it can."""
    info = OPTIONS.get(name)
    if info is None:
        unknown = {"option": _shown(name), "known": ", ".join(OPTIONS)}
        return Message("there is no option {option}; the options are {known}", unknown)
    facts: dict[str, object] = {"option": name, "value": _shown(value)}
    if name == "max_rolls_per_turn":
        if value is None or (type(value) is int and 1 <= value <= MOST_ROLLS):
            return None
        return Message("{option} is null or a whole number from 1 to {most}, not {value}", facts | {"most": MOST_ROLLS})
    allowed = [choice.value for choice in info.choices]
    if any(type(value) is type(choice) and value == choice for choice in allowed):
        return None
    facts["allowed"] = ", ".join(str(_shown(choice)) for choice in allowed)
    return Message("{option} is one of {allowed}, not {value}", facts)


def _shown(value: object) -> str | Message:
    """A value as JSON writes it, cut to a length that fits a sentence."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else Message("a very large number")
    if isinstance(value, str):
        return '"' + value[:40] + '"'
    return Message("a value of type {type}", {"type": type(value).__name__})


OPTION_NAMES = tuple(field.name for field in fields(Options))
