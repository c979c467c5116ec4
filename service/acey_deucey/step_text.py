"""Steps as both forms of a record write them: in canonical notation, with the number behind where it must be told.

It judges no step. A step off the board may take a larger number than its distance, and only then ``=n`` follows it.
"""

import re
from collections.abc import Sequence

from acey_deucey.rules.moves import Step, UnreadablePlay, landing, parse_play
from acey_deucey.rules.position import OFF

_STEP = re.compile(r"(?P<step>[a-z0-9]+/[a-z0-9]+)(?P<hit>\*?)(?:=(?P<number>[1-6]))?", re.ASCII)


def steps_text(steps: Sequence[Step]) -> str:
    """Steps in canonical notation, with the number where it is not the distance; ``read_steps`` reads it."""
    return " ".join(map(_step_text, steps))


def read_steps(text: str) -> tuple[Step, ...] | None:
    """The steps that the text stands for, at least one; None when it cannot be read. No step is judged."""
    steps = [_read_step(part) for part in text.split()]
    return tuple(step for step in steps if step) if steps and all(steps) else None


def _step_text(step: Step) -> str:
    is_distance = step.target != OFF or step.source == step.number
    return step.text if is_distance else f"{step.text}={step.number}"


def _read_step(part: str) -> Step | None:
    match = _STEP.fullmatch(part)
    if match is None:
        return None
    try:
        (request,) = parse_play(match["step"])
    except UnreadablePlay:
        return None
    for number in [int(match["number"])] if match["number"] else range(1, 7):
        exact = request.target != OFF or request.source == number or match["number"]
        if landing(request.source, number) == request.target and exact:
            return Step(request.source, request.target, number, bool(match["hit"]))
    return None
