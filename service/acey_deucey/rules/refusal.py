"""Why a request is no legal step: the first rule of the rule book that it breaks, told with the facts.

Called only for requests that ``legal`` does not list, so it never decides, it only explains.
"""

from collections.abc import Iterator
from itertools import accumulate, permutations

from acey_deucey.rules.legal import NUMBERS
from acey_deucey.rules.moves import ENTRY, Request, Step, landing, play_text
from acey_deucey.rules.position import OFF
from acey_deucey.rules.reasons import OF_ANY_WAY, OF_ONE_NUMBER, Case, Reason, fewer_numbers
from acey_deucey.rules.situation import Situation
from acey_deucey.rules.violations import IllegalMove
from acey_deucey.wording import either


def why_illegal(situation: Situation, request: Request, index: int, before: tuple[Step, ...]) -> IllegalMove:
    """The refusal of a request that is not legal in a situation.

    ``index`` is its place in the whole request, ``before`` the legal steps read before it.
    """
    reason = _reason(Case(situation, request))
    return IllegalMove(
        reason.slug,
        reason.message,
        step_index=index,
        number=reason.number,
        legal_example=play_text((*before, *situation.legal_steps()[:1])),
        **reason.details,
    )


def _reason(case: Case) -> Reason:
    answers = (ask(case) for ask in (*OF_ANY_WAY, _on_the_way, *OF_ONE_NUMBER))
    return next((reason for reason in answers if reason), None) or fewer_numbers(case)


def _on_the_way(case: Case) -> Reason | None:
    """Why none of the ways over several numbers can be gone: what stops the checker where it gets furthest."""
    if case.fitting:
        return None
    halts = [_halt(case, way) for way in _ways(case)]
    if not halts:
        return _too_far(case)
    furthest = max(depth for depth, _ in halts)
    stopped = [at for depth, at in halts if depth == furthest]
    reasons = [_reason(at) for at in stopped]
    others = [reason for reason in reasons if reason.slug != "point-blocked"]
    if others or stopped[0].request.target == case.request.target:
        return (others or reasons)[0]
    stops = sorted({at.request.target for at in stopped}, reverse=True)
    return Reason(
        "stop-over-blocked",
        "The way is blocked: the checker would have to stop on {stops}.",
        {"stops": either(stops)},
    )


def _ways(case: Case) -> Iterator[tuple[int, ...]]:
    """The orders of numbers left that lead from the source to the target, whatever stands on the way."""
    numbers, request = case.situation.numbers, case.request
    for length in range(2, len(numbers) + 1):
        for way in dict.fromkeys(permutations(numbers, length)):
            *stops, last = accumulate(way, landing, initial=request.source)
            if last == request.target and OFF not in stops:
                yield way


def _halt(case: Case, way: tuple[int, ...]) -> tuple[int, Case]:
    """How many numbers of the way the checker can play, and the step after them, which it cannot."""
    source, number = case.request.source, way[0]
    steps = [step for step in case.situation.legal_steps() if (step.source, step.number) == (source, number)]
    if not steps:
        return 0, case._replace(request=Request(source, landing(source, number), number))
    rest = Case(case.situation.after(steps[0]), case.request._replace(source=steps[0].target))
    depth, halted = _halt(rest, way[1:])
    return depth + 1, halted


def _too_far(case: Case) -> Reason:
    request = case.request
    distance = min(request.source, ENTRY) - request.target
    return Reason(
        "number-not-rolled",
        "{way} takes a {distance}; still to play: {left}.",
        {"way": request.text, "distance": distance, "left": case.left},
        distance if distance in NUMBERS else None,
    )
