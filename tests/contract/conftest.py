"""What the tests of the contract share: the service on a Valkey of their own, which they may damage."""

from collections.abc import Iterator

import pytest
from acey_deucey.api.request_log import configure_log

from tests.contract.world import World
from tests.store.servers import running


@pytest.fixture(scope="package")
def world() -> Iterator[World]:
    configure_log("critical")
    with running("valkey") as server:
        world = World(server)
        yield world
        world.store.close()
