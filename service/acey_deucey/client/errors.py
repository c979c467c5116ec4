"""What can go wrong for a caller, as one tree of exceptions split by whose fault it is; it sends nothing.

Failure
├── NoAnswer              nobody answered in time, however often it was tried: network or service
├── UnexpectedAnswer      something answered that is not the service
└── Problem               the service said no, and why
    ├── WrongRequest      the program asked for what cannot be
    │   └── BrokenRecord  the record cannot be read, or breaks a rule
    ├── NotAllowed        no token, or one that is not for this
    ├── NotFound          there is no such thing
    │   └── Expired       there was, and it is over
    ├── Refused           the game does not allow it: tell the player
    │   ├── IllegalMove   no legal play goes that way
    │   ├── UnreadablePlay  the text is no play
    │   ├── WrongState    not now
    │   └── WrongSeat     not this player
    ├── Outpaced          somebody else was faster: look again, then decide again
    │   ├── StaleVersion  the game has moved on
    │   ├── LostRace      the game kept moving on
    │   └── SeatIsTaken   somebody sits there
    ├── RateLimited       too much at once: come back later
    └── ServiceTrouble    the service's own fault
        ├── Unavailable   for now: come back later
        └── ServiceMistake  until somebody repairs it
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from acey_deucey.client.reading import read
from acey_deucey.client.values import Fault, RuleReference


class Failure(Exception):
    """Anything that a call of this package raises when it is not answered as hoped."""


class NoAnswer(Failure):
    """No answer came, after all tries. A command may have been carried out: repeat it with the same key."""


class UnexpectedAnswer(Failure):
    """An answer outside the contract, so something else answered: a proxy, another program, another release."""


class Case(NamedTuple):
    """What the service told of a problem: its body, and two headers."""

    body: Mapping[str, Any]
    retry_after: float | None = None
    request_id: str | None = None


class Problem(Failure):
    """The service refused, with a problem of RFC 9457; ``str(problem)`` is its sentence for people.

    Attributes that a kind of problem does not have are None or empty. ``retry_after`` is in seconds; ``case.body``
    holds whatever else the service told.
    """

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        body = case.body
        self.case = case
        self.slug: str = str(body["type"]).rpartition("/")[2]
        self.status: int = body["status"]
        self.title: str = body["title"]
        self.detail: str = body.get("detail") or self.title
        self.rule = read(RuleReference, body["rule"]) if body.get("rule") else None
        self.legal_example: str | None = body.get("legal_example")
        self.step_index: int | None = body.get("step_index")
        self.number: int | None = body.get("number")
        self.version: int | None = body.get("version")
        self.current_version: int | None = body.get("current_version")
        self.errors = tuple(read(Fault, fault) for fault in body.get("errors", ()))
        self.command: int | None = body.get("command")
        self.line: int | None = body.get("line")
        self.where: str | None = body.get("where")
        self.index: int | None = body.get("index")
        self.faults: Mapping[str, str] = body.get("faults", {})
        self.reasons: tuple[str, ...] = tuple(body.get("reasons", ()))
        self.retry_after = case.retry_after
        self.request_id = case.request_id

    def __str__(self) -> str:
        return self.detail


class WrongRequest(Problem):
    """The program asked for what cannot be: shape, options, position, dice. ``errors`` may say where."""


class BrokenRecord(WrongRequest):
    """The record cannot be read (``line`` or ``where`` say where), or its ``command``, from 0, breaks the ``rule``."""


class NotAllowed(Problem):
    """The token is missing, or is not one for this."""


class NotFound(Problem):
    """There is no such game, version, rule or rule set."""


class Expired(NotFound):
    """The game was there, and its lifetime is over."""


class Refused(Problem):
    """The game does not allow it. ``rule`` says which rule that is; ``legal_example`` shows what would be legal."""


class IllegalMove(Refused):
    """No legal play goes that way: ``step_index`` and ``number`` tell which step and which number it is about."""


class UnreadablePlay(Refused):
    """The text is no play, or can be read in several ways."""


class WrongState(Refused):
    """The game waits for something else."""


class WrongSeat(Refused):
    """It is the other player's to do."""


class Outpaced(Problem):
    """Somebody else was faster. Look at the game again, then decide again."""


class StaleVersion(Outpaced):
    """The game is not at the version that the command was meant for; ``current_version`` tells where it is."""


class LostRace(Outpaced):
    """The game kept moving on while the command was worked out."""


class SeatIsTaken(Outpaced):
    """Somebody sits there already."""


class RateLimited(Problem):
    """Too many requests; ``retry_after`` says when to come back."""


class ServiceTrouble(Problem):
    """The service cannot do what it should."""


class Unavailable(ServiceTrouble):
    """Not now; ``retry_after`` says when to try again. Every call has been tried several times already."""


class ServiceMistake(ServiceTrouble):
    """A mistake of the service; ``request_id`` is what its operators look for in their logs."""


_OF_SLUG: Mapping[str, type[Problem]] = {
    "seat-taken": SeatIsTaken,
    "lost-race": LostRace,
    "game-exists": LostRace,
    "unreadable-record": BrokenRecord,
    "unknown-record-version": BrokenRecord,
    "broken-record": BrokenRecord,
    "unreadable-play": UnreadablePlay,
    "not-your-turn": WrongSeat,
}
_OF_STATUS: Mapping[int, type[Problem]] = {
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: WrongState,
    410: Expired,
    412: StaleVersion,
    429: RateLimited,
    500: ServiceMistake,
}
_OF_BROKEN_RULE: Mapping[int, type[Problem]] = {403: WrongSeat, 409: WrongState, 422: IllegalMove}


def kind_of(body: Mapping[str, Any]) -> type[Problem]:
    """The class of a problem with this body; a problem that this release does not know gets that of its status."""
    slug, status = str(body["type"]).rpartition("/")[2], body["status"]
    if slug in _OF_SLUG:
        return _OF_SLUG[slug]
    if body.get("rule") and status in _OF_BROKEN_RULE:
        return _OF_BROKEN_RULE[status]
    return _OF_STATUS.get(status, Unavailable if status > 500 else WrongRequest)


def problem_of(case: Case) -> Problem:
    """The problem as an exception of its class."""
    return kind_of(case.body)(case)
