"""The service in this process on the memory store, with a clock that tests can turn; every answer is checked."""

from typing import Any

import pytest
from acey_deucey.api.app import create_app
from acey_deucey.api.request_log import configure_log
from acey_deucey.api.wiring import services_of
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
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Any:
    """Makes a table: table(ruleset=…, dice=…)."""
    return lambda **body: Table(client, **body)
