"""Installations to test, each started once; skipped where the load balancer is not installed.

Their replicas wait for the store as long as a busy machine may hold it up, so that nothing but what is tested fails.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from deploy.cluster.balancers import BALANCERS, NotInstalled
from deploy.cluster.installation import Installation, running
from deploy.cluster.stores import STORES, Single
from tests.store.servers import patient

ANSWER_SECONDS = 60.0


@contextmanager
def installed(balancer: str, **options: object) -> Iterator[Installation]:
    """An installation behind that load balancer; skips the test where there is none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(STORES, "valkey", awaited)
        try:
            with running(balancer, **options) as it:  # type: ignore[arg-type]
                yield it
        except NotInstalled as error:
            pytest.skip(str(error))


def awaited(folder: Path) -> Single:
    """One Valkey, for which its URL asks patience."""
    store = Single(folder)
    store.url = patient(store.url)
    return store


@pytest.fixture(scope="session", params=BALANCERS)
def installation(request: pytest.FixtureRequest) -> Iterator[Installation]:
    """Three replicas on one Valkey behind each load balancer: leave all of it running."""
    with installed(request.param) as it:
        yield it


@pytest.fixture
def client() -> Iterator[httpx2.Client]:
    with httpx2.Client(timeout=ANSWER_SECONDS) as it:
        yield it
