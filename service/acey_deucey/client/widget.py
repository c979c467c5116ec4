"""The board as a widget of notebooks: shows a game live, and plays it. Import it only with the extra notebooks.

The tokens stay in the kernel: what the browser and the saved notebook get is the game, and the names of the seats. The
component is read from this package, so that no other host is asked for anything.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import aclosing, suppress
from importlib.resources import files
from threading import Thread
from typing import Any

import anywidget
from traitlets import Dict, List, Unicode

from acey_deucey.client.async_transport import AsyncTransport
from acey_deucey.client.errors import Failure
from acey_deucey.client.sync_transport import Transport
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


class Board(anywidget.AnyWidget):
    """The board of a game: legal steps are marked, and played by drag, tap or keyboard.

    ``view`` is the side from which it is seen, ``lang`` the language of its words: en, de, fr or hu.
    """

    _esm = _script()
    game = Dict(help="The game, as the service shows it.").tag(sync=True)
    seats = List(Unicode(), help="The seats that the kernel holds.").tag(sync=True)
    view = Unicode().tag(sync=True)
    lang = Unicode().tag(sync=True)

    def __init__(self, table: KernelTable, game: dict[str, Any], view: Player | None, lang: str) -> None:
        self._table = table
        seats = list(table.seats)
        super().__init__(game=game, seats=seats, view=view or (seats[0] if len(seats) == 1 else "white"), lang=lang)


class BoardWidget(Board):
    """The board, live by a thread of its own."""

    def __init__(self, table: KernelTable, transport: Transport, view: Player | None) -> None:
        self._transport = transport
        super().__init__(table, transport.run(table.look()), view, language_of(transport))
        self.on_msg(self._hear)
        Thread(target=self._follow, daemon=True).start()

    def _hear(self, widget: object, asked: dict[str, Any], buffers: object) -> None:
        self.send(self._transport.run(self._table.answer(asked)))

    def _follow(self) -> None:
        """Show what happens as it happens, until the game ends or the service has been away for minutes."""
        with suppress(Failure, RuntimeError):  # the latter: somebody has closed the client
            for entry in self._transport.follow(self._table.watch(self.game["version"])):
                if entry.version > self.game["version"]:
                    self.game = self._transport.run(self._table.news(self.game["version"]))


class AsyncBoardWidget(Board):
    """The board, live by tasks of the loop in which it is made."""

    def __init__(
        self, table: KernelTable, transport: AsyncTransport, game: dict[str, Any], view: Player | None
    ) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        super().__init__(table, game, view, language_of(transport))
        self.on_msg(self._hear)
        self._following = self._loop.create_task(self._follow())

    def _hear(self, widget: object, asked: dict[str, Any], buffers: object) -> None:
        asyncio.run_coroutine_threadsafe(self._answer(asked), self._loop)

    async def _answer(self, asked: dict[str, Any]) -> None:
        self.send(await self._transport.run(self._table.answer(asked)))

    async def _follow(self) -> None:
        """See BoardWidget."""
        with suppress(Failure, RuntimeError):
            async with aclosing(self._transport.follow(self._table.watch(self.game["version"]))) as entries:
                async for entry in entries:
                    if entry.version > self.game["version"]:
                        self.game = await self._transport.run(self._table.news(self.game["version"]))


def language_of(transport: Transport | AsyncTransport) -> str:
    """The language in which the client wants to be answered."""
    return str(transport.http.headers.get("Accept-Language", "en"))
