"""Why a request is no legal step: the first rule of the rule book that it breaks, told with the facts.

Called only for requests that ``legal`` does not list, so it never decides, it only explains.
"""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from acey_deucey.rules.moves import ENTRY, SOURCE_NAMES, Request, Step, landing, play_text
from acey_deucey.rules.position import (
    BAR,
    BITS,
    HAND,
    OFF,
    POINTS,
    count_at,
    mirrored,
    opponent_of,
)
from acey_deucey.rules.situation import Situation
from acey_deucey.rules.violations import IllegalMove

HOME_POINTS = range(1, 7)


class _Reason(NamedTuple):
    """A refusal in the making: its slug, the sentence as a template, its facts, and the number in question."""

    slug: str
    message: str
    details: dict[str, object]
    number: int | None = None


class _Case(NamedTuple):
    """A request beside the board it was made for."""

    situation: Situation
    request: Request

    def count(self, field: int) -> int:
        """How many checkers the mover has on a point, on the bar or in the hand."""
        return count_at(self.situation.position.packed(self.situation.player), field)

    def is_blocked(self, point: int) -> bool:
        """Whether two or more opposing checkers stand on the point of the mover."""
        other = mirrored(self.situation.position.packed(opponent_of(self.situation.player)))
        return point != OFF and count_at(other, point) >= 2

    @property
    def fitting(self) -> list[int]:
        """The numbers left that take a checker from the source straight to the target."""
        request = self.request
        numbers = sorted(set(self.situation.numbers))
        wanted = [number for number in numbers if request.number in (None, number)]
        return [number for number in wanted if landing(request.source, number) == request.target]

    @property
    def all_home(self) -> bool:
        """Whether every checker left stands on the six home points."""
        return self.situation.position.packed(self.situation.player) >> BITS * 7 == 0


def why_illegal(
    situation: Situation, request: Request, index: int, before: tuple[Step, ...], start: Situation
) -> IllegalMove:
    """The refusal of a request that is not legal in a situation.

    ``index`` is its place in the whole request, ``before`` the steps read before it from ``start``.
    """
    case = _Case(situation, request)
    reason = next(reason for ask in _QUESTIONS if (reason := ask(case)))
    following = situation.legal_steps() or start.legal_steps()
    example = (*before, following[0]) if situation.legal_steps() else before or following[:1]
    return IllegalMove(
        reason.slug,
        reason.message,
        step_index=index,
        number=reason.number,
        legal_example=play_text(example),
        **reason.details,
    )


def _no_checker(case: _Case) -> _Reason | None:
    source = case.request.source
    if case.count(source):
        return None
    place = {BAR: "on your bar", HAND: "in your hand"}.get(source) or f"of yours on point {source}"
    other = {BAR: HAND, HAND: BAR}.get(source)
    hint = f" Write {SOURCE_NAMES[other]}/… for the one that is there." if other and case.count(other) else ""
    return _Reason("no-checker-there", "There is no checker {place}.{hint}", {"place": place, "hint": hint})


def _bar_waits(case: _Case) -> _Reason | None:
    count = case.count(BAR)
    if case.request.source == BAR or not count or not case.situation.options.bar_first:
        return None
    return _Reason(
        "bar-first", "{count} of your checkers on the bar must enter before any other moves.", {"count": count}
    )


def _backwards(case: _Case) -> _Reason | None:
    source, target = case.request.source, case.request.target
    if (ENTRY if source == HAND else source) > target:
        return None
    return _Reason(
        "wrong-direction",
        "Checkers move from high points to low ones: {source} to {target} goes back.",
        {"source": source, "target": target},
    )


def _hand_waits(case: _Case) -> _Reason | None:
    count = case.count(HAND)
    if case.request.source in (BAR, HAND) or not count or not case.situation.options.enter_before_moving:
        return None
    return _Reason(
        "enter-before-moving",
        "{count} of your checkers in hand must enter before any on the board moves.",
        {"count": count},
    )


def _shut_out(case: _Case) -> _Reason | None:
    open_to_all = case.situation.options.entry_requires == "any" or case.situation.stage != "plain"
    if case.request.source not in (BAR, HAND) or open_to_all:
        return None
    return _Reason("entry-needs-double", "In this game checkers enter only on a double or a 1-2, not on this roll.", {})


def _too_early_off(case: _Case) -> _Reason | None:
    if case.request.target != OFF or case.all_home or _over_stops(case):
        return None
    outside = sum(case.count(point) for point in range(7, POINTS + 1))
    return _Reason(
        "not-all-home",
        "You can bear off only when all your checkers are home: {outside} are outside, {hand} in hand, {bar} on the bar.",
        {"outside": outside, "hand": case.count(HAND), "bar": case.count(BAR)},
    )


def _blocked(case: _Case) -> _Reason | None:
    target = case.request.target
    if not case.is_blocked(target) or not (case.fitting or _over_stops(case)):
        return None
    return _Reason(
        "point-blocked",
        "Point {point} is blocked: two or more opposing checkers stand there.",
        {"point": target},
        case.fitting[0] if case.fitting else None,
    )


def _frozen(case: _Case) -> _Reason | None:
    source, target, moves = case.request.source, case.request.target, case.situation.options.home_moves
    if source not in HOME_POINTS or target == OFF or moves == "always":
        return None
    if moves == "not_while_bearing_off" and not case.all_home:
        return None
    return _Reason(
        "home-checker-frozen", "A checker in your home board does not move on: it can only be borne off.", {}
    )


def _too_large(case: _Case) -> _Reason | None:
    source, numbers = case.request.source, case.fitting
    if case.request.target != OFF or not numbers or source in numbers:
        return None
    number, rule = numbers[-1], case.situation.options.bear_off
    facts: dict[str, object] = {"source": source}
    if rule == "exact":
        return _Reason(
            "exact-number-required", "A {number} bears off only from point {number}, not from {source}.", facts, number
        )
    above = [point for point in HOME_POINTS if point > source and case.count(point)]
    if rule == "any":
        above = [point for point in above if point >= number]
    if not above:
        return None
    facts["highest"] = above[-1]
    slug = "higher-checkers-left" if rule == "any" else "highest-checker-first"
    message = "A {number} bears off the checker on {source} only when none stands higher; you have one on {highest}."
    if rule == "any":
        message = "A {number} bears off smaller points only when all stand below {number}; you have one on {highest}."
    return _Reason(slug, message, facts, number)


def _blocked_on_the_way(case: _Case) -> _Reason | None:
    if case.fitting:
        return None
    ways = _over_stops(case)
    stops = sorted({stop for way in ways for stop in way if case.is_blocked(stop)}, reverse=True)
    if not ways or not all(any(case.is_blocked(stop) for stop in way) for way in ways):
        return None
    return _Reason(
        "stop-over-blocked",
        "The way is blocked: the checker would have to stop on {stops}.",
        {"stops": " or ".join(map(str, stops))},
    )


def _not_rolled(case: _Case) -> _Reason | None:
    if case.fitting or _over_stops(case):
        return None
    request, left = case.request, ", ".join(map(str, case.situation.numbers)) or "none"
    facts: dict[str, object] = {"way": request.text, "left": left}
    if request.number is not None:
        return _Reason(
            "number-not-rolled",
            "{way} cannot be played with a {number}; the numbers left are {left}.",
            facts,
            request.number,
        )
    return _Reason("number-not-rolled", "No number left takes a checker {way}; the numbers left are {left}.", facts)


def _smaller_number(case: _Case) -> _Reason | None:
    plays, numbers = case.situation.legal_plays(), set(case.situation.numbers)
    if len(numbers) != 2 or not plays or len(plays[0].steps) != 1 or max(numbers) in case.fitting:
        return None
    larger, smaller = max(numbers), min(numbers)
    return _Reason(
        "larger-number-compulsory",
        "Only one of {larger} and {smaller} can be played: play the {larger} ({example}).",
        {"larger": larger, "smaller": smaller, "example": plays[0].text},
        larger,
    )


def _fewer_numbers(case: _Case) -> _Reason:
    plays = case.situation.legal_plays()
    facts: dict[str, object] = {"way": case.request.text, "example": plays[0].text, "most": len(plays[0].steps)}
    return _Reason(
        "maximum-play-compulsory",
        "After {way} you could not play as many numbers as you must: {most}, as with {example}.",
        facts,
        case.fitting[0] if case.fitting else None,
    )


def _over_stops(case: _Case) -> list[tuple[int, ...]]:
    """The stops of each way from source to target over several of the numbers left, whatever stands there."""
    request, numbers = case.request, case.situation.numbers
    if request.number is not None:
        return []
    ways = set()
    for length in range(2, len(numbers) + 1):
        for order in product(sorted(set(numbers)), repeat=length):
            if all(order.count(number) <= numbers.count(number) for number in order):
                points = [request.source]
                for number in order:
                    points.append(landing(points[-1], number))
                if points[-1] == request.target and OFF not in points[:-1]:
                    ways.add(tuple(points[1:-1]))
    return sorted(ways)


_QUESTIONS: tuple[Callable[[_Case], _Reason | None], ...] = (
    _no_checker,
    _bar_waits,
    _backwards,
    _hand_waits,
    _shut_out,
    _not_rolled,
    _too_early_off,
    _frozen,
    _too_large,
    _blocked,
    _blocked_on_the_way,
    _smaller_number,
    _fewer_numbers,
)
