"""How a call goes from its first try to its value or exception, as a plan that any transport can follow.

A plan yields what is to be done next and is sent what came of it; it does no input or output and keeps no time.
"""

import random
from collections.abc import Generator
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

from acey_deucey.client.call import PROBLEM_JSON, Answer, Call, Request
from acey_deucey.client.errors import Case, Failure, NoAnswer, UnexpectedAnswer, problem_of

T = TypeVar("T")

# Answers that say: not now. A proxy gives them too when it reaches no replica.
PASSING = frozenset({502, 503, 504})
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True, slots=True)
class Send:
    """Send the request; the plan wants the Answer, or NoAnswer."""

    request: Request


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait for so many seconds."""

    seconds: float


Outcome = Answer | NoAnswer
Plan = Generator[Send | Pause, Outcome | None, T]


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried, and the longest pause between two tries, in seconds."""

    tries: int = 4
    longest: float = 10.0

    def pause(self, outcome: Outcome, tried: int) -> float | None:
        """How long to wait for the next try; None when there should be none."""
        if tried >= self.tries or not passing(outcome):
            return None
        asked = None if isinstance(outcome, NoAnswer) else retry_after(outcome)
        if asked is None:
            return min(self.longest, 0.25 * (1 << tried - 1)) * random.uniform(0.5, 1)
        # Asked for more patience than we have: let the caller know, he has it or not.
        return asked if asked <= self.longest else None


def exchange(call: Call[T], patience: Patience) -> Plan[T]:
    """The plan for a call: the same request again, keys and all, until it is answered or patience is at its end.

    :raises Failure: what became of it.
    """
    request = call.request()
    tried = 0
    while True:
        outcome, tried = (yield Send(request)), tried + 1
        assert outcome is not None, "sending has an outcome"
        pause = patience.pause(outcome, tried) if call.repeated else None
        if pause is None:
            return value_of(call, outcome)
        yield Pause(pause)


def value_of(call: Call[T], outcome: Outcome) -> T:
    """What the call is worth.

    :raises Failure: it came to nothing.
    """
    answer = answered(outcome)
    try:
        return call.read(answer)
    except UNREADABLE as error:
        raise UnexpectedAnswer(f"The answer to {call.operation} cannot be read: {error!r}") from error


def answered(outcome: Outcome) -> Answer:
    """The answer, if it is a good one.

    :raises Failure: it is none.
    """
    if isinstance(outcome, Answer) and 200 <= outcome.status < 300:
        return outcome
    raise failure_of(outcome)


def passing(outcome: Outcome) -> bool:
    """Whether the same request may fare better in a while."""
    return isinstance(outcome, NoAnswer) or outcome.status in PASSING


def retry_after(answer: Answer) -> float | None:
    """The seconds that the answer asks to wait; None when it does not say, or gives a date."""
    header = answer.headers.get("retry-after", "")
    return float(header) if header.isascii() and header.isdigit() else None


def failure_of(outcome: Outcome) -> Failure:
    """What an outcome that is no good answer is raised as."""
    if isinstance(outcome, NoAnswer):
        return outcome
    told = (retry_after(outcome), outcome.headers.get("x-request-id"))
    try:
        if outcome.media == PROBLEM_JSON:
            return problem_of(Case(outcome.json(), *told))
    except UNREADABLE:
        pass
    if outcome.status in PASSING:
        title = HTTPStatus(outcome.status).phrase
        return problem_of(Case({"type": "about:blank", "title": title, "status": outcome.status}, *told))
    return UnexpectedAnswer(f"The answer has status {outcome.status} and is {outcome.media or 'of no type'}.")
