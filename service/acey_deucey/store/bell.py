"""A subscription that tells that a game changed, but not what; at most once, so a listener must look as well."""

from contextlib import suppress
from time import sleep
from types import TracebackType
from typing import Self

from redis.exceptions import ConnectionError, TimeoutError

from acey_deucey.store.connect import LeanPool

PAUSE_SECONDS = 0.1  # before a broken subscription is made again


class Bell:
    """Rings for each message of a channel, for as long as the ``with`` statement lasts."""

    def __init__(self, pool: LeanPool, channel: str) -> None:
        self._pool = pool
        self._channel = channel
        self._connection = pool.get_connection()

    def __enter__(self) -> Self:
        try:
            self._connection.send_command("SUBSCRIBE", self._channel)
        except BaseException:
            self._hang_up()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hang_up()

    def listen(self, seconds: float) -> None:
        """Return at the next ring, at the latest after ``seconds``.

        A subscription rings once when it begins, also when it was broken and has begun anew: only what is
        looked at after that ring cannot have been missed.

        :raises redis.RedisError: it was broken and cannot be made anew.
        """
        try:
            with suppress(TimeoutError):
                self._connection.read_response(timeout=seconds, disconnect_on_error=False, push_request=True)
        except ConnectionError:
            self._connection.disconnect()
            sleep(min(seconds, PAUSE_SECONDS))
            self._connection.send_command("SUBSCRIBE", self._channel)

    def _hang_up(self) -> None:
        self._connection.disconnect()
        self._pool.release(self._connection)
