"""A relay before a server that can lose an answer after the server has done its work; knows nothing of games."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingUnixStreamServer
from tempfile import TemporaryDirectory
from threading import Event, Thread


class Relay(ThreadingUnixStreamServer):
    """Hands on one request and one answer at a time. ``lose_next`` is set to lose one answer."""

    daemon_threads = True

    def __init__(self, path: Path, server: Path) -> None:
        super().__init__(str(path), _Handler)
        self.url = f"unix://{path}"
        self.server = server
        self.lose_next = Event()
        self.silent = False  # lose the answer by saying nothing, instead of by breaking the connection
        self.closing = Event()


class _Handler(BaseRequestHandler):
    server: Relay

    def handle(self) -> None:
        with socket.socket(socket.AF_UNIX) as upstream:
            upstream.connect(str(self.server.server))
            while request := self.request.recv(65_536):
                upstream.sendall(request)
                answer = upstream.recv(65_536)
                if b"EVALSHA" in request and self.server.lose_next.is_set():
                    self.server.lose_next.clear()
                    if self.server.silent:
                        self.server.closing.wait()
                    return
                self.request.sendall(answer)


@contextmanager
def relaying(server: Path) -> Iterator[Relay]:
    """A relay before the server with this socket, for as long as the ``with`` statement lasts."""
    with TemporaryDirectory(prefix="acey-") as folder, Relay(Path(folder) / "s", server) as relay:
        thread = Thread(target=relay.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield relay
        finally:
            relay.closing.set()
            relay.shutdown()
            thread.join()
