"""Store URLs taken apart: which kind of servers, where, and the redis-py URL of one of them; opens nothing.

``redis://``, ``rediss://`` and ``unix://`` with the options of redis-py; ``valkey://`` and ``valkeys://`` mean the
same as the first two. ``redis+sentinel://h1,h2,h3/name/0`` and ``redis+cluster://h1,h2`` name several servers, and
with ``rediss+`` all of them are spoken to under TLS. A password for the Sentinels themselves is the option
``sentinel_password``, with ``sentinel_username``; the one before the hosts is for those who keep the games.
"""

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from acey_deucey.errors import AceyDeuceyError

SINGLE = {"redis": "redis", "rediss": "rediss", "unix": "unix", "valkey": "redis", "valkeys": "rediss"}
SEVERAL = ("redis+sentinel", "rediss+sentinel", "redis+cluster", "rediss+cluster")
PORTS = {"sentinel": 26_379, "cluster": 6_379}
_PORT = re.compile(r"\d{1,5}", re.ASCII)
OF_SENTINELS = {"sentinel_username": "username", "sentinel_password": "password"}


class UnsupportedStoreUrl(AceyDeuceyError, ValueError):
    """A store URL that leads to no store. The URL itself is not told: it may hold a password."""

    def __init__(self, reason: str) -> None:
        super().__init__("unsupported-store-url", "The store URL cannot be used: {reason}.", {"reason": reason})


class StoreAddress(NamedTuple):
    """What a store URL says. ``url`` is one of redis-py, for one server; its host stands for any of ``hosts``."""

    kind: str  # "single", "sentinel" or "cluster"
    url: str
    hosts: tuple[tuple[str, int], ...] = ()
    name: str = ""  # of the primary, for its Sentinels
    sentinel_options: tuple[tuple[str, str], ...] = ()


def read_address(url: str) -> StoreAddress:
    """What the URL says.

    :raises UnsupportedStoreUrl: it is none.
    """
    scheme, colon, rest = url.partition("://")
    if colon and scheme in SINGLE:
        return StoreAddress("single", f"{SINGLE[scheme]}://{rest}")
    if not colon or scheme not in SEVERAL:
        known = ", ".join(f"{name}://" for name in ("memory", *SINGLE, *SEVERAL))
        raise UnsupportedStoreUrl(f"it begins with none of {known}")
    single, _, kind = scheme.partition("+")
    return _read_several(kind, single, rest)


def _read_several(kind: str, scheme: str, rest: str) -> StoreAddress:
    before, _, query = rest.partition("?")
    place, _, path = before.partition("/")
    user, at, names = place.rpartition("@")
    hosts = tuple(_read_host(name, PORTS[kind]) for name in names.split(","))
    name, database = "", ""
    if kind == "sentinel":
        name, _, database = path.partition("/")
        if not name or (not database.isdecimal() and database):
            raise UnsupportedStoreUrl(
                "it does not name the primary and a database: redis+sentinel://host1,host2,host3/name/0"
            )
    elif path:
        raise UnsupportedStoreUrl("a cluster has no numbered databases")
    options = parse_qsl(query, keep_blank_values=True)
    of_servers = urlencode([(option, value) for option, value in options if option not in OF_SENTINELS])
    of_sentinels = tuple((OF_SENTINELS[option], value) for option, value in options if option in OF_SENTINELS)
    host, port = hosts[0]
    one = f"{scheme}://{user}{at}{f'[{host}]' if ':' in host else host}:{port}/{database}?{of_servers}"
    return StoreAddress(kind, one.removesuffix("?"), hosts, name, of_sentinels)


def _read_host(text: str, port: int) -> tuple[str, int]:
    host, colon, digits = text.rpartition(":") if not text.endswith("]") else (text, "", "")
    if not colon:
        host = text
    if not host or (colon and not _PORT.fullmatch(digits)):
        raise UnsupportedStoreUrl("one of its hosts cannot be read")
    return host.strip("[]"), int(digits) if colon else port
