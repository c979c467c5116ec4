"""A relay before a store that can lose an answer or keep it back, after the store has done its work."""

import random
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import sleep


class Relay:
    """Hands on bytes both ways. ``lose`` is the share of answers after which it breaks the connection instead."""

    def __init__(self, port: int) -> None:
        self._upstream = port
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port: int = self._listener.getsockname()[1]
        self.lose = 0.0
        self.delay = 0.0
        self.lost = 0

    def serve(self) -> None:
        """Take connections until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _carry(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.create_connection(("127.0.0.1", self._upstream)) as server:
            request = b""
            while True:
                for ready in select.select([client, server], [], [])[0]:
                    data = ready.recv(65_536)
                    if not data:
                        return
                    if ready is client:
                        request = data
                        server.sendall(data)
                    elif b"EVALSHA" in request and random.random() < self.lose:
                        self.lost += 1
                        return
                    else:
                        sleep(self.delay)
                        client.sendall(data)


@contextmanager
def relaying(port: int) -> Iterator[Relay]:
    """A relay before the server on this port, for as long as the ``with`` statement lasts."""
    relay = Relay(port)
    threading.Thread(target=relay.serve, daemon=True).start()
    try:
        yield relay
    finally:
        relay.close()
