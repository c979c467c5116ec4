"""gunicorn's gevent worker, but idle connections do not hold up its end, and its errors are problems too.

It imports nothing of the service before gevent has made sockets co-operate.
"""

import socket
import sys
from contextlib import suppress
from itertools import takewhile
from math import inf
from time import monotonic
from typing import Any

import gevent  # type: ignore[import-untyped]
from gunicorn.http import wsgi  # type: ignore[import-untyped]
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]

from acey_deucey.api.gunicorn_answers import WholeResponse

EVENT_STREAM = "text/event-stream"
LOOK_SECONDS = 0.1
FAREWELL_SECONDS = 1.0


class DrainingWorker(GeventWorker):  # type: ignore[misc]
    """Answers what has come in before it ends, and hangs up on those who only might still ask.

    A load balancer keeps connections open for later. Left alone, each would keep the worker until its
    graceful time-out.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._waits: dict[gevent.Greenlet, _Wait] = {}
        self._idle: dict[socket.socket, float] = {}  # and since when, who has been so for longest first

    def init_process(self) -> None:
        """Become a worker, in which what gunicorn makes anew for each request, and is always the same, is made once."""
        # Each setting is looked up by a function, thirty times a request.
        self.cfg.__dict__.update({name: setting.get() for name, setting in self.cfg.settings.items()})
        always = wsgi.base_environ(self.cfg) | {"wsgi.errors": sys.stderr}
        wsgi.base_environ = lambda _: always.copy()
        super().init_process()

    def run(self) -> None:
        """Serve until told to end, then drain."""
        gevent.spawn(self._look_after_idle)
        super().run()

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        """Serve one connection."""
        me = gevent.getcurrent()
        self._waits[me] = _Wait(self._idle, client)
        try:
            super().handle(listener, client, addr)
        finally:
            del self._waits[me]

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Answer a request; a stream is the last answer of its connection, and says so, so that nobody uses it again.

        The next connection of its client may reach another worker.
        """
        if any(name == "ACCEPT" and EVENT_STREAM in value.lower() for name, value in req.headers):
            req.force_close()
        with suppress(gevent.GreenletExit, SystemExit):  # the worker ends before the answer does
            self._answer(listener_name, req, sock, addr)
        return True

    def timeout_ctx(self) -> "_Wait":
        """Surrounds the wait for the head of a request."""
        return self._waits[gevent.getcurrent()]

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that cannot be read or carried out, in place of gunicorn's page."""
        from acey_deucey.api.unread import answer_to_unread

        _say_farewell(client, answer_to_unread(exc))

    def _answer(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """gunicorn's own way, less its hooks and its log, of which the service has one."""
        response, environ = wsgi.create(req, sock, addr, listener_name, self.cfg, WholeResponse)
        environ["wsgi.multithread"] = True
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False
        if not self.alive:
            response.force_close()
        try:
            _write(self.wsgi(environ, response.start_response), response)
        except Exception as error:
            if isinstance(error, OSError) or not response.headers_sent:
                raise
            self.log.exception("Error handling request")
            raise StopIteration from None  # what is missing cannot be made good: the connection ends
        if response.should_close():
            raise StopIteration

    def _look_after_idle(self) -> None:
        """Hang up on who asks nothing for too long, and in the end on all who do; a timer for each costs more."""
        while True:
            gevent.sleep(LOOK_SECONDS)
            self._hang_up_on_idle(monotonic() - self.cfg.keepalive if self.alive else inf)

    def _hang_up_on_idle(self, latest: float) -> None:
        """Hang up on who has been idle since then, or for longer."""
        for connection in list(takewhile(lambda one: self._idle[one] <= latest, self._idle)):
            _hang_up(connection)


class _Wait:
    """Keeps a connection among the idle ones for as long as a ``with`` statement lasts."""

    def __init__(self, idle: dict[socket.socket, float], connection: socket.socket) -> None:
        self._idle = idle
        self._connection = connection

    def __enter__(self) -> None:
        self._idle[self._connection] = monotonic()

    def __exit__(self, *raised: object) -> None:
        del self._idle[self._connection]


def _write(body: Any, response: WholeResponse) -> None:
    try:
        for piece in body:
            response.write(piece)
        response.close()
    finally:
        if hasattr(body, "close"):
            body.close()


def _hang_up(connection: Any) -> None:
    """Let reading end after what has already come in, so that no request that arrived is lost.

    At the socket of the system itself: gevent's would let the reader fail at once.
    """
    with suppress(OSError):  # the other end was faster
        connection._sock.shutdown(socket.SHUT_RD)


def _say_farewell(connection: Any, answer: bytes) -> None:
    """Send the last answer, and take what still comes: an end in the midst of it would tear up the answer."""
    with suppress(OSError), gevent.Timeout(FAREWELL_SECONDS, False):
        connection.sendall(answer)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
