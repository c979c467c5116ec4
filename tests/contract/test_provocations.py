"""Every problem that the document names is provoked at every operation that names it, as web pages of others see it."""

import pytest
from acey_deucey.api.limiter import API
from acey_deucey.api.operation import Operation
from acey_deucey.api.problem_kinds import KINDS
from acey_deucey.api.routes import OPERATIONS

from tests.contract.provocations import way
from tests.contract.world import ORIGIN, World


def limits_of(operation: Operation) -> tuple[str, ...]:
    """What befalls requests of the API where it is set so, and others never."""
    return ("quota-exceeded",) if operation.path.startswith(API) else ()


DOCUMENTED = [
    pytest.param(operation, slug, id=f"{operation.name}-{slug}")
    for operation in OPERATIONS
    for slug in dict.fromkeys((*operation.problems, *limits_of(operation), "internal-error"))
]


@pytest.mark.parametrize(("operation", "slug"), DOCUMENTED)
def test_a_documented_problem_comes_about_as_documented(world: World, operation: Operation, slug: str) -> None:
    provoke = way(operation, slug)
    assert provoke, "Show in tests/contract/provocations.py how it comes about, or take it from the operation."
    answer = provoke(world, operation)
    assert answer.mimetype == "application/problem+json", answer.text
    assert (answer.json["type"], answer.status_code) == (f"/problems/{slug}", KINDS[slug].status), answer.text
    assert answer.json["instance"] == answer.request.path
    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert answer.headers["Cache-Control"] == "no-store"
    assert ("Retry-After" in answer.headers) is (answer.status_code in (429, 503))
