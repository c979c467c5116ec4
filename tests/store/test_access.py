"""The store behind passwords, access rules and certificates, as deploy/ sets them up; nothing is trusted unproved."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from tempfile import TemporaryDirectory
from urllib.parse import quote

import pytest
import redis
from acey_deucey.ports import (
    SHELVES,
    Allowance,
    GameStore,
    IdempotencyKey,
    Lifetime,
    Listed,
    Replay,
    Saved,
    Stale,
    StoreUnavailable,
)
from acey_deucey.store import open_store
from acey_deucey.store.keys import game_id_from

from deploy.cluster.processes import free_port
from deploy.cluster.stores import ClusterGroup, SentinelGroup
from tests.store.games import begin, create, new_game_id
from tests.store.servers import KINDS, program, wait_until

USERS = Path(__file__).resolve().parents[2] / "deploy" / "valkey" / "users.acl.example"
DAY = Lifetime(86_400, 3_600)
KEY = IdempotencyKey("a key", b"what was asked for")


@contextmanager
def serving(kind: str, *words: str) -> Iterator[None]:
    with subprocess.Popen([program(kind), "--save", "", "--loglevel", "warning", *words]) as process:
        try:
            yield
        finally:
            process.kill()


def all_of_the_contract(store: GameStore) -> None:
    """Each thing that the service asks of a store, once."""
    game = new_game_id()
    assert create(store, game, b"1", b"1", DAY, KEY) == Saved(1)
    assert isinstance(create(store, game, b"1", b"1", DAY, KEY), Replay)
    assert store.save(game, 1, b"2", b"2", DAY, KEY._replace(key="b")) == Saved(2)
    assert isinstance(store.save(game, 1, b"2", b"2", DAY, KEY._replace(key="b")), Replay)
    assert isinstance(store.save(game, 1, b"3", b"3", DAY), Stale)
    assert store.load(game, "b").replay is not None
    assert [entry.version for entry in store.log(game)] == [1, 2]
    owned = game_id_from(token_bytes(32), "school")
    assert create(store, owned, b"1", b"1", DAY, listed=Listed("school", "waiting", 1)) == Saved(1)
    assert store.save(owned, 1, b"2", b"2", DAY, listed=Listed("school", "playing", 1)) == Saved(2)
    assert owned in [one.game_id for one in store.owned("school", SHELVES, None, 100)]
    assert store.spend(game, [Allowance(1, 60)]).is_granted
    store.wait(game, 1, 1.0)
    store.wait(game, 2, 0.05)
    assert store.check() == []


@pytest.fixture(scope="module", params=KINDS)
def guarded(request: pytest.FixtureRequest) -> Iterator[tuple[Path, str]]:
    """A server with deploy's users: its socket, and the password of all of them."""
    with TemporaryDirectory(prefix="acey-") as name:
        folder, password = Path(name), "a: pass/word"
        (folder / "users.acl").write_text(users_with(password))
        with serving(
            request.param, "--port", "0", "--unixsocket", str(folder / "s"), "--aclfile", str(folder / "users.acl")
        ):
            wait_until(lambda: is_listened_at(folder / "s"))
            yield folder / "s", password


def is_listened_at(path: Path) -> bool:
    """Whether somebody takes connections there; the socket's file alone comes a moment before."""
    with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
        probe.connect(str(path))
        return True
    return False


def url_of(socket: Path, user: str, password: str) -> str:
    return f"unix://{user}:{quote(password, safe='')}@{socket}"


def test_the_user_of_deploy_may_do_all_that_the_service_does(guarded: tuple[Path, str]) -> None:
    store = open_store(url_of(guarded[0], "acey", guarded[1]))
    all_of_the_contract(store)
    store.close()


@pytest.mark.parametrize(
    "command",
    [
        ("GET", "another:key"),
        ("EVAL", "return redis.call('GET', 'another:key')", "0"),
        ("PUBLISH", "another", "x"),
        ("SPUBLISH", "another", "x"),
        ("SSUBSCRIBE", "another"),
        ("KEYS", "*"),
        ("SCAN", "0"),
        ("FLUSHALL",),
        ("CONFIG", "GET", "dir"),
        ("CONFIG", "SET", "maxmemory-policy", "allkeys-lru"),
        ("SHUTDOWN",),
        ("ACL", "LIST"),
        ("REPLICAOF", "127.0.0.1", "1"),
        ("SCRIPT", "FLUSH"),
    ],
)
def test_the_user_of_deploy_may_do_nothing_else(guarded: tuple[Path, str], command: tuple[str, ...]) -> None:
    is_refused(guarded, "acey", command)


def is_refused(guarded: tuple[Path, str], user: str, command: tuple[str, ...]) -> None:
    """Make sure that the access rules forbid the user this command."""
    socket, password = guarded
    with (
        redis.Redis(unix_socket_path=str(socket), username=user, password=password, protocol=2) as client,
        pytest.raises(redis.RedisError, match=r"(?i)perm|can't (access|run)"),
    ):
        client.execute_command(*command)


def test_the_user_for_audits_finds_and_reads_every_game(guarded: tuple[Path, str]) -> None:
    socket, password = guarded
    with closing(open_store(url_of(socket, "acey", password))) as store:
        game = begin(store)
    with closing(open_store(url_of(socket, "acey-audit", password))) as store:
        assert game in store.game_ids()
        assert store.load(game).state == b"state 1"
        assert [entry.entry for entry in store.log(game)] == [b"entry 1"]
        with pytest.raises(StoreUnavailable):
            store.save(game, 1, b"2", b"2", DAY)
        with pytest.raises(StoreUnavailable):
            begin(store)
    with closing(open_store(url_of(socket, "acey", password))) as store:
        assert store.load(game).version == 1


@pytest.mark.parametrize(
    "command",
    [
        ("SET", "acey:{00}:game:x", "1"),
        ("EVAL", "return redis.call('SET', KEYS[1], '1')", "1", "acey:{00}:game:x"),
        ("EVAL", "return redis.call('DEL', KEYS[1])", "1", "acey:{00}:game:x"),
        ("GET", "another:key"),
        ("PUBLISH", "acey:{00}:game:x", "1"),
        ("SUBSCRIBE", "acey:{00}:game:x"),
        ("SPUBLISH", "acey:{00}:game:x", "1"),
        ("SSUBSCRIBE", "acey:{00}:game:x"),
        ("FLUSHALL",),
        ("CONFIG", "GET", "dir"),
    ],
)
def test_the_user_for_audits_changes_nothing(guarded: tuple[Path, str], command: tuple[str, ...]) -> None:
    is_refused(guarded, "acey-audit", command)


@pytest.mark.parametrize(("user", "right"), [("acey", False), ("probe", True), ("default", True), ("nobody", True)])
def test_who_has_no_right_is_told_so_without_the_password(guarded: tuple[Path, str], user: str, right: bool) -> None:
    store = open_store(url_of(guarded[0], user, guarded[1] if right else "wrong: pass/word"))
    with pytest.raises(StoreUnavailable) as refusal:
        store.load(new_game_id())
    assert "pass" not in str(refusal.value).replace("it refuses the password", "")
    [reason] = store.check()
    assert reason in {
        "The store cannot be used: it refuses the password.",
        "The store cannot be used: its access rules forbid the command.",
    }
    store.close()


def users_with(password: str) -> str:
    """The users of deploy/, all with this password."""
    digest = f"#{sha256(password.encode()).hexdigest()}"
    lines = (line.split() for line in USERS.read_text().splitlines())
    return "".join(" ".join(digest if word.startswith("#") else word for word in line) + "\n" for line in lines)


def test_the_users_of_deploy_are_enough_for_a_fail_over(tmp_path: Path) -> None:
    users, password = tmp_path / "users.acl", "a-password-for-all-of-them"
    # The test itself looks at the servers as the default user.
    users.write_text(users_with(password).replace("user default off", "user default on nopass ~* &* +@all"))
    follow = {"aclfile": str(users), "masteruser": "replica", "masterauth": password}
    watch = {"sentinel auth-user acey": "sentinel", "sentinel auth-pass acey": password}
    group = SentinelGroup(tmp_path, follow, watch)
    store = open_store(group.url.replace("://", f"://acey:{password}@"), safe=True)
    try:
        group.start()
        all_of_the_contract(store)
        old = group.primary()
        old.kill()
        wait_until(lambda: group.primary() is not old, 60)
        wait_until(lambda: store.check() == [], 60)
        all_of_the_contract(store)
    finally:
        store.close()
        group.stop()


def test_the_users_of_deploy_are_enough_for_a_cluster(tmp_path: Path) -> None:
    users, password = tmp_path / "users.acl", "a-password-for-all-of-them"
    users.write_text(users_with(password).replace("user default off", "user default on nopass ~* &* +@all"))
    group = ClusterGroup(tmp_path, {"aclfile": str(users), "masteruser": "replica", "masterauth": password})
    store = open_store(group.url.replace("://", f"://acey:{password}@"))
    try:
        group.start()
        all_of_the_contract(store)
        with ExitStack() as stack:
            games = [begin(store) for _ in range(20)]
            lines = [stack.enter_context(closing(store.listen(game))) for game in games]
            assert all(store.save(game, 1, b"2", b"2", DAY) == Saved(2) for game in games)
            assert all(line.wait(1, 30) for line in lines)
    finally:
        store.close()
        group.stop()


def openssl(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def make_certificates(folder: Path) -> None:
    """An authority, another one, and certificates of the first for a server at 127.0.0.1 and for a client."""
    new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for name in ("ca", "other"):
        files = ("-keyout", f"{name}.key", "-out", f"{name}.crt")
        openssl(folder, *new, "-x509", "-days", "2", "-subj", f"/CN={name}", *files)
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    for name in ("server", "client"):
        openssl(folder, *new, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", "request")
        authority = ("-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names")
        openssl(folder, "x509", "-req", "-in", "request", *authority, "-days", "2", "-out", f"{name}.crt")


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int]]:
    """A server that speaks TLS alone and wants a client's certificate: the folder of all certificates, and its port."""
    folder = tmp_path_factory.mktemp("tls")
    make_certificates(folder)
    words = [("--tls-cert-file", "server.crt"), ("--tls-key-file", "server.key"), ("--tls-ca-cert-file", "ca.crt")]
    port = free_port()
    files = [word for option, name in words for word in (option, str(folder / name))]
    # Valkey as the wheel brings it has no TLS; Debian's Redis has.
    with serving("redis", "--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1", *files):
        wait_until(lambda: answers(port, folder))
        yield folder, port


def answers(port: int, folder: Path) -> bool:
    with (
        suppress(redis.RedisError),
        redis.Redis(
            port=port,
            host="127.0.0.1",
            protocol=2,
            ssl=True,
            ssl_ca_certs=str(folder / "ca.crt"),
            ssl_certfile=str(folder / "client.crt"),
            ssl_keyfile=str(folder / "client.key"),
        ) as client,
    ):
        return bool(client.ping())
    return False


def test_a_server_with_a_certificate_of_the_named_authority_is_used(encrypted: tuple[Path, int]) -> None:
    folder, port = encrypted
    client = f"ssl_certfile={folder}/client.crt&ssl_keyfile={folder}/client.key"
    for scheme in ("rediss", "valkeys"):
        store = open_store(f"{scheme}://127.0.0.1:{port}?ssl_ca_certs={folder}/ca.crt&{client}")
        all_of_the_contract(store)
        store.close()


@pytest.mark.parametrize(
    "options",
    [
        "ssl_ca_certs={folder}/other.crt&ssl_certfile={folder}/client.crt&ssl_keyfile={folder}/client.key",
        "ssl_ca_certs={folder}/ca.crt",
        "",
    ],
    ids=["another authority", "no certificate of the client", "no authority named"],
)
def test_without_proof_nothing_is_sent(encrypted: tuple[Path, int], options: str) -> None:
    folder, port = encrypted
    store = open_store(f"rediss://127.0.0.1:{port}?{options.format(folder=folder)}")
    assert store.check() == ["The store cannot be used: it cannot be reached."]
    store.close()


def test_a_name_that_the_certificate_does_not_have_is_refused(encrypted: tuple[Path, int]) -> None:
    folder, port = encrypted
    client = f"ssl_certfile={folder}/client.crt&ssl_keyfile={folder}/client.key"
    store = open_store(f"rediss://localhost:{port}?ssl_ca_certs={folder}/ca.crt&{client}")
    assert store.check() == ["The store cannot be used: it cannot be reached."]
    store.close()
