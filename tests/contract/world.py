"""The service on a real Valkey, and what can befall it and its games; it knows no operation."""

from collections.abc import Sequence
from typing import Any

import orjson
from acey_deucey.api.app import NO_QUOTAS, create_app
from acey_deucey.api.limiter import Quotas
from acey_deucey.api.listeners import ListenerLimits
from acey_deucey.api.owners import Owners
from acey_deucey.api.streams import Streams
from acey_deucey.api.wiring import services_of
from acey_deucey.api_keys import ApiKeys, new_api_key
from acey_deucey.ports import Allowance, Draft, GameExists, GameStore, Stale
from acey_deucey.store import open_store
from acey_deucey.store.keys import game_keys
from acey_deucey.store.memory import SystemClock

from tests.api.checked_client import CheckedClient
from tests.api.conftest import SECRET
from tests.store.servers import Server, patient

ORIGIN = "https://board.example"
API_KEY = new_api_key("school")
OTHER_SECRET = "another secret that only the tests know"
ONE_AN_HOUR = Quotas(requests_per_address=(Allowance(1, 3600),))
NO_PLACES = ListenerLimits(0, 0, 0)


class Behind:
    """A store where others were always faster; nothing else of it is changed."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def save(self, game_id: str, *_: Any, **__: Any) -> Stale:
        loaded = self._store.load(game_id)
        return Stale(loaded.version, loaded.state)

    def create(self, drafts: Sequence[Draft], *_: Any, **__: Any) -> None:
        raise GameExists(drafts[0].game_id)


class World:
    """A server of games, and services on it that know nothing of one another; ``players`` use one for all games."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.store = open_store(patient(server.url))
        self.players = self.client()

    def client(
        self,
        store: Any = None,
        secret: str = SECRET,
        limits: ListenerLimits | None = None,
        broken: str | None = None,
        owners_only: bool = False,
        quotas: Quotas = NO_QUOTAS,
    ) -> Any:
        """A client of another process on the same games; ``broken`` is a view in which there is a mistake."""
        services = services_of(store or self.store, (secret,), SystemClock())
        streams = Streams(services, limits) if limits else None
        app = create_app(services, (ORIGIN,), streams, Owners(ApiKeys((API_KEY.line,)), owners_only), quotas)
        app.test_client_class = CheckedClient
        if broken:
            app.view_functions[broken] = _mistake
        return app.test_client()

    def without_store(self) -> Any:
        """A client of a process whose store is away."""
        return self.client(open_store("unix:///nowhere/at/all"))

    def expire(self, game_id: str) -> None:
        """Let the lifetime of a game be over, and its tombstone stand."""
        keys = game_keys(game_id)
        with self.server.client() as server:
            server.delete(keys.game, keys.log, keys.records)

    def damage_log(self, game_id: str) -> None:
        """Let the log not tell any more how the game began."""
        log = game_keys(game_id).log
        with self.server.client() as server:
            server.lset(log, 0, server.lindex(log, 0).partition(b"\n")[0])

    def age_format(self, game_id: str) -> None:
        """Let a newer release have stored the game."""
        loaded = self.store.load(game_id)
        state = orjson.dumps(orjson.loads(loaded.state) | {"f": 99})
        with self.server.client() as server:
            server.set(game_keys(game_id).game, b"%d %b" % (loaded.version, state), keepttl=True)


def _mistake(*_: Any, **__: Any) -> Any:
    raise RuntimeError("a mistake in a view")
