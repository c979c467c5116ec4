"""The board as a widget of notebooks: shows a game live, and plays it. Import it only with the extra notebooks.

The tokens stay in the kernel: what the browser and the saved notebook get is the game, and the names of the seats. The
component is read from this package, so that no other host is asked for anything.
"""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from threading import Thread
from typing import Any

import anywidget
from traitlets import Dict, List, Unicode

from acey_deucey.client.errors import Failure
from acey_deucey.client.through_kernel import KernelTable
from acey_deucey.client.values import Player

_COMPONENT = "acey-board.js"
_LOADED = re.compile(r'(?:from|import) "\./([^"]+)"')


def _modules(name: str = _COMPONENT) -> Iterator[tuple[str, str]]:
    """A module of the component and all that it loads, each behind those that it loads itself."""
    source = files("acey_deucey").joinpath("board", "static", name).read_text("utf-8")
    for loaded in _LOADED.findall(source):
        yield from _modules(loaded)
    yield name, source


def _script() -> str:
    """The widget's half in the browser, in one piece."""
    script = files("acey_deucey.client").joinpath("widget.js").read_text("utf-8")
    return script.replace("const MODULES = {};", f"const MODULES = {json.dumps(dict(_modules()))};", 1)


class BoardWidget(anywidget.AnyWidget):
    """The board of a game, live: legal steps are marked, and played by drag, tap or keyboard.

    ``view`` is the side from which it is seen, ``lang`` the language of its words: en, de, fr or hu.
    """

    _esm = _script()
    game = Dict(help="The game, as the service shows it.").tag(sync=True)
    seats = List(Unicode(), help="The seats that the kernel holds.").tag(sync=True)
    view = Unicode().tag(sync=True)
    lang = Unicode().tag(sync=True)

    def __init__(self, table: KernelTable, view: Player | None, lang: str) -> None:
        self._table = table
        seats = list(table.seats)
        super().__init__(
            game=table.look(), seats=seats, view=view or (seats[0] if len(seats) == 1 else "white"), lang=lang
        )
        self.on_msg(self._hear)
        Thread(target=self._follow, daemon=True).start()

    def _hear(self, widget: object, asked: dict[str, Any], buffers: object) -> None:
        self.send(self._table.answer(asked))

    def _follow(self) -> None:
        """Show what happens as it happens, until the game ends or the service has been away for minutes."""
        try:
            for game in self._table.watch(self.game["version"]):
                self.game = game
        except (Failure, RuntimeError):  # the latter: somebody has closed the client
            return
