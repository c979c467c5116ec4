"""The load balancers' own behaviour: checked files, their own errors as problems, safe repeats, a closed /metrics."""

import json
import shutil
import socket
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import httpx2
import pytest

from deploy.cluster import balancers
from deploy.cluster.balancers import BALANCERS, Balancer, NotInstalled, program
from deploy.cluster.installation import Installation
from deploy.cluster.processes import free_port
from deploy.cluster.replicas import Replica
from tests.deploy.conftest import ANSWER_SECONDS, installed

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
ASKING_AT_ONCE = 16


@pytest.fixture(scope="module", params=BALANCERS)
def strict(request: pytest.FixtureRequest) -> Iterator[Installation]:
    """An installation that counts the requests of this machine too."""
    with installed(request.param, replicas=1, limited=True) as it:
        yield it


def exchange(installation: Installation, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of what raw bytes are answered with, until the balancer closes."""
    at = urlsplit(installation.url)
    with socket.create_connection((at.hostname, at.port), timeout=ANSWER_SECONDS) as connection:
        connection.sendall(data)
        answer = bytearray()
        with suppress(ConnectionResetError):
            while part := connection.recv(65_536):
                answer += part
    head, _, body = bytes(answer).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(status.split()[1]) if status else 0, headers, body


def assert_problem(status: int, headers: dict[str, str], body: bytes, expected: int) -> None:
    assert status == expected, body
    assert headers["content-type"] == "application/problem+json"
    assert headers["access-control-allow-origin"] == "*", "a web page may read it"
    problem = json.loads(body)
    assert problem["status"] == expected
    assert problem["title"]
    assert problem["type"]


def test_nginx_accepts_its_files(tmp_path: Path) -> None:
    try:
        nginx = program("nginx")
    except NotInstalled as error:
        pytest.skip(str(error))
    for listen in ("listen.conf", None):
        shutil.copytree(DEPLOY / "nginx", tmp_path, dirs_exist_ok=True)
        if listen is None:
            certificate(tmp_path)
            text = (tmp_path / "listen-tls.conf.example").read_text().replace("/etc/ssl/acey", str(tmp_path))
            (tmp_path / "listen.conf").write_text(text)
        (tmp_path / "process.conf").write_text("pid nginx.pid;\nerror_log stderr;\n")
        done = subprocess.run(
            [nginx, "-t", "-q", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=play.example.org", "-keyout", str(folder / "privkey.pem"),
         "-out", str(folder / "fullchain.pem")],
        check=True, capture_output=True,
    )  # fmt: skip


def test_haproxy_accepts_its_files() -> None:
    try:
        haproxy = program("haproxy")
    except NotInstalled as error:
        pytest.skip(str(error))
    files = [word for name in ("haproxy.cfg", "replicas.cfg") for word in ("-f", str(DEPLOY / "haproxy" / name))]
    done = subprocess.run([haproxy, "-c", *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr


@pytest.mark.parametrize(
    ("request_line", "headers", "expected"),
    [
        ("BAD\x01 / HTTP/1.1", "Host: a", {400}),
        ("POST /v1/games HTTP/1.1", "Host: a\r\nContent-Length: 70000\r\nContent-Type: application/json", {413}),
        ("GET /metrics HTTP/1.1", "Host: a\r\nConnection: close", {404}),
        ("GET /" + "a" * 40_000 + " HTTP/1.1", "Host: a", {400, 414}),
        ("GET / HTTP/1.1", "Host: a\r\nX-Long: " + "a" * 40_000, {400, 431}),
    ],
    ids=["method", "large body", "metrics", "long address", "large headers"],
)
def test_what_the_balancer_refuses_is_a_problem(
    installation: Installation, request_line: str, headers: str, expected: set[int]
) -> None:
    status, told, body = exchange(installation, f"{request_line}\r\n{headers}\r\n\r\n".encode("latin-1"))
    assert status in expected
    if not (status == 400 and installation.balancer.name == "haproxy"):  # what is no HTTP gets a fixed answer there
        assert_problem(status, told, body, status)


def test_a_client_that_drips_is_let_go(installation: Installation) -> None:
    status, _, _ = exchange(installation, b"GET / HTTP/1.1\r\nHost: a\r\n")
    assert status in {0, 408}


def test_without_a_replica_every_answer_is_a_problem(strict: Installation, client: httpx2.Client) -> None:
    """A 503 as well is for programs to read, and says when to come again (lichess-bot #678)."""
    strict.replicas[0].stop()
    for _ in range(3):
        answer = client.get(f"{strict.url}/v1/rulesets")
        assert_problem(answer.status_code, dict(answer.headers), answer.content, 503)
        assert answer.headers["retry-after"] == "1"
    strict.replicas[0].start()
    strict.balancer.wait_until(strict.balancer.is_ready)


READY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Failing(socketserver.BaseRequestHandler):
    """A replica that says that it is ready, and hangs up in the middle of the head of any other answer."""

    def handle(self) -> None:
        with suppress(OSError):
            asked = self.request.recv(65_536)
            self.request.sendall(READY if b" /readyz " in asked else b"HTTP/1.1 200 O")


class Hanging(socketserver.BaseRequestHandler):
    """A replica that says that it is ready, and nothing to anything else, until it is hung up on."""

    def handle(self) -> None:
        with suppress(OSError):
            while (asked := self.request.recv(65_536)) and b" /readyz " not in asked:
                pass
            self.request.sendall(READY)


@contextmanager
def standing_in(port: int, handler: type[socketserver.BaseRequestHandler]) -> Iterator[None]:
    """Something else than a replica at this port."""
    socketserver.ThreadingTCPServer.allow_reuse_address = True
    with socketserver.ThreadingTCPServer(("127.0.0.1", port), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


def test_what_a_replica_leaves_unfinished_is_not_passed_on_but_told_as_a_problem(
    strict: Installation, client: httpx2.Client
) -> None:
    """A client of lichess broke on a page of HTML where it expected JSON (lichess-bot #678): a 502 is a problem too."""
    strict.replicas[0].stop()
    with standing_in(strict.replicas[0].port, Failing):
        strict.balancer.wait_until(lambda: client.get(f"{strict.url}/readyz").status_code == 200)
        for method in ("GET", "POST"):
            # On a new connection: on one that has served already HAProxy hangs up too, so that clients ask again.
            answer = httpx2.request(
                method, f"{strict.url}/v1/games/{'0' * 22}/events", trust_env=False, timeout=ANSWER_SECONDS
            )
            assert answer.status_code in {502, 503}
            assert_problem(answer.status_code, dict(answer.headers), answer.content, answer.status_code)
            assert answer.headers["retry-after"] == "1"
    strict.replicas[0].start()
    strict.balancer.wait_until(strict.balancer.is_ready)


@pytest.mark.parametrize(
    ("name", "file", "changes", "expected"),
    [
        ("nginx", "proxy.conf", {"proxy_read_timeout 35s;": "proxy_read_timeout 200ms;"}, 503),
        # A replica whose health is told late would be left out, and the answer another one.
        ("haproxy", "haproxy.cfg", {"timeout server 35s": "timeout server 200ms", "check 1s": "check 60s"}, 504),
    ],
    ids=BALANCERS,
)
def test_a_replica_that_does_not_answer_in_time_is_told_as_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str, changes: dict[str, str], expected: int
) -> None:
    shutil.copytree(DEPLOY / name, tmp_path / name)
    text = (tmp_path / name / file).read_text()
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / name / file).write_text(text)
    monkeypatch.setattr(balancers, "DEPLOY", tmp_path)
    replica = Replica("a", tmp_path, free_port(), {})
    try:
        balancer: Balancer = getattr(balancers, name)(tmp_path, free_port(), [replica])
    except NotInstalled as error:
        pytest.skip(str(error))
    with standing_in(replica.port, Hanging):
        try:
            balancer.start()
            balancer.wait_until(balancer.is_ready)
            for method in ("GET", "POST"):
                answer = httpx2.request(method, f"{balancer.url}/v1/games", trust_env=False, timeout=ANSWER_SECONDS)
                assert_problem(answer.status_code, dict(answer.headers), answer.content, expected)
                assert answer.headers["retry-after"] == "1"
        finally:
            balancer.kill()


def test_an_event_comes_through_as_soon_as_it_happens(installation: Installation, client: httpx2.Client) -> None:
    """The stream stays open, so what arrives was not held back."""
    made = client.post(f"{installation.url}/v1/games", json={}).json()
    path, token = made["game"]["links"]["self"], made["tokens"][made["game"]["turn"]["player"]]
    with httpx2.stream(
        "GET", f"{installation.url}{path}/events", headers={"Accept": "text/event-stream"}, timeout=ANSWER_SECONDS
    ) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("id:")) == "id: 1"
        client.post(f"{installation.url}{path}/rolls", headers={"Authorization": f"Bearer {token}"}, json={})
        assert next(line for line in lines if line.startswith("id:")) == "id: 2"


def test_a_command_without_a_key_is_given_one(installation: Installation, client: httpx2.Client) -> None:
    """Two that look alike stay two: the key is that of one request, not of its words."""
    made = [client.post(f"{installation.url}/v1/games", json={}).json()["game"]["id"] for _ in range(3)]
    assert len(set(made)) == 3


def test_a_key_of_the_client_comes_through(installation: Installation, client: httpx2.Client) -> None:
    first, second = (
        client.post(f"{installation.url}/v1/games", json={}, headers={"Idempotency-Key": "of-the-client-1"})
        for _ in range(2)
    )
    assert second.json()["game"]["id"] == first.json()["game"]["id"]
    assert second.headers["idempotent-replayed"] == "true"


def test_too_many_requests_are_a_problem_with_retry_after(strict: Installation, client: httpx2.Client) -> None:
    """HTML on a 429 broke the client (lichess-bot #678)."""
    refused = refused_at_last(strict, client)
    assert_problem(refused.status_code, dict(refused.headers), refused.content, 429)
    assert refused.headers["retry-after"] == "1"


def refused_at_last(strict: Installation, client: httpx2.Client) -> httpx2.Response:
    """The first 429 to many who ask at once: one alone may be too slow on a busy machine, and a replica as well."""
    end = monotonic() + ANSWER_SECONDS
    with ThreadPoolExecutor(ASKING_AT_ONCE) as clients:
        while monotonic() < end:
            answers = list(clients.map(client.get, [f"{strict.url}/livez"] * 10 * ASKING_AT_ONCE))
            if refused := next((answer for answer in answers if answer.status_code == 429), None):
                return refused
    raise AssertionError("nobody was refused")
