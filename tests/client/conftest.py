"""One service for the tests of its clients, run as people run it; they know it by its URL alone."""

from collections.abc import Iterator

import pytest
from acey_deucey.client import Client

from tests.api.running import service


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the service answers."""
    with service(tmp_path_factory.mktemp("client"), "--workers", "1") as running:
        yield running.url


@pytest.fixture
def client(url: str) -> Iterator[Client]:
    with Client(url) as client:
        yield client
