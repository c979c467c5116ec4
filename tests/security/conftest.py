"""The service in this process on the memory store, every answer checked against the document."""

from tests.api.conftest import app, client, clock, services, table

__all__ = ["app", "client", "clock", "services", "table"]
