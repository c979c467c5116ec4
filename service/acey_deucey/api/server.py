"""The service under gunicorn, with the Valkey of its own when it is given no other store; it knows no route."""

import errno
import secrets
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from acey_deucey.api.gunicorn_options import begin_worker, gunicorn_options
from acey_deucey.api_keys import ApiKeys
from acey_deucey.config import InvalidSettings, Settings, local_secret
from acey_deucey.keyring import Keyring
from acey_deucey.store import open_store
from acey_deucey.store.embedded import EmbeddedValkey

MEMORY = "memory://"
WELCOME = """acey-deucey answers at {url}
  board        {url}/play
  reference    {url}/docs
  first game   curl -X POST {url}/v1/games
"""
PORT_TAKEN = (
    "Port {port} on {host} is taken. Stop the program that listens there, or choose another port: "
    "acey-deucey serve --port {other}, or make run PORT={other}."
)


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, told what to do here and not by files or flags."""

    def __init__(self, settings: Settings, options: dict[str, Any]) -> None:
        self._settings = settings
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        # In the worker, after gevent has made its sockets co-operate.
        from acey_deucey.api.wiring import app_of

        return app_of(self._settings)


def serve(settings: Settings) -> None:
    """Serve until told to stop by a signal; then leave the store in order.

    :raises InvalidSettings: the settings do not go together, or the port is taken.
    :raises WeakSecret, UnsupportedStoreUrl: a secret or the store's URL is no good.
    :raises StoreUnavailable: the Valkey of its own does not start.
    """
    listener = _listen(settings.host, settings.port)
    valkey = None if settings.store_url else EmbeddedValkey(settings.data)
    try:
        settings = _completed(settings, valkey)
        _check(settings)
        _Server(settings, _options(settings, listener)).run()
    finally:
        if valkey:
            valkey.stop()


def _completed(settings: Settings, valkey: EmbeddedValkey | None) -> Settings:
    """The settings with the store's URL and a secret, where they were left open."""
    if valkey:
        settings = replace(settings, store_url=valkey.start())
        return settings if settings.secret_keys else replace(settings, secret_keys=(local_secret(settings.data),))
    if settings.store_url == MEMORY:
        keys = settings.secret_keys or (secrets.token_urlsafe(32),)
        return replace(settings, workers=1, secret_keys=keys)
    if not settings.secret_keys:
        raise InvalidSettings("With ACEY_STORE_URL the service needs ACEY_SECRET_KEYS, the same on every server.")
    return settings


def _check(settings: Settings) -> None:
    """Find out before there are workers what would stop each of them."""
    Keyring([key.encode() for key in settings.secret_keys])
    if not ApiKeys(settings.api_keys) and settings.creators == "owners":
        raise InvalidSettings("With ACEY_CREATORS=owners nobody could create a game: set ACEY_API_KEYS.")
    open_store(settings.store_url).close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise InvalidSettings(PORT_TAKEN.format(host=host, port=port, other=port + 1)) from None
        raise InvalidSettings(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None
    return listener


def _options(settings: Settings, listener: socket.socket) -> dict[str, Any]:
    """How gunicorn runs here: as everywhere, on a socket that is open already, and with a greeting."""
    return {
        **gunicorn_options(settings),
        "post_worker_init": _welcome(_url(listener)),
        "bind": f"fd://{listener.detach()}",
    }


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _welcome(url: str) -> Callable[[Any], None]:
    """Begins each worker, and greets when the first is ready to answer."""

    def greet(worker: Any) -> None:
        begin_worker(worker)
        if worker.age == 1:
            print(WELCOME.format(url=url), file=sys.stderr, flush=True)

    return greet
