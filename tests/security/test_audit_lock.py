"""What is said of known holes in the dependencies, and the list of these; it asks no advisory service."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.audit_lock import LOCK, Verdict, verdict_on

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


def test_the_list_of_what_is_pinned_is_whole_and_valid(tmp_path: Path) -> None:
    pytest.importorskip("cyclonedx_py", reason="without the extra audit there is no list")
    file = tmp_path / "sbom.json"
    options = ["--pyproject", str(LOCK.with_name("pyproject.toml")), "--output-reproducible", "--validate"]
    command = [sys.executable, "-W", "ignore::UserWarning", "-m", "cyclonedx_py", "requirements", *options]
    subprocess.run([*command, "--output-file", str(file), str(LOCK)], check=True, capture_output=True, timeout=120)
    listed = json.loads(file.read_text("utf-8"))
    pins = set(re.findall(r"^([\w.-]+)==([\w.!+]+)", LOCK.read_text("utf-8"), re.MULTILINE))
    assert listed["bomFormat"] == "CycloneDX"
    assert {(part["name"], part["version"]) for part in listed["components"]} == pins
