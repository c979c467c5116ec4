"""The README tells the truth: its commands run as they stand there, and its tables are those of the code."""

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from acey_deucey.config import SETTINGS

from deploy.cluster.processes import bare_environment, free_port

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAME_ID = re.compile(r"/v1/games/[0-9a-z]{22}")
START_SECONDS = 120
ANSWER_SECONDS = 60
STOP_SECONDS = 90  # requests are ended in 25, then the store in 10
MEMORY = Path("/dev/shm")
PAST_PROXIES = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def answers(url: str) -> bool:
    try:
        with PAST_PROXIES.open(url, timeout=ANSWER_SECONDS) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A fresh folder in memory, where there is such a place: a busy disk may hold a store up for too long."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Where ``make run`` serves, as the README starts it, on a free port and a fresh folder."""
    port, data = free_port(), folder / "games"
    with subprocess.Popen(
        ["make", "run", f"PORT={port}", f"DATA={data}"],
        cwd=ROOT,
        env=bare_environment(),
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    ) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            end = time.monotonic() + START_SECONDS
            while not answers(f"{address}/readyz"):
                assert server.poll() is None, "make run has ended"
                assert time.monotonic() < end, "make run does not serve"
                time.sleep(0.2)
            yield address
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=STOP_SECONDS)


def first_game() -> list[tuple[str, str]]:
    """The shell blocks of the first game, each with what the README says it prints."""
    section = README.split("## A first game")[1].split("\n## ")[0]
    blocks = FENCE.findall(section)
    shell = [index for index, (language, _) in enumerate(blocks) if language == "sh"]
    following = [blocks[i + 1] if i + 1 < len(blocks) else ("sh", "") for i in shell]
    return [
        (blocks[i][1], "" if language == "sh" else text) for i, (language, text) in zip(shell, following, strict=True)
    ]


@pytest.mark.skipif(not shutil.which("curl"), reason="the README's first game is played with curl")
def test_the_first_game_of_the_readme_goes_as_it_says(address: str, tmp_path: Path) -> None:
    blocks = first_game()
    script = "printf '\\036'\n".join(command for command, _ in blocks)
    script = script.replace("http://127.0.0.1:8000", address)
    past_proxies = os.environ | {"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    done = subprocess.run(
        ["bash", "-euc", script],
        cwd=tmp_path,
        env=past_proxies,
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    printed = done.stdout.split("\036")
    assert len(printed) == len(blocks) > 6
    for (command, expected), text in zip(blocks, printed, strict=True):
        assert GAME_ID.sub("/v1/games/…", text).strip() == GAME_ID.sub("/v1/games/…", expected).strip(), command


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?<=127\.0\.0\.1:8000)/\w[\w/]*|(?<=`)/[\w./?=&-]+", README))))
def test_every_address_in_the_readme_answers(address: str, path: str) -> None:
    if path.startswith("/v1/referee"):
        pytest.skip("answers to POST, and is shown in the reference")
    assert answers(address + path)


def test_the_settings_table_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| `(ACEY_\w+)` \| (.+?) \| (.+) \|$", README, re.MULTILINE)
    assert rows == [
        (setting.name, f"`{setting.default}`" if setting.default else "–", setting.about) for setting in SETTINGS
    ]


def test_every_file_that_the_readme_names_exists() -> None:
    for path in re.findall(r"\]\(([^)#:]+)\)|`((?:service|tests|notebooks|deploy)/[\w/.]*)`", README):
        assert (ROOT / (path[0] or path[1])).exists(), path
