"""What can be wrong with one step, a question each: the answer is a reason with the facts, or None.

It explains what ``legal`` has refused and decides nothing. What is wrong on the way over several numbers
is put together in ``refusal``.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from acey_deucey.rules.moves import ENTRY, Play, Request, landing
from acey_deucey.rules.position import ALL_OFF, BAR, BITS, HAND, OFF, POINTS, count_at, mirrored, opponent_of
from acey_deucey.rules.situation import Situation
from acey_deucey.wording import Plural

HOME_POINTS = range(1, 7)


class Reason(NamedTuple):
    """A refusal in the making: its slug, the sentence as a template, its facts, and the number in question."""

    slug: str
    message: str
    details: dict[str, object]
    number: int | None = None


class Case(NamedTuple):
    """A request beside the situation it was made in."""

    situation: Situation
    request: Request

    def count(self, field: int) -> int:
        """How many checkers the mover has on a point, on the bar or in the hand."""
        return count_at(self.situation.position.packed(self.situation.player), field)

    def opposing(self, point: int) -> int:
        """How many checkers the opponent has on a point of the mover."""
        return count_at(mirrored(self.situation.position.packed(opponent_of(self.situation.player))), point)

    @property
    def fitting(self) -> list[int]:
        """The numbers left that take a checker from the source straight to the target."""
        source, target, wanted = self.request.source, self.request.target, self.request.number
        numbers = sorted(set(self.situation.numbers))
        return [number for number in numbers if wanted in (None, number) and landing(source, number) == target]

    @property
    def left(self) -> str:
        """The numbers left, as a sentence lists them."""
        return ", ".join(map(str, self.situation.numbers))

    @property
    def all_home(self) -> bool:
        """Whether every checker left stands on the six home points."""
        return self.situation.position.packed(self.situation.player) >> BITS * 7 == 0


def _nothing_left(case: Case) -> Reason | None:
    if case.situation.is_won:
        return Reason("step-after-win", "The step before it wins the game: no other can follow.", {})
    if case.situation.numbers:
        return None
    facts: dict[str, object] = {"way": case.request.text}
    return Reason("number-not-rolled", "The steps before it play all the numbers: none is left for {way}.", facts)


def _no_checker(case: Case) -> Reason | None:
    source = case.request.source
    if case.count(source):
        return None
    if source == BAR and case.count(HAND):
        message = "You have no checker on the bar. Those in your hand are written hand/…"
    elif source == HAND and case.count(BAR):
        message = "You have no checker in your hand. Those on the bar are written bar/…"
    elif source in (BAR, HAND):
        message = "You have no checker on the bar." if source == BAR else "You have no checker in your hand."
    elif case.opposing(source):
        message = "The checkers on point {source} are your opponent's: points are counted from your own home."
    else:
        message = "You have no checker on point {source}."
    return Reason("no-checker-there", message, {"source": source})


def _bar_waits(case: Case) -> Reason | None:
    count = case.count(BAR)
    if case.request.source == BAR or not count or not case.situation.options.bar_first:
        return None
    message = Plural(
        "Before anything else you must enter your checker on the bar.",
        "Before anything else you must enter your {count} checkers on the bar.",
    )
    return Reason("bar-first", message, {"count": count})


def _backwards(case: Case) -> Reason | None:
    source, target = case.request.source, case.request.target
    if (ENTRY if source == HAND else source) > target:
        return None
    return Reason(
        "wrong-direction",
        "Checkers move from high points to low ones, not from {source} to {target}.",
        {"source": source, "target": target},
    )


def _hand_waits(case: Case) -> Reason | None:
    count = case.count(HAND)
    if case.request.source in (BAR, HAND) or not count or not case.situation.options.enter_before_moving:
        return None
    message = Plural(
        "In this game no checker on the board moves before all have entered; you have {count} checker in hand.",
        "In this game no checker on the board moves before all have entered; you have {count} checkers in hand.",
    )
    return Reason("enter-before-moving", message, {"count": count})


def _shut_out(case: Case) -> Reason | None:
    open_to_all = case.situation.options.entry_requires == "any" or case.situation.stage != "plain"
    if case.request.source not in (BAR, HAND) or open_to_all:
        return None
    return Reason("entry-needs-double", "In this game checkers enter only on a double or a 1-2, not on this roll.", {})


def _other_number(case: Case) -> Reason | None:
    """The number that the player names for the step is not left, or leads elsewhere."""
    source, number = case.request.source, case.request.number
    if number is None or case.fitting:
        return None
    facts: dict[str, object] = {"way": case.request.text, "left": case.left}
    if number not in case.situation.numbers:
        return Reason("number-not-rolled", "There is no {number} to play; still to play: {left}.", facts, number)
    facts["right"] = Request(source, landing(source, number)).text
    return Reason("number-does-not-fit", "{way} is not what a {number} does: that is {right}.", facts, number)


def _too_early_off(case: Case) -> Reason | None:
    if case.request.target != OFF or case.all_home:
        return None
    outside = sum(case.count(point) for point in range(7, POINTS + 1))
    return Reason(
        "not-all-home",
        "You can bear off only when all your checkers are home; still outside {outside}, in hand {hand}, "
        "on the bar {bar}.",
        {"outside": outside, "hand": case.count(HAND), "bar": case.count(BAR)},
        case.fitting[0],
    )


def _frozen(case: Case) -> Reason | None:
    source, target, moves = case.request.source, case.request.target, case.situation.options.home_moves
    if source not in HOME_POINTS or target == OFF or moves == "always":
        return None
    facts: dict[str, object] = {"source": source}
    if moves == "never":
        message = "A checker on {source} is home: in this game it does not move again until it is borne off."
        return Reason("home-checker-frozen", message, facts, case.fitting[0])
    message = "All your checkers are home: in this game they are now borne off, and do not move inside the home board."
    return Reason("home-checker-frozen", message, facts, case.fitting[0]) if case.all_home else None


def _too_large(case: Case) -> Reason | None:
    source, numbers = case.request.source, case.fitting
    if case.request.target != OFF or source in numbers:
        return None
    number, rule = numbers[-1], case.situation.options.bear_off
    facts: dict[str, object] = {"source": source}
    if rule == "exact":
        message = "In this game a {number} bears off only from point {number}, not from {source}."
        return Reason("exact-number-required", message, facts, number)
    hindering = range(number if rule == "any" else source + 1, HOME_POINTS.stop)
    facts["highest"] = max((point for point in hindering if case.count(point)), default=None)
    if facts["highest"] is None:
        return None
    if rule == "any":
        message = "A {number} bears off from {source} only when all stand below {number}; you have one on {highest}."
        return Reason("higher-checkers-left", message, facts, number)
    message = "A {number} bears off from {source} only when none stands higher; you have one on {highest}."
    return Reason("highest-checker-first", message, facts, number)


def _blocked(case: Case) -> Reason | None:
    target = case.request.target
    if target == OFF or case.opposing(target) < 2:
        return None
    return Reason(
        "point-blocked",
        "Point {point} is blocked: two or more opposing checkers stand there.",
        {"point": target},
        case.fitting[0],
    )


def _larger_number(case: Case) -> Reason | None:
    plays, numbers = case.situation.legal_plays(), set(case.situation.numbers)
    if len(numbers) != 2 or any(len(play.steps) == 2 or _wins(case, play) for play in plays):
        return None
    larger, smaller = max(numbers), min(numbers)
    return Reason(
        "larger-number-compulsory",
        "Only one of {larger} and {smaller} can be played: play the {larger} ({example}).",
        {"larger": larger, "smaller": smaller, "example": plays[0].text},
        larger,
    )


def fewer_numbers(case: Case) -> Reason:
    longest = max(case.situation.legal_plays(), key=lambda play: len(play.steps))
    most, numbers = len(longest.steps), len(case.situation.numbers)
    facts: dict[str, object] = {"way": case.request.text, "example": longest.text, "most": most}
    message = "After {way} you could not play as many numbers as you must: {most}, as with {example}."
    if most < numbers and _wins(case, longest):
        message = "{example} wins the game, which counts as playing every number; after {way} one would be lost."
    return Reason("maximum-play-compulsory", message, facts, case.fitting[-1])


def _wins(case: Case, play: Play) -> bool:
    return play.position.packed(case.situation.player) == ALL_OFF


Question: TypeAlias = Callable[[Case], Reason | None]

OF_ANY_WAY: tuple[Question, ...] = (
    _nothing_left,
    _no_checker,
    _bar_waits,
    _backwards,
    _hand_waits,
    _shut_out,
    _other_number,
)
OF_ONE_NUMBER: tuple[Question, ...] = (_too_early_off, _frozen, _too_large, _blocked, _larger_number)
