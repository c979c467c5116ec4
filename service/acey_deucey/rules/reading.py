"""From what a player asks for to the steps he means; it decides nothing, it matches against the legal steps."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from acey_deucey.rules.moves import Request, Step, play_text
from acey_deucey.rules.position import BAR, HAND, OFF
from acey_deucey.rules.refusal import why_illegal
from acey_deucey.rules.situation import Situation
from acey_deucey.rules.violations import IllegalMove
from acey_deucey.wording import either

_Steps = tuple[Step, ...]


class _Failure(NamedTuple):
    """The furthest point that any reading reached: the steps before it and the request that failed."""

    place: int
    before: _Steps
    situation: Situation


class Reading(NamedTuple):
    """The legal steps that are meant, in the order asked for, and the situation after them."""

    steps: tuple[Step, ...]
    after: Situation


def read_play(situation: Situation, requests: Sequence[Request]) -> Reading:
    """What the requests mean.

    A request may go over several numbers with one checker. Where several numbers fit one step and none is
    named, the smallest with which the whole can be played is taken.

    :raises IllegalMove: there is no such play, the play is empty, or it can be read in several ways that
        end in different positions.
    """
    if not requests:
        raise IllegalMove(
            "pass-not-allowed",
            "There are numbers to play: you cannot pass.",
            legal_example=situation.legal_steps()[0].text,
        )
    failures: list[_Failure] = []
    readings = _readings(Reading((), situation), requests, 0, failures)
    if not readings:
        index, before, reached = max(failures, key=lambda failure: failure.place)
        raise why_illegal(reached, requests[index], index, before)
    if len(readings) > 1:
        _must_end_alike(readings)
    return readings[0]


def _must_end_alike(readings: Sequence[Reading]) -> None:
    by_end = {after.position: steps for steps, after in reversed(readings)}
    if len(by_end) > 1:
        texts = [play_text(steps) for steps in by_end.values()][::-1]
        raise IllegalMove(
            "ambiguous-play",
            "This can be read as {readings}: write which one you mean.",
            legal_example=texts[0],
            readings=either(texts),
        )


def _readings(before: Reading, requests: Sequence[Request], index: int, failures: list[_Failure]) -> list[Reading]:
    if index == len(requests):
        return [before]
    steps, situation = before
    found: list[Reading] = []
    for alternatives in _ways(situation, requests[index]):
        for way in alternatives:
            further = _readings(Reading(steps + way, situation.after_all(way)), requests, index + 1, failures)
            found += further
            if further:
                break
    if not found:
        failures.append(_Failure(index, steps, situation))
    return found


def _ways(situation: Situation, request: Request) -> list[list[_Steps]]:
    """The ways that a request can mean; of each inner list the first that leads on is the one meant."""
    sources = (BAR, HAND) if request.either_entry else (request.source,)
    ways: list[list[_Steps]] = []
    for source in sources:
        steps = [step for step in situation.legal_steps() if step.source == source]
        single = [(step,) for step in steps if step.target == request.target and request.number in (None, step.number)]
        if single:
            ways.append(sorted(single, key=lambda way: way[0].number))
        elif request.number is None:
            ways += [[way] for way in _long_ways(situation, source, request.target)]
    return ways if not request.either_entry else _meant_entries(ways)


def _meant_entries(ways: list[list[_Steps]]) -> list[list[_Steps]]:
    """Of ways written from 25, those from the bar; from the hand only beside them, as a second reading."""
    return ways if any(way[0][0].source == BAR for way in ways) else []


def _long_ways(situation: Situation, source: int, target: int) -> Iterator[_Steps]:
    """The ways of one checker over several numbers, each stop a legal step."""
    for step in situation.legal_steps():
        if step.source == source and step.target != OFF and step.target > target:
            after = situation.after(step)
            for last in after.legal_steps():
                if (last.source, last.target) == (step.target, target):
                    yield (step, last)
            for rest in _long_ways(after, step.target, target):
                yield (step, *rest)
