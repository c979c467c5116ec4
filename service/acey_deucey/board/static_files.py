"""The files that browsers load: the board component and the pages around it; it knows no HTTP."""

from functools import cache
from importlib.resources import files

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOLDER = files("acey_deucey.board").joinpath("static")


@cache
def static_files() -> dict[str, str]:
    """The media type of each file by its name."""
    names = sorted(file.name for file in _FOLDER.iterdir())
    return {name: MEDIA_TYPES[name[name.rindex(".") :]] for name in names if name[name.rindex(".") :] in MEDIA_TYPES}


@cache
def static_file(name: str) -> bytes:
    """The content of one of those files."""
    return _FOLDER.joinpath(name).read_bytes()
