"""Settings: what the table says is what is read."""

from pathlib import Path

import pytest
from acey_deucey.config import SETTINGS, InvalidSettings, load_settings, local_secret


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)


def test_every_setting_has_its_documented_default(monkeypatch: pytest.MonkeyPatch) -> None:
    before = load_settings()
    for setting in SETTINGS:
        monkeypatch.setenv(setting.name, setting.default)
    assert load_settings() == before
    assert (before.host, before.port, before.ttl_waiting) == ("127.0.0.1", 8000, 86_400)
    assert all(setting.about.endswith(".") for setting in SETTINGS)


@pytest.mark.parametrize(
    ("name", "value"),
    [("ACEY_PORT", "x"), ("ACEY_PORT", "-1"), ("ACEY_PORT", "65536"), ("ACEY_WORKERS", "0"), ("ACEY_LOG_LEVEL", "loud"),
     ("ACEY_TTL_PLAYING", "0"), ("ACEY_TTL_WAITING", "1.5"),
     ("ACEY_CREATORS", "me")],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSettings, match=name):
        load_settings()


def test_secrets_are_read_from_files_and_never_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("newest-secret-0123, older-secret-01234\n")
    monkeypatch.setenv("ACEY_SECRET_KEYS_FILE", str(tmp_path / "keys"))
    settings = load_settings()
    assert settings.secret_keys == ("newest-secret-0123", "older-secret-01234")
    assert "secret-0" not in repr(settings)


def test_api_keys_are_read_from_a_file_a_line_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("school=00\nclub=11, club=22\n")
    monkeypatch.setenv("ACEY_API_KEYS_FILE", str(tmp_path / "keys"))
    assert load_settings().api_keys == ("school=00", "club=11", "club=22")


def test_all_origins_are_welcome_only_without_a_store_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().cors_origins == ("*",)
    monkeypatch.setenv("ACEY_STORE_URL", "redis://localhost")
    assert load_settings().cors_origins == ()
    monkeypatch.setenv("ACEY_CORS_ORIGINS", "https://a.example, https://b.example")
    assert load_settings().cors_origins == ("https://a.example", "https://b.example")


def test_the_local_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    made = local_secret(tmp_path / "data")
    assert local_secret(tmp_path / "data") == made
    assert len(made) >= 32
    assert (tmp_path / "data" / "secret-keys").stat().st_mode & 0o777 == 0o600
