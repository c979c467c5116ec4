"""A replica of the service: gunicorn with deploy/gunicorn.conf.py on a port of its own."""

import sys
import urllib.error
import urllib.request
from pathlib import Path

from deploy.cluster.processes import Process, bare_environment

CONFIGURATION = Path(__file__).resolve().parents[1] / "gunicorn.conf.py"
ANSWER_SECONDS = 30.0


class Replica(Process):
    """One gunicorn; ``url`` goes to it alone."""

    def __init__(self, name: str, folder: Path, port: int, settings: dict[str, str]) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        super().__init__(
            name,
            folder,
            [sys.executable, "-m", "gunicorn", "--config", str(CONFIGURATION), "acey_deucey.wsgi:app"],
            {**bare_environment(), **settings, "ACEY_PORT": str(port)},
        )

    def is_ready(self) -> bool:
        """Whether it answers that traffic may come."""
        return status_of(f"{self.url}/readyz") == 200

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]


def status_of(url: str) -> int:
    """The status that the address answers with; 0 when nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=ANSWER_SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0
