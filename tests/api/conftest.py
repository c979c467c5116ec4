"""The service in this process on the memory store, with a clock that tests can turn; every answer is checked."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from acey_deucey.api.app import create_app
from acey_deucey.api.request_log import configure_log
from acey_deucey.api.wiring import app_of, services_of
from acey_deucey.config import SETTINGS, load_settings
from acey_deucey.dicebox import Dicebox
from acey_deucey.keyring import Keyring
from acey_deucey.services import Services
from acey_deucey.store.memory import MemoryStore
from flask import Flask
from flask.testing import FlaskClient

from tests.api.checked_client import CheckedClient
from tests.api.table import Table

SECRET = "a secret that only the tests know"


class TurnedClock:
    """A clock that goes only when it is turned."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def now(self) -> float:
        """Seconds since the epoch."""
        return self.seconds


class NumberedDice(Dicebox):
    """Dice that follow from how many games there have been."""

    def __init__(self) -> None:
        super().__init__(Keyring([SECRET.encode()]))
        self._games = count(1)

    def new_salt(self) -> str:
        """The number of the game."""
        return f"{next(self._games):032x}"


def services_without_chance() -> Services:
    """With the same ids, tokens and dice for the same requests in every run: for tests that make up what is sent."""
    clock = TurnedClock()
    return services_of(MemoryStore(clock), (SECRET,), clock)._replace(dice=NumberedDice())


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.fixture
def services(clock: TurnedClock) -> Services:
    return services_of(MemoryStore(clock), (SECRET,), clock)


@pytest.fixture
def app(services: Services) -> Flask:
    configure_log("error")
    app = create_app(services, ("https://board.example",))
    app.test_client_class = CheckedClient
    return app


@pytest.fixture
def app_set(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Flask]:
    """Makes an app on the memory store that has these settings and no others: app_set(ACEY_TRUSTED_PROXIES="1")."""

    def made(**settings: str) -> Flask:
        for setting in SETTINGS:
            monkeypatch.delenv(setting.name, raising=False)
        needed = {"ACEY_STORE_URL": "memory://", "ACEY_SECRET_KEYS": SECRET, "ACEY_LOG_LEVEL": "error"}
        for name, value in (needed | settings).items():
            monkeypatch.setenv(name, value)
        return app_of(load_settings())

    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Any:
    """Makes a table: table(ruleset=…, dice=…)."""
    return lambda **body: Table(client, **body)
