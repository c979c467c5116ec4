"""What the tests share: a real Valkey server, and a word at the end on what was skipped. It knows nothing of either."""

from collections import Counter
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why tests were skipped: a line for each reason, with how many they were."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")
