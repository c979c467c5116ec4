"""Services for notebooks that are built or tested, each as long as it is needed; readers have the one of ``start``."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.cluster.processes import bare_environment, free_port
from notebooks.start import service_at


@contextmanager
def replica(folder: Path) -> Iterator[str]:
    """The URL of a service of its own, as long as the block; all that are started on one folder share their games."""
    place = ("127.0.0.1", free_port(), quiet(folder))
    with (folder / "service.log").open("ab") as log, service_at(*place, log) as url:
        yield url


def quiet(data: Path) -> dict[str, str]:
    """The environment of a service of two workers that keeps its store in a folder and says little."""
    return bare_environment() | {"ACEY_DATA": str(data), "ACEY_LOG_LEVEL": "warning", "ACEY_WORKERS": "2"}
