"""The service as people run it: `acey-deucey serve` in a process of its own, on a free port."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 60


class RunningService:
    """A started service: its URL, and all that it has written so far."""

    def __init__(self, *flags: str, **settings: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "acey_deucey", "serve", "--port", "0", *flags],
            env=environment(**settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log: list[str] = []
        self.told: list[str] = []
        self._greeted = threading.Event()
        self._readers = [
            threading.Thread(target=self._read, args=(stream, into), daemon=True)
            for stream, into in ((self._process.stdout, self.log), (self._process.stderr, self.told))
        ]
        for reader in self._readers:
            reader.start()
        if not self._greeted.wait(START_SECONDS):
            self.stop()
            raise AssertionError("the service does not start:\n" + "".join(self.told))
        self.url = re.findall(r"http://[\w.\[\]:]+", self.told_text())[0]

    @property
    def pid(self) -> int:
        """Its process, whose children are the workers."""
        return self._process.pid

    def told_text(self) -> str:
        """What it has written for people."""
        return "".join(self.told)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop, and wait until it has; its exit status."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        status = self._process.wait(START_SECONDS)
        for reader in self._readers:
            reader.join(START_SECONDS)
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()
        return status

    def _read(self, stream: Iterator[str], into: list[str]) -> None:
        for line in stream:
            into.append(line)
            if "curl" in line:
                self._greeted.set()


def environment(**settings: str) -> dict[str, str]:
    """This environment without any setting of the service but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACEY_")}
    return kept | {"PYTHONWARNINGS": "error:::acey_deucey"} | settings


@contextmanager
def service(data: Path, *flags: str, **settings: str) -> Iterator[RunningService]:
    """A service for the time of a test, with its data in this folder unless a store is set."""
    running = RunningService("--data", str(data), *flags, **settings)
    try:
        yield running
    finally:
        running.stop()
