"""Secrets come from files or the environment, and are on no command line and in no printed settings."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from acey_deucey.api_keys import new_api_key
from acey_deucey.config import load_settings

from tests.api.running import service

SECRET, PASSWORD = "a service secret 0123456789", "pass-word-of-the-store"
OWNER = new_api_key("school")


def test_settings_are_printed_without_what_is_secret_in_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ACEY_SECRET_KEYS", SECRET)
    monkeypatch.setenv("ACEY_API_KEYS", f"{OWNER.line},{OWNER.key}")
    (tmp_path / "url").write_text(f"redis://acey:{PASSWORD}@127.0.0.1:6379/0\n")
    monkeypatch.setenv("ACEY_STORE_URL_FILE", str(tmp_path / "url"))
    settings = load_settings()
    assert PASSWORD in settings.store_url
    for secret in (SECRET, PASSWORD, OWNER.key, OWNER.line.partition("=")[2]):
        assert secret not in f"{settings} {settings!r}"


def test_no_process_has_a_secret_on_its_command_line(tmp_path: Path) -> None:
    settings = {"ACEY_SECRET_KEYS": SECRET, "ACEY_API_KEYS": OWNER.line}
    with service(tmp_path, "--workers", "1", **settings) as running:
        tokens = httpx2.post(f"{running.url}/v1/games", json={}, timeout=60).json()["tokens"]
        lines = list(command_lines())
    assert any("valkey-server" in line for line in lines), "the store's process is looked at too"
    assert sum("acey_deucey" in line for line in lines) >= 2
    for line in lines:
        for secret in (SECRET, OWNER.line.partition("=")[2], *tokens.values()):
            assert secret not in line


def command_lines() -> Iterator[str]:
    """Those of all processes of this machine: the store's is nobody's child."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            yield file.read_text(errors="replace").replace("\0", " ")
