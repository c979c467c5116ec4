"""Which store URLs are understood, and what they mean."""

import pytest
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.store.connect import UnsupportedStoreUrl, open_pool
from redis.connection import SSLConnection


@pytest.mark.parametrize(
    ("url", "meaning"),
    [
        ("redis://h", {"host": "h"}),
        ("redis://user:p%40ss@h:7000/2", {"host": "h", "port": 7000, "db": 2, "username": "user", "password": "p@ss"}),
        ("valkey://h:7000/2", {"host": "h", "port": 7000, "db": 2}),
        ("rediss://h", {"host": "h"}),
        ("valkeys://:secret@h", {"host": "h", "password": "secret"}),
        ("unix:///run/a%20b.sock?db=1", {"path": "/run/a b.sock", "db": 1}),
        ("redis://h?socket_timeout=5", {"socket_timeout": 5.0}),
    ],
)
def test_a_url_says_where_the_server_is(url: str, meaning: dict[str, object]) -> None:
    pool = open_pool(url)
    assert meaning.items() <= pool.connection_kwargs.items()
    assert issubclass(pool.connection_class, SSLConnection) == url.startswith(("rediss:", "valkeys:"))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "redis",
        "redis:h",
        "localhost:6379",
        "http://h",
        "memory:",
        "redis+sentinel://h1,h2:secret@h3/name/0",
        "redis+cluster://:secret@h1,h2",
        "redis://:secret@h:port",
        "redis://:secret@h?db=secret",
        "redis://:secret@h?secret=1",
    ],
)
def test_another_url_is_refused_without_telling_its_password(url: str) -> None:
    with pytest.raises(UnsupportedStoreUrl) as refusal:
        open_pool(url)
    assert isinstance(refusal.value, ValueError)
    assert isinstance(refusal.value, AceyDeuceyError)
    assert refusal.value.code == "unsupported-store-url"
    assert "secret" not in str(refusal.value)
