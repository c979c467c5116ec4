"""A process of the installation: started, stopped, killed, frozen; knows nothing of what it does."""

import os
import secrets
import signal
import socket
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep

START_SECONDS = 60.0
STOP_SECONDS = 40.0  # more than a replica's graceful time-out
POLL_SECONDS = 0.05
LOWEST_PORT = 20_000
CONNECTION_PORTS = Path("/proc/sys/net/ipv4/ip_local_port_range")
MOST_HELD = 200
_held: deque[socket.socket] = deque()


class DoesNotStart(Exception):
    """A process of the installation ended, or did not get ready; the message ends with what it wrote."""


class Process:
    """A program with what it writes in a file of its folder. It is in a session of its own: Ctrl-C is not for it."""

    def __init__(self, name: str, folder: Path, command: Sequence[str], environment: dict[str, str]) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self._folder = folder
        self._command = list(command)
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id; 0 when it does not run."""
        return self._process.pid if self._process else 0

    def start(self) -> None:
        """Start it; it need not be ready yet."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_until(self, is_ready: Callable[[], bool], seconds: float = START_SECONDS) -> None:
        """Return when it is ready.

        :raises DoesNotStart: it has ended, or is not ready in time.
        """
        end = monotonic() + seconds
        while not is_ready():
            if monotonic() > end or not self._process or self._process.poll() is not None:
                raise DoesNotStart(f"{self.name} does not get ready:\n{self.log.read_text(errors='replace')[-2000:]}")
            sleep(POLL_SECONDS)

    def ask_to_stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Begin to end it in order."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(sign)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it in order, and at once when it takes too long."""
        self.ask_to_stop(sign)
        if self._process:
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def kill(self) -> None:
        """End it and all that it started at once, as a crash of the machine would."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = None

    def freeze(self) -> None:
        """Let it keep its connections and do nothing."""
        os.killpg(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        os.killpg(self.pid, signal.SIGCONT)


def free_port() -> int:
    """A port of the loopback address on which nobody listens now.

    No connection gets it for its own end, and no other process that looks for a port, among the next MOST_HELD of this
    one: it is still free when somebody comes to listen there, and when he comes again after a crash.
    """
    while True:
        holder = socket.socket()
        port = LOWEST_PORT + secrets.randbelow(_lowest_of_connections() - LOWEST_PORT)
        try:
            holder.bind(("127.0.0.1", port))
        except OSError:
            holder.close()
            continue
        # From now on servers may listen there, since they all set that, too; who only probes does not.
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _hold(holder)
        return port


def _hold(holder: socket.socket) -> None:
    _held.append(holder)
    if len(_held) > MOST_HELD:
        _held.popleft().close()


def _lowest_of_connections() -> int:
    """The first of the ports that the system gives to connections; 49,152 by RFC 6335, but Linux has its own."""
    try:
        return max(int(CONNECTION_PORTS.read_text().split()[0]), LOWEST_PORT + 1000)
    except OSError:
        return 49_152


def bare_environment() -> dict[str, str]:
    """The environment of this process without the settings of a service."""
    return {name: value for name, value in os.environ.items() if not name.startswith("ACEY_")}
