"""What each operation answers is what it answered before: whoever changes an answer looks at the change first."""

import orjson
import pytest
from acey_deucey.api.operation import Operation
from acey_deucey.api.problem_kinds import KINDS
from acey_deucey.api.routes import OPERATIONS

from tests.contract.document import REFRESH
from tests.contract.golden import FOLDER, answers_of, golden_of
from tests.contract.world import World


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: str(operation.name))
def test_the_answers_are_those_that_are_kept(world: World, operation: Operation) -> None:
    kept = golden_of(operation)
    assert kept.exists(), REFRESH
    assert answers_of(world, operation) == orjson.loads(kept.read_bytes()), REFRESH


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: str(operation.name))
def test_the_kept_answers_are_of_every_documented_status(operation: Operation) -> None:
    documented = {answer.status for answer in operation.answers} | {KINDS[slug].status for slug in operation.problems}
    kept = orjson.loads(golden_of(operation).read_bytes())
    assert {answer["status"] for answer in kept.values()} == documented | {500}
    assert all(key.startswith(str(answer["status"])) for key, answer in kept.items())


def test_nothing_is_kept_of_operations_that_are_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {operation.name for operation in OPERATIONS}
