"""Requests that are wrong before any game is looked at: their form, not what they ask for."""

from collections.abc import Mapping, Sequence

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.wording import Message, chained


class MalformedJson(AceyDeuceyError):
    """A body that is no JSON text; the details say where that shows."""

    def __init__(self, line: int, column: int) -> None:
        details = {"line": line, "column": column}
        super().__init__("malformed-json", "The body is not JSON, as shows in line {line} at column {column}.", details)


class InvalidRequest(AceyDeuceyError):
    """JSON, a query or a header of the wrong shape; ``faults`` tells where and why, one entry each."""

    def __init__(self, faults: Sequence[Mapping[str, str | Message]]) -> None:
        reasons = chained("{one} {other}", (_told(fault) for fault in faults[:3]))
        super().__init__("invalid-request", "The request cannot be read. {reasons}", {"reasons": reasons})
        self.faults = faults

    @classmethod
    def at(cls, where: str, reason: Message) -> "InvalidRequest":
        """The refusal of a single part of a request."""
        return cls([{"where": where, "reason": reason}])


def _told(fault: Mapping[str, str | Message]) -> Message:
    reason = fault["reason"]
    if fault["where"] == "" and isinstance(reason, Message):
        return reason  # it is about the whole
    return Message("{where}: {reason}", fault)


class UnsupportedMediaType(AceyDeuceyError):
    """A body that does not say it is JSON."""

    def __init__(self, given: str) -> None:
        super().__init__(
            "unsupported-media-type",
            "Send the body as application/json, not as {given}.",
            {"given": given[:60] or Message("no type at all")},
        )


class NoSuchPage(AceyDeuceyError):
    """A named part of the documentation that does not exist; ``message`` is about ``{name}``."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__("not-found", message, {"name": name[:40]})
