"""A game for a board that speaks through the notebook's kernel: carries out what it asks for; it knows no widget.

Games are passed on as the JSON that the service gives. Tokens are used here and passed on to nobody.
"""

from collections.abc import Callable, Mapping
from typing import Any

from acey_deucey.client.call import Answer, Call
from acey_deucey.client.calls import Place, in_game
from acey_deucey.client.errors import Failure, Problem
from acey_deucey.client.exchange import Patience, Plan, exchange
from acey_deucey.client.game import Game
from acey_deucey.client.reading import read
from acey_deucey.client.values import Player, Reader
from acey_deucey.client.watching import WatchPlan, watch

COMMANDS = {
    "rolls": "roll_dice",
    "moves": "play_moves",
    "named-doubles": "name_double",
    "undos": "undo_moves",
    "resignations": "resign_game",
}
HELLO = "hello"

Json = dict[str, Any]


class KernelTable:
    """A game and the tokens of the seats that are held here, as plans for any transport.

    ``see`` is given the game after each command.
    """

    def __init__(
        self, game_id: str, tokens: Mapping[Reader, str], patience: Patience, see: Callable[[Game], object]
    ) -> None:
        self._id, self._tokens, self._patience, self._see = game_id, dict(tokens), patience, see

    @property
    def seats(self) -> tuple[Player, ...]:
        """The seats that can be acted for."""
        return tuple(held for held in self._tokens if held != "spectator")

    def look(self) -> Plan[Json]:
        """The game as it is now."""
        return self._asked(Call("get_game", _as_json, **self._place()))

    def answer(self, asked: Mapping[str, Any]) -> Plan[Json]:
        """What the board is told when it asks: the game, the problem that refuses it, or neither if none answered."""
        number = {"number": asked.get("number")}
        try:
            return number | {"game": (yield from self._done(asked))}
        except Problem as problem:
            return number | {"problem": dict(problem.case.body)}
        except (Failure, LookupError, TypeError):
            return number

    def watch(self, after: int) -> WatchPlan:
        """Yields every entry behind a version, as it comes."""
        return watch(self._place(), after)

    def news(self, after: int) -> Plan[Json]:
        """The game with the events of all that is new in it behind a version."""
        game = yield from self.look()
        if game["version"] == after + 1:
            return game
        query = {"after": after, "limit": 1000}
        page = yield from self._asked(Call("list_events", _as_json, query=query, **self._place()))
        entries = (entry for entry in page["entries"] if entry["version"] <= game["version"])
        return game | {"events": [event for entry in entries for event in entry["events"]]}

    def _done(self, asked: Mapping[str, Any]) -> Plan[Json]:
        now = yield from self.look()
        if asked["path"] == HELLO:
            return now
        place, is_trial = self._place(now["turn"]["player"]), bool(asked.get("dry_run"))
        how: Json = {"query": {"dry_run": is_trial or None}, "if_match": asked.get("version"), "key": asked.get("key")}
        told = yield from self._asked(Call(COMMANDS[asked["path"]], _as_json, body=asked["body"], **how, **place))
        if not is_trial:
            self._see(read(Game, told))
        return told

    def _asked(self, call: Call[Json]) -> Plan[Json]:
        return exchange(call, self._patience)

    def _place(self, player: Player | None = None) -> Place:
        """Where calls go, with the token of the player, or the first one that is held."""
        first = next(iter(self._tokens.values()), None)
        return in_game(self._id, self._tokens.get(player, first) if player else first)


def _as_json(answer: Answer) -> Json:
    told: Json = answer.json()
    return told
