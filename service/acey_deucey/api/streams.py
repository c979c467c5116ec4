"""All event streams of this process: opens them, lets go of those that stall, ends them when the process stops."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from acey_deucey import looking
from acey_deucey.api.feed import Feed
from acey_deucey.api.listeners import ListenerLimits, Place, Places, TooManyListeners
from acey_deucey.api.stream import Start, Stream, StreamTimes
from acey_deucey.ports import Listening
from acey_deucey.services import Outcome, Pass, Services

USUAL_LIMITS = ListenerLimits()
USUAL_TIMES = StreamTimes()
OPENED_AT_ONCE = 10  # when thousands come again at once, commands go on between them
DOOR_SECONDS = 20.0  # the longest wait for one's turn


class Client(NamedTuple):
    """Who listens: the token and the address, where there is one, and under gunicorn the socket."""

    token: Pass = None
    address: str | None = None
    socket: Any = None


class Streams:
    """Opens streams of games, as many as the limits allow."""

    def __init__(
        self, services: Services, limits: ListenerLimits = USUAL_LIMITS, times: StreamTimes = USUAL_TIMES
    ) -> None:
        self._services = services
        self._places = Places(limits)
        self._times = times
        self._door = threading.BoundedSemaphore(OPENED_AT_ONCE)
        self._open: WeakSet[Stream] = WeakSet()
        self._feeds: WeakKeyDictionary[Listening, Feed] = WeakKeyDictionary()

    @property
    def listeners(self) -> int:
        """How many listen now, in streams or waiting for an answer."""
        return self._places.taken

    def open(self, game_id: str, client: Client, after: int | None = None) -> Stream | None:
        """The stream of what follows a version; without one it begins with the whole game.

        So it does behind a version that the game does not have (any more). None: it is over, and the client knows.

        :raises TooManyListeners: there is no place for another.
        """
        with ExitStack() as undo:
            place = undo.enter_context(self._places.take(game_id, client.address))
            with self._at_the_door():
                line = self._services.store.listen(game_id)
                undo.callback(line.close)
                # Only what is looked at after listening began is not missed.
                outcome = looking.get(self._services, game_id, client.token)
            if outcome.record.status == "finished" and after == outcome.record.version:
                return None
            undo.pop_all()
        return self._stream(line, outcome, after, client, place)

    def place(self, game_id: str, client: Client) -> Place:
        """A place for somebody who waits for an answer.

        :raises TooManyListeners: there is none.
        """
        return self._places.take(game_id, client.address)

    def drop_stalled(self) -> None:
        """Break off the streams whose clients take nothing any more."""
        for stream in list(self._open):
            if stream.is_stalled():
                stream.drop()

    def drain(self) -> None:
        """End all streams and all waiting, also those that begin from now on: clients go on elsewhere."""
        self._services.store.hang_up()

    @contextmanager
    def _at_the_door(self) -> Iterator[None]:
        if not self._door.acquire(timeout=DOOR_SECONDS):
            raise TooManyListeners("queue", OPENED_AT_ONCE)
        try:
            yield
        finally:
            self._door.release()

    def _stream(self, line: Listening, outcome: Outcome, after: int | None, client: Client, place: Place) -> Stream:
        feed = self._feeds.setdefault(line, Feed(self._services, outcome.record))
        newest = outcome.record.version
        begins_anew = after is None or after > newest
        start = Start(newest, newest, feed.game(outcome)) if begins_anew else Start(after or 0, newest)
        stream = Stream(feed, line, start, self._times, client.socket, place.release)
        self._open.add(stream)
        return stream
