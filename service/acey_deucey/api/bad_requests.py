"""Requests that are wrong before any game is looked at: their form, not what they ask for."""

from collections.abc import Mapping, Sequence

from acey_deucey.errors import AceyDeuceyError


class MalformedJson(AceyDeuceyError):
    """A body that is no JSON text; the details say what the parser met and where."""

    def __init__(self, reason: str) -> None:
        super().__init__("malformed-json", "The body is not JSON: {reason}.", {"reason": reason})


class InvalidRequest(AceyDeuceyError):
    """JSON, a query or a header of the wrong shape; ``faults`` tells where and why, one entry each."""

    def __init__(self, faults: Sequence[Mapping[str, str]]) -> None:
        reasons = " ".join(f"{fault['where']}: {fault['reason']}" for fault in faults[:3])
        super().__init__("invalid-request", "The request cannot be read. {reasons}", {"reasons": reasons})
        self.faults = faults

    @classmethod
    def at(cls, where: str, reason: str) -> "InvalidRequest":
        """The refusal of a single part of a request."""
        return cls([{"where": where, "reason": reason}])


class UnsupportedMediaType(AceyDeuceyError):
    """A body that does not say it is JSON."""

    def __init__(self, given: str) -> None:
        super().__init__(
            "unsupported-media-type",
            "Send the body as application/json, not as {given}.",
            {"given": given[:60] or "no type at all"},
        )


class NoSuchPage(AceyDeuceyError):
    """A named part of the documentation that does not exist."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__("not-found", "There is no {kind} {name!r}.", {"kind": kind, "name": name[:40]})
