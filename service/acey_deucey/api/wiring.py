"""From settings to the service: opens the store, makes dice and keys, puts the app together."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from acey_deucey.api.app import create_app
from acey_deucey.api.limiter import Quotas
from acey_deucey.api.listeners import ListenerLimits
from acey_deucey.api.measured_store import MeasuredStore
from acey_deucey.api.open_files import room_for
from acey_deucey.api.owners import Owners
from acey_deucey.api.request_log import configure_log
from acey_deucey.api.stream import StreamTimes
from acey_deucey.api.streams import Streams
from acey_deucey.api_keys import ApiKeys
from acey_deucey.config import Settings
from acey_deucey.dicebox import Dicebox
from acey_deucey.keyring import Keyring
from acey_deucey.ports import Clock, GameStore
from acey_deucey.recent import RecentGames
from acey_deucey.services import Lifetimes, Services
from acey_deucey.store import open_store
from acey_deucey.store.keys import game_id_from
from acey_deucey.store.memory import SystemClock

DEFAULT_LIFETIMES = Lifetimes()


def app_of(settings: Settings) -> Flask:
    """The app that these settings describe; their store is opened, not yet connected.

    :raises WeakSecret: there is no secret, or one is too short.
    :raises UnreadableApiKey: an API key is configured otherwise than by its digest.
    :raises UnsupportedStoreUrl: the store's URL leads nowhere.
    """
    configure_log(settings.log_level)
    lifetimes = Lifetimes(settings.ttl_waiting, settings.ttl_playing, settings.ttl_finished, settings.ttl_tombstone)
    store = MeasuredStore(open_store(settings.store_url, safe=settings.durability == "safe"))
    services = services_of(store, settings.secret_keys, SystemClock(), lifetimes)
    owners = Owners(ApiKeys(settings.api_keys), settings.creators == "owners")
    app = create_app(services, settings.cors_origins, streams_of(services, settings), owners, quotas_of(settings))
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.trusted_proxies, 0)  # type: ignore[method-assign]
    return app


def quotas_of(settings: Settings) -> Quotas:
    """What these settings allow to one address, owner and seat."""
    return Quotas(
        settings.creates_per_address,
        settings.creates_per_owner,
        settings.requests_per_address,
        settings.requests_per_seat,
    )


def streams_of(services: Services, settings: Settings) -> Streams:
    """The event streams of a process, as many as these settings and the system allow."""
    most = room_for(settings.listeners_per_process)
    limits = ListenerLimits(settings.listeners_per_game, settings.listeners_per_address, most)
    return Streams(services, limits, StreamTimes(settings.stream_heartbeat, settings.stream_life))


def services_of(
    store: GameStore, secret_keys: tuple[str, ...], clock: Clock, lifetimes: Lifetimes = DEFAULT_LIFETIMES
) -> Services:
    """What the use cases work with, on this store and these secrets, the newest first.

    :raises WeakSecret: there is no secret, or one is too short.
    """
    keyring = Keyring([secret.encode() for secret in secret_keys])
    return Services(store, Dicebox(keyring), keyring, clock, lifetimes, game_id_from, RecentGames())
