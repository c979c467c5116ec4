"""The systems that faults befall, and the table of what came of it, which a whole run writes into deploy/README.md."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from deploy.cluster.installation import start_replicas
from deploy.cluster.replicas import Replica
from deploy.cluster.stores import ClusterGroup, SentinelGroup, Single

README = Path(__file__).resolve().parents[2] / "deploy" / "README.md"
TABLE = re.compile(r"(?<=<!-- faults -->\n).*(?=<!-- /faults -->)", re.DOTALL)
FAULTS = 17
Report = Callable[[int, str, str], None]
_rows: dict[int, list[tuple[str, str]]] = {}


@pytest.fixture
def report() -> Report:
    """Takes what a test did and what came of it: report(1, "killed six times", "12,345 moves, none lost")."""
    return lambda number, fault, result: _rows.setdefault(number, []).append((fault, result))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the table, if every fault was tried and nothing failed."""
    if exitstatus == 0 and len(_rows) == FAULTS and README.exists():
        lines = ["| # | fault | what came of it |\n", "|---|---|---|\n"]
        lines += [
            f"| F{number} | {fault} | {result} |\n" for number in sorted(_rows) for fault, result in _rows[number]
        ]
        README.write_text(TABLE.sub(lambda _: "".join(lines), README.read_text()))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name."""
    with TemporaryDirectory(prefix="acey-") as name:
        yield Path(name)


@contextmanager
def started(store: Single | SentinelGroup | ClusterGroup) -> Iterator[None]:
    """A store, for as long as the ``with`` statement lasts."""
    try:
        store.start()
        yield
    finally:
        store.stop()


@contextmanager
def serving(folder: Path, url: str, count: int = 2, **settings: str) -> Iterator[list[Replica]]:
    """Replicas on a store, for as long as the ``with`` statement lasts."""
    with ExitStack() as stack:
        yield start_replicas(stack, folder, count, url, settings)
