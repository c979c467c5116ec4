"""A real service and Debian's chromium for the tests of the board in a browser; without chromium they are skipped."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# No sandbox: CI runs as root. The rest keeps the browser from looking for anything outside.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
PATIENCE = 15_000  # milliseconds


# For one module: as long as playwright is open, its event loop runs, and no other test can start one.
@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium here: apt-get install chromium, and the board is tested in it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a service answers that runs for these tests."""
    folder = tmp_path_factory.mktemp("service")
    command = [sys.executable, "-m", "acey_deucey", "serve", "--port", "0", "--workers", "1", "--data", str(folder)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        yield _announced(process, folder / "log")
    finally:
        process.terminate()
        process.wait(timeout=30)


def _announced(process: subprocess.Popen[bytes], log: Path) -> str:
    """The address that the service says it answers at."""
    for _ in range(300):
        if found := re.search(r"http://[\d.]+:\d+", log.read_text("utf-8")):
            return found[0]
        try:
            process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    pytest.fail(f"The service does not start: {log.read_text('utf-8')}")


@pytest.fixture
def context(browser: "Browser", origin: str) -> "Iterator[BrowserContext]":
    """A visitor of his own, whose browser wants no motion."""
    made = browser.new_context(base_url=origin, reduced_motion="reduce", locale="en-GB")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


@pytest.fixture
def page(context: "BrowserContext") -> "Iterator[Page]":
    """A page; what goes wrong in its scripts, or against its policy, fails the test."""
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield made
    assert faults == []
