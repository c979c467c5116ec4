"""How much one address, owner or seat may ask for, and telling it in the fields of the IETF draft; it knows no game.

Allowances are written and read as the library ``limits`` has them. Counting is the store's own, not that of its
storages: they bring connections of their own, which know neither our Sentinels and Clusters after a fail-over nor our
time-outs, name keys that the store's user may not touch, and ask three times where one script does.

What cannot be counted, because the store is in trouble, is not limited: a limit never makes a request fail that could
be answered.
"""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from flask import Response, request

from acey_deucey.api.lean_flask import noted
from acey_deucey.api.listeners import network_of
from acey_deucey.api.reading import bearer_of
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.keyring import is_game_token
from acey_deucey.ports import Allowance, Standing, StoreUnavailable
from acey_deucey.services import Services

REST_SECONDS = 5.0  # before the store is asked again after it has failed
API = "/v1/"

Allowances = tuple[Allowance, ...]


class Quotas(NamedTuple):
    """What is allowed; where there is no allowance there is no limit, and the store is not asked."""

    creates_per_address: Allowances = ()
    creates_per_owner: Allowances = ()
    requests_per_address: Allowances = ()
    requests_per_seat: Allowances = ()


class QuotaExceeded(AceyDeuceyError):
    """An allowance has not so much left. ``retry_after`` is in seconds, and missing where waiting would not help."""

    def __init__(self, name: str, allowance: Allowance, retry_after: int | None) -> None:
        details: dict[str, object] = {"most": allowance.most, "seconds": allowance.seconds, "policy": name}
        if retry_after is None:
            message = "So much cannot be asked for at once: the limit is {most} in {seconds} s."
            super().__init__("quota-exceeded", message, details)
        else:
            message = "The limit of {most} in {seconds} s is reached. Try again in {retry_after} s."
            super().__init__("quota-exceeded", message, {**details, "retry_after": retry_after})


class Limiter:
    """Takes from allowances what requests ask for.

    :param thoughtful: endpoints that are counted for a seat though they only look.
    """

    def __init__(self, services: Services, quotas: Quotas, thoughtful: frozenset[str]) -> None:
        self._services = services
        self._quotas = quotas
        self._thoughtful = thoughtful
        self._rests_until = float("-inf")

    @property
    def counts_requests(self) -> bool:
        """Whether any request but a creation is counted."""
        return bool(self._quotas.requests_per_address or self._quotas.requests_per_seat)

    def request(self) -> None:
        """Count this request.

        :raises QuotaExceeded: its address, or the seat that it acts for, has no more left.
        """
        if not request.path.startswith(API) or request.method == "OPTIONS":
            return
        if request.remote_addr:
            self._spend("requests-per-address", self._quotas.requests_per_address, network_of(request.remote_addr))
        token = bearer_of(request.environ.get("HTTP_AUTHORIZATION", ""))
        counts_for_seat = request.method == "POST" or request.endpoint in self._thoughtful
        if counts_for_seat and token and is_game_token(token):
            self._spend("requests-per-seat", self._quotas.requests_per_seat, token)

    def creation(self, owner: str | None, count: int, is_repetition: Callable[[], bool]) -> None:
        """Count new games: for their owner if they have one, else for the address.

        :param is_repetition: whether they have been created, and counted, before; it is asked when nothing is left.
        :raises QuotaExceeded: so many are not left.
        """
        try:
            if owner is not None:
                self._spend("creates-per-owner", self._quotas.creates_per_owner, owner, count)
            elif request.remote_addr:
                address = network_of(request.remote_addr)
                self._spend("creates-per-address", self._quotas.creates_per_address, address, count)
        except QuotaExceeded:
            if not is_repetition():
                raise

    def _spend(self, name: str, allowances: Allowances, who: str, cost: int = 1) -> None:
        if not allowances or monotonic() < self._rests_until:
            return
        keys = self._services.keys
        # Of an address or a token nothing is stored but this.
        subject = self._services.new_id(keys.derive(keys.newest_id, "allowance", name.encode(), who.encode()))
        try:
            spent = self._services.store.spend(subject, allowances, cost)
        except StoreUnavailable:
            self._rests_until = monotonic() + REST_SECONDS
            return
        pairs = list(zip(allowances, spent.standings, strict=True))
        noted().setdefault("limits", []).extend((name, *pair) for pair in pairs)
        if not spent.is_granted:
            raise _exceeded(name, pairs, cost)


def add_limits(answer: Response) -> None:
    """Tell in an answer what was counted for it: RateLimit and RateLimit-Policy of draft-ietf-httpapi-ratelimit."""
    counted: list[tuple[str, Allowance, Standing]] = noted().get("limits", [])
    if not counted:
        return
    policies = (f'"{_label(name, one)}";q={one.most};w={one.seconds}' for name, one, _ in counted)
    standings = (f'"{_label(name, one)}";r={standing.left};t={standing.seconds}' for name, one, standing in counted)
    answer.headers["RateLimit-Policy"] = ", ".join(policies)
    answer.headers["RateLimit"] = ", ".join(standings)


def _label(name: str, allowance: Allowance) -> str:
    return f"{name}/{allowance.seconds}"


def _exceeded(name: str, pairs: list[tuple[Allowance, Standing]], cost: int) -> QuotaExceeded:
    """The refusal: for the allowance that is the last to be whole again, or for one that never has so much."""
    for one, _ in pairs:
        if cost > one.most:
            return QuotaExceeded(_label(name, one), one, None)
    one, standing = max((pair for pair in pairs if pair[1].left < cost), key=lambda pair: pair[1].seconds)
    return QuotaExceeded(_label(name, one), one, max(1, standing.seconds))
