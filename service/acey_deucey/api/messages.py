"""Games and log entries as server-sent events (HTML Standard, section 9.2): what stands in a stream, in bytes."""

from typing import NamedTuple

import orjson

from acey_deucey.api.present import entry_json, game_json
from acey_deucey.record import Entry
from acey_deucey.rules.events import Finished
from acey_deucey.services import Outcome

EVENT_STREAM = "text/event-stream"
HEARTBEAT = b":\n\n"  # a comment: it keeps proxies from ending a quiet stream, and finds out who is gone


class Message(NamedTuple):
    """A message of a stream: the version that it leads to, its text, and whether none can follow."""

    version: int
    text: bytes
    is_last: bool


def game_message(outcome: Outcome) -> Message:
    """The whole game as it is: what comes after it needs nothing that came before."""
    record = outcome.record
    text = _message(b"game", orjson.dumps(game_json(outcome)), record.version)
    return Message(record.version, text, record.status == "finished")


def entry_message(entry: Entry) -> Message:
    """One entry of the log, as the list of entries shows it."""
    text = _message(b"entry", orjson.dumps(entry_json(entry)), entry.version)
    return Message(entry.version, text, any(isinstance(event, Finished) for event in entry.events))


def drain_message(version: int) -> bytes:
    """The end of a stream whose game goes on: listen again behind this version. It is no version itself."""
    return _message(b"drain", orjson.dumps({"after": version}))


def retry_message(milliseconds: int) -> bytes:
    """For how long browsers are to wait before they connect again."""
    return b"retry: %d\n\n" % milliseconds


def _message(name: bytes, data: bytes, version: int | None = None) -> bytes:
    numbered = b"" if version is None else b"id: %d\n" % version
    return b"%bevent: %b\ndata: %b\n\n" % (numbered, name, data)
