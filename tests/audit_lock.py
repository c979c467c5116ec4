"""Asks pip-audit for known holes in what requirements.lock pins, and says what came of it; it mends nothing.

Where the advisory service cannot be reached, or knows none of the packages, as an index of one's own may not, nothing
is known: that is said in one line, and is no failure.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

LOCK = Path(__file__).resolve().parents[1] / "requirements.lock"
MOST_SECONDS = 300
ASK = ("--requirement", str(LOCK), "--require-hashes", "--no-deps", "--disable-pip", "--format", "json")


class Verdict(NamedTuple):
    """What is to be said, and whether somebody must do something."""

    sentences: tuple[str, ...]
    is_bad: bool = False


def verdict_on(told: str, trouble: str = "") -> Verdict:
    """What follows from pip-audit's JSON, or from the last line of its trouble where it wrote none."""
    try:
        dependencies: list[dict[str, Any]] = json.loads(told)["dependencies"]
    except ValueError:
        return Verdict((f"Skipped: the advisory service cannot be reached ({trouble or 'no answer'}).",))
    known = [each for each in dependencies if "skip_reason" not in each]
    if not known:
        return Verdict((f"Skipped: the advisory service knows none of the {len(dependencies)} packages.",))
    holes = [
        f"{each['name']} {each['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no release'}"
        for each in known
        for hole in each["vulns"]
    ]
    unknown = [f"not known there: {each['name']}" for each in dependencies if "skip_reason" in each]
    return Verdict((*holes, *unknown, f"Packages: {len(known)}. Known holes: {len(holes)}."), bool(holes))


def main() -> None:
    """Ask, tell, and end with 1 if there is a known hole."""
    command = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", *ASK]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
        verdict = verdict_on(done.stdout, (done.stderr.strip().splitlines() or [""])[-1][:200])
    except subprocess.TimeoutExpired:
        verdict = verdict_on("", f"no answer in {MOST_SECONDS} s")
    print(*verdict.sentences, sep="\n")
    sys.exit(verdict.is_bad)


if __name__ == "__main__":
    main()
