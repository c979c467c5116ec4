"""The served document beside the two that are kept: that of the last release and that of the last commit.

It knows nothing of tests. A version may break what the last release promised only if it rises: before 1.0 by its
second number, from then on by its first.
"""

from pathlib import Path
from typing import Any

import orjson
from acey_deucey.api.openapi import openapi_document
from acey_deucey.api.routes import OPERATIONS

from tests.contract.differences import breaking_differences
from tests.contract.shape import shape_of

Json = dict[str, Any]
FOLDER = Path(__file__).parent
RELEASED = FOLDER / "released.json"
SERVED = FOLDER / "served.json"
REFRESH = "Look at the difference and, if it is meant, write it anew: .venv/bin/python -m tests.contract.refresh"


def served() -> Json:
    """What programs rely on of the document that the service serves."""
    return shape_of(orjson.loads(orjson.dumps(openapi_document(OPERATIONS))))


def kept(path: Path) -> Json:
    """What is kept in a file; an empty document before the first release."""
    document: Json = orjson.loads(path.read_bytes()) if path.exists() else {"info": {"version": "0.0"}, "paths": {}}
    return document


def broken(released: Json, now: Json) -> list[str]:
    """What the document breaks of a release, unless its version has risen for that."""
    return [] if has_risen(released["info"]["version"], now["info"]["version"]) else breaking_differences(released, now)


def has_risen(old: str, new: str) -> bool:
    """Whether the newer version may break what the older one promised."""
    (major, minor, *_), (new_major, new_minor, *_) = (map(int, version.split(".")[:2]) for version in (old, new))
    return new_major > major or (major == new_major == 0 and new_minor > minor)


def write_documents() -> None:
    """Keep the served document; as that of a release too, when there is none of this version."""
    now = served()
    if kept(RELEASED)["info"]["version"] != now["info"]["version"]:
        write(RELEASED, now)
    write(SERVED, now)


def write(path: Path, value: Any) -> None:
    """Write JSON so that a difference shows in few lines."""
    path.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE))
