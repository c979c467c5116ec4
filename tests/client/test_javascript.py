"""The JavaScript client does what the Python client does: its own tests in node, and the file as it is served."""

import os
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from acey_deucey.client import Client
from acey_deucey.client.operations import OPERATIONS

SOURCE = Path(str(files("acey_deucey.board"))) / "static" / "client.js"
TESTS = Path(__file__).with_name("client.test.mjs")
SECONDS = 180


@pytest.mark.skipif(
    not shutil.which("node"), reason="no node here: the JavaScript client is tested with node 20 or newer"
)
def test_the_javascript_client_in_node(url: str, tmp_path: Path) -> None:
    module = tmp_path / "client.mjs"
    shutil.copy(SOURCE, module)
    environment = {**os.environ, "ACEY_URL": url, "ACEY_CLIENT": module.as_uri()}
    done = subprocess.run(
        ["node", "--test", "--test-reporter=tap", str(TESTS)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_service_serves_the_javascript_client(client: Client) -> None:
    served = client._http.get("/static/client.js")
    assert served.headers["Content-Type"].startswith("text/javascript")
    assert served.text == SOURCE.read_text("utf-8")


def test_both_clients_call_the_same_operations() -> None:
    source = SOURCE.read_text("utf-8")
    assert [
        name for name in OPERATIONS if f'  {name}: ["{OPERATIONS[name][0]}", "{OPERATIONS[name][1]}"],' not in source
    ] == []


def test_it_needs_nothing_from_elsewhere() -> None:
    lines = SOURCE.read_text("utf-8").splitlines()
    assert [line for line in lines if line.lstrip().startswith(("import ", "export * from", "require("))] == []
