"""How each documented problem comes about at each operation. What is not here is not documented, or a test fails.

Most ways are the same for all operations; what the rules refuse comes from the tables of the tests of the rules.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from uuid import uuid4

from acey_deucey.api.operation import Operation

from tests.api.table import Table, bearer
from tests.contract.asking import Scene, scene
from tests.contract.refused import REFUSED, Way
from tests.contract.world import NO_PLACES, ONE_AN_HOUR, OTHER_SECRET, Behind, World

UNKNOWN = "k3q8w1c5t9r2m4x7z0a6bd"
JSON = "application/json"
OPEN_SEAT = {"seats": {"black": "open"}}


def way(operation: Operation, slug: str) -> Way | None:
    """What provokes the problem at the operation; None where nobody knows."""
    return SPECIAL.get((operation.name, slug)) or COMMON.get(slug)


def _asked(world: World, operation: Operation, **changes: Any) -> Any:
    return scene(world, operation).ask._replace(**changes).sent_by(world.client())


def _unknown_parameter(world: World, operation: Operation) -> Any:
    found = scene(world, operation)
    return found.ask._replace(query={**found.ask.query, "no-such": "1"}).sent_by(world.client())


def _nobody(world: World, operation: Operation) -> Any:
    return _private(world, operation).ask.without_token().sent_by(world.client())


def _not_a_token(world: World, operation: Operation) -> Any:
    return _private(world, operation).ask.with_headers(Authorization="Basic YTpi").sent_by(world.client())


def _another_token(world: World, operation: Operation) -> Any:
    other = Table(world.client()).tokens["white"]
    return _private(world, operation).ask.with_headers(**bearer(other)).sent_by(world.client())


def _spectator(world: World, operation: Operation) -> Any:
    found = _private(world, operation)
    assert found.played is not None
    return found.ask.with_headers(**bearer(found.played.tokens["spectator"])).sent_by(world.client())


def _private(world: World, operation: Operation) -> Scene:
    """Reads ask for a token only where the game is private."""
    return scene(world, operation, private=True)


def _unknown_game(world: World, operation: Operation) -> Any:
    found = scene(world, operation)
    return found.ask._replace(path=found.ask.path.replace(found.game_id, UNKNOWN)).sent_by(world.client())


def _expired(world: World, operation: Operation) -> Any:
    found = scene(world, operation)
    world.expire(found.game_id)
    return found.ask.sent_by(world.client())


def _aged(world: World, operation: Operation) -> Any:
    found = scene(world, operation)
    world.age_format(found.game_id)
    return found.ask.sent_by(world.client())


def _aged_in_list(world: World, operation: Operation) -> Any:
    ask, client = scene(world, operation).ask, world.client()
    created = client.post("/v1/games", headers=ask.headers)
    world.age_format(created.json["game"]["id"])
    try:
        return ask.sent_by(client)
    finally:
        world.expire(created.json["game"]["id"])


def _retired(world: World, operation: Operation) -> Any:
    return _private(world, operation).ask.sent_by(world.client(secret=OTHER_SECRET))


def _broken_log(world: World, operation: Operation) -> Any:
    found = scene(world, operation)
    if found.played and found.played.game["status"] != "finished":
        found.played.does("resignations")
    world.damage_log(found.game_id)
    query = {"at": "1"} if operation.query and "at" in operation.query().fields else {}
    return found.ask._replace(query=query).sent_by(world.client())


def _behind(world: World, operation: Operation) -> Any:
    return scene(world, operation).ask.sent_by(world.client(Behind(world.store)))


def _without_store(world: World, operation: Operation) -> Any:
    return scene(world, operation).ask.sent_by(world.without_store())


def _mistaken(world: World, operation: Operation) -> Any:
    return scene(world, operation).ask.sent_by(world.client(broken=operation.name))


def _stale(world: World, operation: Operation) -> Any:
    return scene(world, operation).ask.with_headers(If_Match='"99"').sent_by(world.client())


def _key_reused(world: World, operation: Operation) -> Any:
    """The key stands for another command on the same game already."""
    found = scene(world, operation)
    ask, client = found.ask.with_headers(Idempotency_Key=f"key-of-{found.game_id}"), world.client()
    other = "rolls" if operation.name == "resign_game" else "resignations"
    first = ask._replace(path=f"/v1/games/{found.game_id}/{other}", body={})
    assert first.sent_by(client).status_code == 200
    return ask.sent_by(client)


def _key_reused_with(world: World, operation: Operation, *, body: Any) -> Any:
    """The key stands for the same command with another body already."""
    ask, client = scene(world, operation).ask, world.client()
    ask = ask.with_headers(Idempotency_Key=f"{operation.name}{ask.path}")
    assert ask._replace(body=body).sent_by(client).status_code == 201
    return ask.sent_by(client)


def _waiting(world: World, operation: Operation) -> Any:
    return scene(world, operation, prepared=False, **OPEN_SEAT).ask.sent_by(world.client())


def _unprepared(world: World, operation: Operation) -> Any:
    return scene(world, operation, prepared=False).ask.sent_by(world.client())


def _finished(world: World, operation: Operation) -> Any:
    found = scene(world, operation)
    assert found.played is not None
    found.played.does("resignations")
    return found.ask.sent_by(world.client())


def _no_such_part(world: World, operation: Operation) -> Any:
    path = operation.path.rpartition("/")[0] + "/nothing"
    return _asked(world, operation, path=path)


def _full(world: World, operation: Operation) -> Any:
    ask = scene(world, operation).ask
    return ask._replace(query={"wait": "1"}).sent_by(world.client(limits=NO_PLACES))


def _limited(world: World, operation: Operation) -> Any:
    """All that one address may ask for in an hour has been asked for."""
    ask, client = scene(world, operation).ask, world.client(quotas=ONE_AN_HOUR)
    ask.sent_by(client)
    return ask.sent_by(client)


def _in(world: World, operation: Operation, *, body: Any, **game: Any) -> Any:
    """The operation with another body, in a game of these fields."""
    return scene(world, operation, **game).ask._replace(body=body).sent_by(world.client())


COMMON: dict[str, Way] = {
    "invalid-request": _unknown_parameter,
    "malformed-json": partial(_asked, data=(b"{", JSON)),
    "body-too-large": partial(_asked, data=(b" " * 70_000, JSON)),
    "unsupported-media-type": partial(_asked, data=(b"{}", "text/plain")),
    "missing-token": _nobody,
    "invalid-token": _not_a_token,
    "token-of-another-game": _another_token,
    "spectator-token": _spectator,
    "not-found": _no_such_part,
    "game-not-found": _unknown_game,
    "game-expired": _expired,
    "version-not-found": partial(_asked, query={"at": "99"}),
    "stale-version": _stale,
    "idempotency-key-reused": _key_reused,
    "lost-race": _behind,
    "waiting-for-opponent": _waiting,
    "game-finished": _finished,
    "store-unavailable": _without_store,
    "not-ready": _without_store,
    "newer-format": _aged,
    "secret-retired": _retired,
    "broken-log": _broken_log,
    "internal-error": _mistaken,
    "too-many-listeners": _full,
    "quota-exceeded": _limited,
    "missing-api-key": lambda world, operation: scene(world, operation).ask.without_token().sent_by(
        world.client(owners_only=True)
    ),
    "invalid-api-key": lambda world, operation: scene(world, operation)
    .ask.with_headers(**bearer("adk_school_nonsense"))
    .sent_by(world.client()),
}  # fmt: skip

RULES_SENT: dict[str, Any] = {
    "invalid-options": {"options": {"bear_off": "sometimes"}},
    "unknown-ruleset": {"ruleset": "danish"},
    "invalid-position": {"position": {"white": {"hand": 14}, "black": {"hand": 15}}},
    "invalid-position-id": {"position": "h15"},
}
CREATED = RULES_SENT | {
    "invalid-turn": {"position": "h15/h15 over"},
    "invalid-dice-script": {"dice": {"mode": "scripted", "rolls": [[4, 4]]}},
    "unreadable-record": {"record": "nonsense"},
    "unknown-record-version": {"record": "acey-deucey record 99"},
    "broken-record": {"record": "acey-deucey record 1\nruleset american 1\ndice manual\nopening 6-3\n1. black 5-2\n"},
    "unknown-lesson": {"lesson": "chess"},
    "two-bots": {"seats": {"white": {"bot": "random"}, "black": {"bot": "random"}}},
    "bot-without-dice": {"seats": {"white": {"bot": "random"}}, "dice": {"mode": "manual"}},
}


def _special() -> Iterator[tuple[tuple[str, str], Way]]:
    for slug, body in CREATED.items():
        yield ("create_game", slug), partial(_in, body=body)
    for slug, body in RULES_SENT.items():
        stage = {"position": "h15/h15 w move plain 52 52 - 1"}
        yield (
            ("find_plays", slug),
            partial(_in, body=stage | body | {"player": "white", "stage": "plain", "numbers": [1]}),
        )
        yield ("evaluate_position", slug), partial(_in, body=stage | {"turn": ROLLING} | body)
        yield (
            ("apply_command", slug),
            partial(_in, body=stage | {"command": {"play": "hand/20"}, "turn": ROLLING} | body),
        )
    for slug, body in CREATED.items():
        yield ("create_games", slug), partial(_in, body={"games": [{}, body]})
    yield ("create_games", "idempotency-key-reused"), partial(_key_reused_with, body={"count": 2})
    yield ("create_games", "game-expired"), _created_before
    yield ("find_plays", "invalid-turn"), partial(_in, body={"position": "h15/h15 w roll 0"})
    yield ("apply_command", "invalid-turn"), partial(_in, body={"position": "h15/h15 over", "command": {"name": 3}})
    yield (
        ("apply_command", "unreadable-play"),
        partial(_in, body={"position": "h15/h15 w move plain 52 52 - 1", "command": {"play": "13-8"}}),
    )
    yield ("create_game", "idempotency-key-reused"), partial(_key_reused_with, body={"ruleset": "european"})
    yield ("take_seat", "idempotency-key-reused"), partial(_key_reused_with, body={"seat": "black"})
    yield ("take_seat", "seat-taken"), partial(_in, body={"seat": "black"}, seats={})
    yield ("compare_rulesets", "not-found"), partial(_asked, query={"left": "nothing", "right": "american"})
    yield ("roll_dice", "dice-script-used-up"), _rolls_without_end
    yield ("roll_dice", "dice-not-accepted"), partial(_in, body={"dice": [5, 2]})
    yield ("roll_dice", "dice-required"), partial(_in, body={}, dice={"mode": "manual"})
    yield ("play_moves", "unreadable-play"), partial(_in, body={"play": "13-8"})
    yield ("list_games", "newer-format"), _aged_in_list
    yield ("show_hints", "hints-off"), partial(_in, body=None, hints=False)
    yield ("show_analysis", "game-not-finished"), _unprepared
    yield ("show_analysis", "analysis-too-long"), _long_game
    yield ("evaluate_position", "invalid-turn"), partial(_in, body={"position": "h15/h15 over"})


ROLLING = {"player": "white", "awaits": "roll", "rolls": 0}


def _long_game(world: World, operation: Operation) -> Any:
    white = {"player": "white"}
    there_and_back = [white | {"play": "hand/20"}, white | {"undo": True}]
    commands = [{"opening": [6, 3]}, white | {"roll": [5, 2]}, *(there_and_back * 500), white | {"resign": True}]
    record = {"format": 1, "ruleset": {"id": "american", "version": 1}, "commands": commands}
    created = world.client().post("/v1/games", json={"record": record})
    assert created.status_code == 201, created.text
    return _asked(world, operation, path=operation.path.format(game_id=created.json["game"]["id"]))


def _created_before(world: World, operation: Operation) -> Any:
    """The same request created these games, and one of them has expired since."""
    ask, client = scene(world, operation).ask.with_headers(Idempotency_Key=str(uuid4())), world.client()
    world.expire(ask.sent_by(client).json["games"][0]["id"])
    return ask.sent_by(client)


def _rolls_without_end(world: World, operation: Operation) -> Any:
    found = scene(world, operation, dice={"mode": "scripted", "rolls": [[5, 2]]})
    assert found.played is not None
    found.played.does("rolls")
    found.played.does("moves", {"play": "hand/20 hand/23"})
    return found.ask.with_headers(**bearer(found.played.tokens["black"])).sent_by(world.client())


SPECIAL: Mapping[tuple[str, str], Way] = REFUSED | dict(_special())
