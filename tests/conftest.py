"""What the tests share: a real Valkey server. It knows nothing of what is tested on it."""

from collections.abc import Iterator

import pytest
from acey_deucey.store.embedded import EmbeddedValkey


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The store URL of a server that all tests of this process use: take game ids of your own."""
    server = EmbeddedValkey(tmp_path_factory.mktemp("valkey"))
    try:
        yield server.start()
    finally:
        server.stop()
