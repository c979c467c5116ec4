"""gunicorn's answer to a request, of which head and body leave in one piece; it imports nothing of the service.

Two pieces are two calls of the system, and wake the client twice.
"""

from functools import lru_cache
from time import time

from gunicorn.http.wsgi import Response  # type: ignore[import-untyped]
from gunicorn.util import http_date  # type: ignore[import-untyped]

_HTTP_1_1 = (1, 1)


class WholeResponse(Response):  # type: ignore[misc]
    """gunicorn's response; what is no whole body, such as a part of a stream, is sent in gunicorn's own way."""

    headers_sent: bool

    def write(self, data: bytes) -> None:
        """Send a piece of the body, behind the head unless that has been sent."""
        if self.headers_sent or self._omits_body or len(data) != self.response_length or self.req.version != _HTTP_1_1:
            super().write(data)
            return
        self.headers_sent = True
        self.sent = len(data)
        whole = self._head() + data
        sent = self.sock.send(whole)
        if sent < len(whole):
            self.sock.sendall(whole[sent:])

    def _head(self) -> bytes:
        connection = "close" if self.should_close() else "keep-alive"
        first = f"HTTP/1.1 {self.status}\r\nServer: {self.version}\r\nDate: {_date(int(time()))}\r\n"
        rest = "".join([f"{name}: {value}\r\n" for name, value in self.headers])
        return f"{first}Connection: {connection}\r\n{rest}\r\n".encode("latin-1")


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return str(http_date(second))
