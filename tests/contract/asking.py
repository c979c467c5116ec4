"""A request to each operation that is accepted, and the game that it is made to; it knows no problem."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from acey_deucey.api.openapi import PATH_EXAMPLES
from acey_deucey.api.operation import Operation

from tests.api.table import Table, bearer
from tests.contract.world import API_KEY, ORIGIN, World

Json = dict[str, Any]
SCRIPTED = {"mode": "scripted", "rolls": [[5, 2], [6, 4]]}
USUAL: Json = {"position": "h15/h15 w roll 0", "dice": SCRIPTED}
# What an operation needs of its game, where that is not the usual one.
GAMES: dict[str, Json] = {
    "take_seat": {"seats": {"black": "open"}, "dice": SCRIPTED},
    "play_moves": {"position": "h15/h15 w move plain 52 52 - 1", "dice": SCRIPTED},
    "name_double": {"position": "h15/h15 w name 1", "dice": SCRIPTED},
    "undo_moves": {"position": "h15/h15 w name 1", "dice": SCRIPTED},
    "list_plays": {"position": "h15/h15 w move plain 52 52 - 1", "dice": SCRIPTED},
}
FIRST: dict[str, tuple[str, Json]] = {
    "undo_moves": ("named-doubles", {"number": 2}),
    "show_analysis": ("resignations", {}),
}
PARTS = {"show_static": {"name": "acey-board.js"}}
QUERIES: dict[str, dict[str, str]] = {"compare_rulesets": {"left": "american", "right": "european"}}
# What asks for the key of an owner rather than for the token of a seat.
BY_OWNERS = {"list_games"}

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Ask(NamedTuple):
    """A request. ``data`` goes before ``body``."""

    method: str
    path: str
    query: Mapping[str, Any] = NOTHING
    headers: Mapping[str, str] = NOTHING
    body: Any = None
    data: tuple[bytes, str] | None = None

    def sent_by(self, client: Any) -> Any:
        """The answer, asked for by a web page."""
        sent = {} if self.body is None else {"json": self.body}
        if self.data is not None:
            sent = {"data": self.data[0], "content_type": self.data[1]}
        headers = {"Origin": ORIGIN, **self.headers}
        return client.open(self.path, method=self.method, query_string=dict(self.query), headers=headers, **sent)

    def with_headers(self, **more: str) -> "Ask":
        """The same with more headers, underscores for hyphens."""
        return self._replace(
            headers={**self.headers, **{name.replace("_", "-"): value for name, value in more.items()}}
        )

    def without_token(self) -> "Ask":
        """The same from nobody."""
        return self._replace(headers={name: value for name, value in self.headers.items() if name != "Authorization"})


class Scene(NamedTuple):
    """An operation, a request to it that is accepted, and the game that it is made to, if it is made to one."""

    world: World
    operation: Operation
    ask: Ask
    played: Table | None

    @property
    def game_id(self) -> str:
        """The id of the game."""
        assert self.played is not None, "it is no operation on a game"
        return str(self.played.game["id"])


def scene(world: World, operation: Operation, prepared: bool = True, **game: Any) -> Scene:
    """The operation on a new game; the game with these fields beside those that it needs."""
    headers, played = _authorization(operation), None
    if "{game_id}" in operation.path:
        played = Table(world.players, **(GAMES.get(operation.name, USUAL) | game))
        if prepared and operation.name in FIRST:
            played.does(*FIRST[operation.name])
        headers = bearer(played.tokens["white"]) if operation.token else headers
    parts = PATH_EXAMPLES | PARTS.get(operation.name, {}) | ({"game_id": played.game["id"]} if played else {})
    path = operation.path.format(**parts)
    ask = Ask(operation.method, path, QUERIES.get(operation.name, {}), headers, operation.body_example)
    return Scene(world, operation, ask, played)


def _authorization(operation: Operation) -> dict[str, str]:
    return bearer(API_KEY.key) if operation.name in BY_OWNERS else {}
