"""Widgets in JupyterLab itself: the board is played there by hand and by cells, the slider of notebook 11 is moved."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from notebooks.start import NEWS
from tests.board.player import Person
from tests.notebooks.slider import replay_cell

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("jupyterlab", reason="no JupyterLab here: it comes with the extra notebooks")
nbformat = pytest.importorskip("nbformat")

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CELLS = (
    # The first shows the board.
    """from json import load
from acey_deucey.client import Client
game = Client({url!r}).games.get({game!r}, load(open({tokens!r})))
game.widget()""",
    "print('hand', game.state.position.white.hand)",
    "print('black', game.roll([3, 1], seat='black').turn.player)",
)
ASYNC_CELLS = (
    """from acey_deucey.client import AsyncClient
client = AsyncClient({url!r})
game = await client.games.create(position='h15/h15 w move plain 52 52 - 1')
await game.widget()""",
    "print('hand', game.state.position.white.hand)",
    "print('black', (await game.play('hand/23')).turn.player)",
)
SLIDER = """import httpx2
from IPython.display import display
service, address = httpx2.Client(base_url={url!r}, trust_env=False, timeout=60), {address!r}
{tool}
replay({last}, {start})"""
PATIENCE = 120.0  # seconds, for one thing
# Whatever is run before JupyterLab has its kernel is let pass without a word.
HAS_KERNEL = """() => {
  const kernel = globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
  return kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""
SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyter-widgets/jupyterlab-manager/plugin": {"saveState": True},
}


@pytest.fixture(scope="module")
def client(origin: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=origin, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def table(client: httpx2.Client) -> dict[str, Any]:
    """A game and the tokens of both seats."""
    body = {"position": "h15/h15 w move plain 52 52 - 1", "dice": {"mode": "manual"}}
    made: dict[str, Any] = client.post("/v1/games", json=body).json()
    return made


@pytest.fixture(scope="module")
def lab(origin: str, table: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Where JupyterLab answers, and the notebook that is in it; it listens on the loopback address alone."""
    folder = tmp_path_factory.mktemp("lab")
    notebook, tokens = folder / "work" / "board.ipynb", folder / "tokens.json"
    notebook.parent.mkdir()
    tokens.write_text(json.dumps(table["tokens"]))
    values = {"url": origin, "game": table["game"]["id"], "tokens": str(tokens)}
    write_notebook(notebook, *(cell.format(**values) for cell in CELLS))
    with TemporaryDirectory(dir="/tmp") as sockets:  # whose paths have to be short
        own = environment(folder) | {"JUPYTER_RUNTIME_DIR": sockets}
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(command(notebook.parent), env=own, stdout=log, stderr=log)
        try:
            yield address_of(process, Path(sockets), folder / "log"), notebook
        finally:
            process.terminate()
            process.wait(PATIENCE)


def write_notebook(path: Path, *sources: str) -> None:
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)


def command(root: Path) -> list[str]:
    """JupyterLab on a free port, its kernels on none, without a token: nobody but this machine can reach it."""
    options = ("--no-browser", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", "--KernelManager.transport=ipc",
               "--LabApp.expose_app_in_browser=True", "--IdentityProvider.token=",
               f"--ServerApp.root_dir={root}")  # fmt: skip
    return [sys.executable, "-m", "jupyterlab", *options, *(["--allow-root"] if os.geteuid() == 0 else [])]


def environment(folder: Path) -> dict[str, str]:
    """Settings of its own, in which JupyterLab asks no other host for news, and nothing is kept elsewhere."""
    for name, settings in SETTINGS.items():
        path = folder / "settings" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(settings))
    (folder / "labconfig").mkdir()
    (folder / "labconfig" / "page_config.json").write_text(json.dumps({"disabledExtensions": {NEWS: True}}))
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")
    own = {name: str(folder / name.lower()) for name in names}
    return {
        **os.environ,
        **own,
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTER_CONFIG_PATH": str(folder),
    }


def address_of(process: subprocess.Popen[bytes], runtime: Path, log: Path) -> str:
    """Where JupyterLab answers, as soon as it does."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        for told in runtime.glob("jpserver-*.json"):
            with suppress(httpx2.TransportError, ValueError):  # it has not got to its end yet
                url = f"http://127.0.0.1:{json.loads(told.read_text('utf-8'))['port']}"
                if httpx2.get(f"{url}/api/status", timeout=PATIENCE, trust_env=False).is_success:
                    return url
        time.sleep(0.1)
    pytest.fail(f"JupyterLab does not start: {log.read_text('utf-8')}")


class Notebook(Person):
    """A person who sits at a notebook that has a board in it."""

    def run(self, number: int) -> str:
        """What a cell has printed when it has been run."""
        cell = self.page.locator(".jp-Notebook .jp-Cell").nth(number)
        cell.locator(".jp-InputArea-editor").click()
        self.page.wait_for_function(HAS_KERNEL)
        self.page.locator("[data-command='notebook:run-cell-and-select-next']").click()
        cell.locator(".jp-InputArea-prompt").filter(has_text=re.compile(r"\[\d+\]:")).wait_for()
        return cell.locator(".jp-OutputArea-output").first.inner_text().strip()

    def enters_by_keyboard(self) -> None:
        """Make the first command of the game, a step; JupyterLab leaves the arrow keys to the board."""
        self.choices().first.focus()
        for key in ("Enter", "ArrowRight", "Enter"):
            self.page.keyboard.press(key)
        self.wait_for("b => b.data.version === 2")


def opened(page: Page, address: str, cells: int) -> Notebook:
    """A person before a notebook whose cells can be run."""
    page.set_default_timeout(1000 * PATIENCE)
    page.set_viewport_size({"width": 1400, "height": 1300})
    page.goto(address)
    page.locator(".jp-Notebook .jp-Cell").nth(cells - 1).wait_for()
    return Notebook(page)


def test_the_board_is_played_in_jupyterlab_by_hand_and_by_cells(
    page: Page, lab: tuple[str, Path], table: dict[str, Any]
) -> None:
    url, path = lab
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    person = opened(page, f"{url}/lab/tree/board.ipynb", len(CELLS))
    person.run(0)

    person.enters_by_keyboard()
    assert person.run(1) == "hand 14"

    # What is refused is explained; by dragging, the rest is played.
    person.drag(person.place("hand"), person.place(24))
    person.problem().wait_for()
    assert "That number was not rolled" in person.problem().inner_text()
    person.drag(person.place("hand"), person.place(23))
    person.action("done").click()
    person.wait_for("b => b.data.turn.player === 'black'")

    # A cell plays, the board follows; then by tapping.
    assert person.run(2) == "black black"
    person.wait_for("b => b.data.turn.dice?.join() === '3,1'")
    person.choices().first.click()
    person.choices().first.click()
    person.wait_for("b => b.data.version === 5")

    page.keyboard.press("Control+s")
    page.locator(".jp-mod-dirty").wait_for(state="detached")
    saved = path.read_text("utf-8")
    assert table["game"]["position"]["id"].split()[0] not in saved, "the last position is kept, not the first"
    assert "application/vnd.jupyter.widget-state+json" in saved
    assert [token for token in table["tokens"].values() if token in saved] == []
    hosts = {httpx2.URL(address).host for address in asked if not address.startswith(("blob:", "data:"))}
    assert hosts == {"127.0.0.1"}


def test_the_board_of_the_client_for_asyncio_is_played_as_well(page: Page, origin: str, lab: tuple[str, Path]) -> None:
    url, board = lab
    write_notebook(board.parent / "asyncio.ipynb", *(cell.format(url=origin) for cell in ASYNC_CELLS))
    person = opened(page, f"{url}/lab/tree/asyncio.ipynb?reset", len(ASYNC_CELLS))
    person.run(0)
    person.enters_by_keyboard()
    assert person.run(1) == "hand 14"
    assert person.run(2) == "black black"
    person.wait_for("b => b.data.turn.player === 'black'")


def test_the_slider_of_the_replay_shows_the_game_at_the_version_that_it_is_moved_to(
    page: Page, origin: str, lab: tuple[str, Path], client: httpx2.Client
) -> None:
    url, board = lab
    made = client.post("/v1/games", json={"dice": {"mode": "scripted", "rolls": [[6, 3], [5, 2]]}}).json()
    address = made["game"]["links"]["self"]
    signed = {"Authorization": f"Bearer {made['tokens']['white']}"}
    for command, body in (("rolls", {}), ("moves", {"play": "hand/20 hand/23"})):
        client.post(f"{address}/{command}", json=body, headers=signed).raise_for_status()
    cell = SLIDER.format(url=origin, address=address, tool=replay_cell(), last=3, start=1)
    write_notebook(board.parent / "slider.ipynb", cell)

    person = opened(page, f"{url}/lab/tree/slider.ipynb?reset", 1)
    person.run(0)
    handle = page.locator(".jp-OutputArea [role='slider']")
    for version in (1, 2, 3):
        drawn = client.get(f"{address}/board.svg?at={version}").text
        [title] = re.findall("<title>([^<]+)", drawn)
        page.locator(".jp-OutputArea svg title").get_by_text(title, exact=True).wait_for(state="attached")
        assert page.locator(".jp-OutputArea .widget-readout").inner_text() == str(version)
        handle.press("ArrowRight")
    assert page.locator(".jp-OutputArea svg").count() == 1, "the picture for readers without Python is shown as well"
