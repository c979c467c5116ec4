"""What the tests share: a real Valkey server, patience, and a word at the end on what was skipped.

It knows nothing of what is tested. The service waits a second for its store. A busy machine may hold up any process for
longer than that, and a test that is not about it must not fail then.
"""

from collections import Counter
from collections.abc import Iterator

import pytest
from acey_deucey.store import hub
from acey_deucey.store.embedded import EmbeddedValkey

from tests.store.servers import patient


@pytest.fixture(autouse=True, scope="session")
def _patient_listeners() -> Iterator[None]:
    """Who comes to listen is refused because there is no subscription, not because it is late."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub, "COMMAND_SECONDS", 30.0)
        yield


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The store URL of a server that all tests of this process use: take game ids of your own."""
    server = EmbeddedValkey(tmp_path_factory.mktemp("valkey"))
    try:
        yield patient(server.start())
    finally:
        server.stop()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why tests were skipped: a line for each reason, with how many they were."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")
