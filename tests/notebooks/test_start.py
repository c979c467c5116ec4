"""The notebooks find a service: the one that answers, or one that is started for them and stopped again."""

import socket
from pathlib import Path

import httpx2
import pytest

from notebooks.start import free_port, quiet, replica, service_at, settings_for

CONNECTION_PORTS = range(32_768, 61_000)
SECONDS = 60  # that an answer may take on a machine with other things to do


def answers(url: str) -> bool:
    try:
        return httpx2.get(f"{url}/livez", timeout=SECONDS, trust_env=False).status_code == 200
    except httpx2.TransportError:
        return False


def test_a_service_is_started_where_none_answers_and_stopped_at_the_end(tmp_path: Path) -> None:
    with service_at("127.0.0.1", free_port(), quiet(tmp_path)) as url:
        assert answers(url)
    assert not answers(url)


def test_a_service_that_answers_is_used_and_left_running(tmp_path: Path) -> None:
    port = free_port()
    with service_at("127.0.0.1", port, quiet(tmp_path)) as url:
        with service_at("127.0.0.1", port, quiet(tmp_path / "other")) as same:
            assert same == url
        assert answers(url)
    assert not (tmp_path / "other").exists()


def test_replicas_on_one_folder_share_their_games_and_speak_only_in_their_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with replica(tmp_path) as first, replica(tmp_path) as second:
        game = httpx2.post(f"{first}/v1/games", timeout=SECONDS, trust_env=False).json()["game"]
        shown = httpx2.get(f"{second}/v1/games/{game['id']}", timeout=SECONDS, trust_env=False)
        assert shown.json()["id"] == game["id"]
    said = (tmp_path / "service.log").read_text("utf-8")
    assert first != second
    assert all(url in said for url in (first, second))
    assert capfd.readouterr() == ("", "")


def test_a_replica_gets_no_port_that_linux_gives_to_connections_if_nobody_tells_it_otherwise() -> None:
    assert not any(port in CONNECTION_PORTS for port in (free_port() for _ in range(200)))


def test_a_port_at_which_somebody_listens_is_not_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as taken:
        port = taken.getsockname()[1]
        draws = iter([port, port, port + 1, port + 2])
        monkeypatch.setattr("secrets.choice", lambda _: next(draws))
        assert free_port() > port


def test_a_service_that_does_not_start_is_told_in_a_sentence(tmp_path: Path) -> None:
    environment = {**quiet(tmp_path), "ACEY_LOG_LEVEL": "shout"}
    with pytest.raises(SystemExit, match="does not start"), service_at("127.0.0.1", free_port(), environment):
        pass


@pytest.mark.parametrize("host", ["0.0.0.0", ""])
def test_a_service_on_every_address_is_asked_on_the_loopback_one(host: str, tmp_path: Path) -> None:
    port, environment = free_port(), quiet(tmp_path)
    with service_at("127.0.0.1", port, environment) as url, service_at(host, port, environment) as same:
        assert same == url


def test_notebooks_reach_the_service_past_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "intranet")
    monkeypatch.delenv("no_proxy", raising=False)
    assert settings_for("http://127.0.0.1:8123") == {
        "ACEY_URL": "http://127.0.0.1:8123",
        "NO_PROXY": "intranet,127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
