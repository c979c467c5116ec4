"""A real service and Debian's chromium for the tests of the board in a browser; without chromium they are skipped."""

import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.running import service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# No sandbox: CI runs as root. No shared memory: a container may have little. The rest keeps the browser from looking
# for anything outside.
FLAGS = (
    "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update",
)  # fmt: skip
PATIENCE = 60_000  # milliseconds


# For one module: as long as playwright is open, its event loop runs, and no other test can start one.
@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium here: apt-get install chromium, and the board is tested in it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS), timeout=2 * PATIENCE)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def origin(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a service answers that runs for these tests; it is patient with its store."""
    settings = {"ACEY_STORE_URL": valkey_url, "ACEY_SECRET_KEYS": "a key for the browser", "ACEY_CORS_ORIGINS": "*"}
    with service(tmp_path_factory.mktemp("service"), "--workers", "1", **settings) as running:
        yield running.url


@pytest.fixture
def visitor(browser: "Browser", origin: str) -> "Iterator[Callable[..., BrowserContext]]":
    """Lets one visitor in after the other, each with a browser of his own, which wants no motion if it is not told."""
    made: list[BrowserContext] = []

    def enters(**settings: Any) -> "BrowserContext":
        settings = {"base_url": origin, "reduced_motion": "reduce", "locale": "en-GB"} | settings
        made.append(browser.new_context(**settings))
        made[-1].set_default_timeout(PATIENCE)
        return made[-1]

    yield enters
    for context in made:
        context.close()


@pytest.fixture
def context(visitor: "Callable[..., BrowserContext]") -> "BrowserContext":
    """A visitor of his own."""
    return visitor()


@pytest.fixture
def page(context: "BrowserContext") -> "Iterator[Page]":
    """A page; what goes wrong in its scripts, or against its policy, fails the test."""
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield made
    assert faults == []
