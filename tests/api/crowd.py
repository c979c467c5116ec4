"""Listeners to event streams as browsers have them: each connects again by itself, with the last id that it saw.

They run in a thread of their own, any number of them; what they heard can be looked at at any time. A server whose
store is slow on a busy machine is asked again, as it says itself; any other refusal is the end.
"""

import asyncio
import json
import random
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import suppress
from time import monotonic, perf_counter, sleep
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

CONNECTING_AT_ONCE = 200
NOT_NOW = "/problems/store-unavailable"


class Heard(NamedTuple):
    """One message: its name, its id if it has one, its data, and when it came (seconds of perf_counter)."""

    name: str
    id: int | None
    data: Any
    at: float


class Listener:
    """Listens at any of several servers to one path, until the server says that there is no more to come."""

    def __init__(
        self, servers: Sequence[str], path: str, seed: int, *, token: str | None = None, after: int | None = None
    ) -> None:
        self.servers = list(servers)
        self.path = path
        self.heard: list[Heard] = []
        self.connections = 0
        self.retry_seconds: float | None = None
        self.heartbeats = 0
        self.statuses: list[int] = []
        self.refusal: Any = None
        self.is_over = False
        self.is_listening = False
        self.last_id = after
        self._token = token
        self._chance = random.Random(seed)

    @property
    def ids(self) -> list[int]:
        """The versions that it heard of, a game at the beginning included."""
        return [message.id for message in self.heard if message.id is not None]

    @property
    def names(self) -> list[str]:
        """The names of the messages."""
        return [message.name for message in self.heard]

    @property
    def entries(self) -> list[Any]:
        """The entries of the log that it heard."""
        return [message.data for message in self.heard if message.name == "entry"]

    async def listen(self, connecting: asyncio.Semaphore, pause: float | None) -> None:
        """Listen until it is over."""
        while not self.is_over:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await self._listen_once(connecting)
            self.is_listening = False
            if not self.is_over:
                await asyncio.sleep(
                    (self.retry_seconds or 1.0) if pause is None else pause * self._chance.uniform(0.5, 1)
                )

    async def _listen_once(self, connecting: asyncio.Semaphore) -> None:
        async with connecting:
            server = urlsplit(self._chance.choice(self.servers))
            reader, writer = await asyncio.open_connection(server.hostname, server.port)
            try:
                writer.write(self._request(server.netloc))
                status, headers = await _head(reader)
            except BaseException:
                writer.close()
                raise
        try:
            self.refusal = None if status == 200 else await _body(reader, headers)
            if self.refusal and self.refusal["type"] == NOT_NOW:
                return
            self.statuses.append(status)
            self.is_over = status != 200
            if self.is_over:
                return
            self.connections += 1
            self.is_listening = True
            async for block in _blocks(reader):
                self._take(block)
        finally:
            writer.close()

    def _request(self, host: str) -> bytes:
        lines = [f"GET {self.path} HTTP/1.1", f"Host: {host}", "Accept: text/event-stream"]
        if self.last_id is not None:
            lines.append(f"Last-Event-ID: {self.last_id}")
        if self._token:
            lines.append(f"Authorization: Bearer {self._token}")
        return "\r\n".join([*lines, "", ""]).encode()

    def _take(self, block: bytes) -> None:
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if not line.startswith(b":"))
        if b"retry" in fields:
            self.retry_seconds = int(fields[b"retry"]) / 1000
        if b"data" in fields:
            seen = int(fields[b"id"]) if b"id" in fields else None
            self.heard.append(Heard(fields[b"event"].decode(), seen, json.loads(fields[b"data"]), perf_counter()))
            self.last_id = self.last_id if seen is None else seen
        elif not fields:
            self.heartbeats += 1


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.partition(": ") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value for name, _, value in pairs}


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> Any:
    text = await reader.readexactly(int(headers.get("content-length", 0)))
    return {**json.loads(text), "headers": headers} if text else None


async def _blocks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The messages of a chunked body; it is an error if the body does not end as it should."""
    rest = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        rest += (await reader.readexactly(size + 2))[:-2]
        *blocks, rest = rest.split(b"\n\n")
        for block in blocks:
            yield block


class Crowd:
    """Any number of listeners, for as long as the ``with`` statement lasts.

    ``pause`` is for how long at most they wait before they connect again; None: for as long as the server says.
    """

    def __init__(self, pause: float | None = 0.2) -> None:
        self._pause = pause
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._connecting = asyncio.Semaphore(CONNECTING_AT_ONCE)
        self._tasks: list[asyncio.Future[None]] = []
        self.listeners: list[Listener] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def listen(self, *servers: str, path: str, token: str | None = None, after: int | None = None) -> Listener:
        """One more listener, at any of these servers."""
        listener = Listener(servers, path, len(self.listeners), token=token, after=after)
        self.listeners.append(listener)
        self._start(listener.listen(self._connecting, self._pause))
        return listener

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._loop.call_soon_threadsafe(lambda: self._tasks.append(self._loop.create_task(work)))

    async def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0.05)  # for connections to be closed


def wait_until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    """Return when something has become so; fail when it has not after ``seconds``."""
    end = monotonic() + seconds
    while not is_so():
        assert monotonic() < end, "it did not come about in time"
        sleep(0.01)
