"""gunicorn's answer to a request, of which head and body leave in one piece; it imports nothing of the service.

Two pieces are two calls of the system, and wake the client twice.
"""

import re
from functools import lru_cache
from time import time

from gunicorn.http.wsgi import Response  # type: ignore[import-untyped]
from gunicorn.util import hop_headers, http_date  # type: ignore[import-untyped]

_HTTP_1_1 = (1, 1)
_LENGTH = "Content-Length"
_NO_TEXT = re.compile(r"[^\t\r\n\x20-\x7e\x80-\xff]")
_known = {_LENGTH}  # names that gunicorn has found good, and none of its own; all of them are in our code


class WholeResponse(Response):  # type: ignore[misc]
    """gunicorn's response; what is no whole body, such as a part of a stream, is sent in gunicorn's own way."""

    headers_sent: bool

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Keep the headers, after a look at all of them at once; gunicorn's at each takes ten times as long."""
        lines = _lines(headers)
        lengths = [value for name, value in headers if name == _LENGTH]
        is_known = lengths and _known.issuperset([name for name, _ in headers])
        are_lines = lines.count("\r") == lines.count("\n") == len(headers)
        if is_known and are_lines and not _NO_TEXT.search(lines):
            self.headers, self.response_length, self._lines = headers, int(lengths[-1]), lines
            return
        super().process_headers(headers)
        self._lines = _lines(self.headers)
        _known.update(name for name, _ in self.headers if name.lower() not in (*hop_headers, _LENGTH.lower()))

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
        return f"{first}Connection: {connection}\r\n{self._lines}\r\n".encode("latin-1")


def _lines(headers: list[tuple[str, str]]) -> str:
    return "".join([f"{name}: {value}\r\n" for name, value in headers])


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return str(http_date(second))
