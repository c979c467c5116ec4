"""Prints the part of requirements.lock that the service itself needs, as deploy/image/build.sh installs it: no extras.

What needs what is read from the packages that are installed here, and all of it is for this Python and this system;
versions and hashes are the lock's, in its own words.
"""

import re
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
PIN = re.compile(r"^(\S+==.*) \\\n(?: {4}.*\n)*", re.MULTILINE)


def runtime_lock() -> str:
    """The pins of all that is installed with the service."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = needed_by(map(Requirement, project["dependencies"]))
    pins = ((Requirement(pin[1]), pin[0]) for pin in PIN.finditer(LOCK.read_text("utf-8")))
    return "".join(text for pin, text in pins if canonicalize_name(pin.name) in needed and holds(pin))


def needed_by(requirements: Iterable[Requirement]) -> set[str]:
    """The names of these packages and of all that they need, each in its canonical form.

    :raises importlib.metadata.PackageNotFoundError: one of them is not installed.
    """
    found: set[tuple[str, str]] = set()  # with the extra for which something is needed; "" for the package itself
    left = [each for each in requirements if holds(each)]
    while left:
        requirement = left.pop()
        for extra in {"", *requirement.extras}:
            if (key := (canonicalize_name(requirement.name), extra)) not in found:
                found.add(key)
                left += [each for each in map(Requirement, requires(requirement.name) or ()) if holds(each, extra)]
    return {name for name, _ in found}


def holds(requirement: Requirement, extra: str = "") -> bool:
    """Whether it is meant for this Python and this system, where what needs it is wanted with this extra."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


if __name__ == "__main__":
    sys.stdout.write(runtime_lock())
