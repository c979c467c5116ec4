"""Installations to test, each started once; skipped where the load balancer is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest

from deploy.cluster.balancers import BALANCERS, NotInstalled
from deploy.cluster.installation import Installation, running


@contextmanager
def installed(balancer: str, **options: object) -> Iterator[Installation]:
    """An installation behind that load balancer; skips the test where there is none."""
    try:
        with running(balancer, **options) as it:  # type: ignore[arg-type]
            yield it
    except NotInstalled as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session", params=BALANCERS)
def installation(request: pytest.FixtureRequest) -> Iterator[Installation]:
    """Three replicas on one Valkey behind each load balancer: leave all of it running."""
    with installed(request.param) as it:
        yield it


@pytest.fixture
def client() -> Iterator[httpx2.Client]:
    with httpx2.Client(timeout=10) as it:
        yield it
