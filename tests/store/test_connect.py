"""Which store URLs are understood, and what they mean."""

import pytest
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.store import open_servers
from acey_deucey.store.address import StoreAddress, UnsupportedStoreUrl, read_address
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
    [pool] = open_servers(url).all()
    assert meaning.items() <= pool.connection_kwargs.items()
    assert issubclass(pool.connection_class, SSLConnection) == url.startswith(("rediss:", "valkeys:"))


@pytest.mark.parametrize(
    ("url", "meaning"),
    [
        (
            "redis+sentinel://h1,h2:7000,[::1]:7001/games/2",
            StoreAddress("sentinel", "redis://h1:26379/2", (("h1", 26379), ("h2", 7000), ("::1", 7001)), "games"),
        ),
        (
            "rediss+sentinel://u:p@h1/games?sentinel_password=s&ssl_ca_certs=/ca.pem",
            StoreAddress(
                "sentinel",
                "rediss://u:p@h1:26379/?ssl_ca_certs=%2Fca.pem",
                (("h1", 26379),),
                "games",
                (("password", "s"),),
            ),
        ),
        ("redis+cluster://h1,h2:7000", StoreAddress("cluster", "redis://h1:6379/", (("h1", 6379), ("h2", 7000)))),
        ("rediss+cluster://:p@[::1]/", StoreAddress("cluster", "rediss://:p@[::1]:6379/", (("::1", 6379),))),
    ],
)
def test_a_url_may_name_several_servers(url: str, meaning: StoreAddress) -> None:
    assert read_address(url) == meaning
    servers = open_servers(url)
    assert issubclass(servers.pool_at("h1", 1).connection_class, SSLConnection) == url.startswith("rediss")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "redis",
        "redis:h",
        "localhost:6379",
        "http://h",
        "memory:",
        "redis://:secret@h:port",
        "redis://:secret@h?db=secret",
        "redis://:secret@h?secret=1",
        f"redis+cluster://:secret@h:{'9' * 5000}",
        "redis+cluster://:secret@h:٧٠٠٠",
        "redis+sentinel://:secret@h1,h2",
        "redis+sentinel://:secret@h1,h2/",
        "redis+sentinel://:secret@h1,/name",
        "redis+sentinel://:secret@h1:port/name",
        "redis+sentinel://:secret@h1/name/secret",
        "redis+cluster://:secret@h1,h2/1",
        "redis+cluster://:secret@h1?secret=1",
        "unix+sentinel://:secret@h1/name",
        "redis+nothing://:secret@h1",
    ],
)
def test_another_url_is_refused_without_telling_its_password(url: str) -> None:
    with pytest.raises(UnsupportedStoreUrl) as refusal:
        open_servers(url)
    assert isinstance(refusal.value, ValueError)
    assert isinstance(refusal.value, AceyDeuceyError)
    assert refusal.value.code == "unsupported-store-url"
    assert "secret" not in str(refusal.value)
