"""The README of deploy/ names each of its files, and only files and settings that there are."""

import re
from pathlib import Path

from acey_deucey.config import SETTINGS

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
README = (DEPLOY / "README.md").read_text()
ROWS = re.findall(r"^\| (`[^|]+) \|", README.split("\n## ")[0], re.MULTILINE)


def named() -> set[str]:
    return {name for row in ROWS for name in re.findall(r"`([^`]+)`", row)}


def test_every_file_of_deploy_is_in_the_table() -> None:
    files = {
        path.relative_to(DEPLOY).as_posix()
        for path in DEPLOY.rglob("*")
        if path.is_file() and not {"__pycache__", "secrets"} & set(path.parts)
    } - {"README.md", ".gitignore"}
    told = named()
    assert {
        file for file in files if file not in told and not any(f"{folder}/" in told for folder in parents(file))
    } == set()


def parents(file: str) -> list[str]:
    return [parent.as_posix() for parent in Path(file).parents]


def test_the_table_names_only_what_is_there() -> None:
    assert [name for name in named() if not (DEPLOY / name).exists()] == []


def test_it_names_only_settings_that_there_are() -> None:
    known = {setting.name for setting in SETTINGS} | {"ACEY_BIND", "ACEY_RATE"}
    assert set(re.findall(r"\bACEY_[A-Z_]+\b", README)) <= known


def test_every_store_url_that_it_shows_is_understood() -> None:
    from acey_deucey.store.address import read_address

    shown = re.findall(r"`((?:redis|rediss|valkey|unix)[+a-z]*://[^`…]+)`", README)
    assert len(shown) >= 4
    for url in shown:
        read_address(url)
