"""The ten rows of the OWASP API Security Top 10 (2023), each as tests; SECURITY.md lists them.

A test belongs to the row that its name begins with.
"""

import ast
import hmac
import re
import socket
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import acey_deucey
import pytest
from acey_deucey.api.app import create_app
from acey_deucey.api.owners import Owners
from acey_deucey.api.parsing import MOST_REPLAYED
from acey_deucey.api.routes import OPERATIONS
from acey_deucey.api_keys import ApiKeys, new_api_key
from acey_deucey.ports import Lifetime
from acey_deucey.services import Services
from flask import Flask

from tests.api.checked_client import DOCUMENT
from tests.api.table import Json, Table, bearer

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(acey_deucey.__file__).parent
ROWS = {
    1: "Broken Object Level Authorization",
    2: "Broken Authentication",
    3: "Broken Object Property Level Authorization",
    4: "Unrestricted Resource Consumption",
    5: "Broken Function Level Authorization",
    6: "Unrestricted Access to Sensitive Business Flows",
    7: "Server Side Request Forgery",
    8: "Security Misconfiguration",
    9: "Improper Inventory Management",
    10: "Unsafe Consumption of APIs",
}
COMMANDS: dict[str, Json] = {
    "rolls": {"dice": [2, 5]},
    "moves": {"play": "hand/24"},
    "named-doubles": {"number": 4},
    "undos": {},
    "resignations": {},
}  # fmt: skip
LOOKS = ("", "/events", "/plays", "/dice", "/record", "/board.txt", "/board.svg")
TURN = "h15/h15 w roll 0"
# What HTTP libraries and Python's own modules for going out are called.
WAYS_OUT = {"urllib.request", "http.client", "ftplib", "smtplib", "requests", "httpx", "httpx2", "aiohttp", "urllib3"}


def rows() -> Iterator[tuple[int, str, str]]:
    """Number, title and tests of each row of the table in SECURITY.md."""
    for line in (ROOT / "SECURITY.md").read_text("utf-8").splitlines():
        if found := re.match(r"\| API(\d+):2023 ([^|]+) \|.*\| ([^|]+) \|$", line):
            yield int(found[1]), found[2], found[3]


def test_the_table_in_the_security_policy_tells_the_tests_of_each_row() -> None:
    tests = [name for name in globals() if name.startswith("test_api")]
    assert {number: title for number, title, _ in rows()} == ROWS
    for number, _, listed in rows():
        there = {name for name in tests if name.startswith(f"test_api{number}_")}
        assert there, f"API{number} has no test"
        assert set(re.findall(r"`(test_\w+)`", listed)) == there, f"API{number}"


def test_api1_a_token_opens_its_own_game_alone(table: Any) -> None:
    mine: Table = table(private=True)
    other: Table = table(private=True)
    for token in other.tokens.values():
        for look in LOOKS:
            answer = mine.client.get(mine.url + look, headers=bearer(token))
            assert (answer.status_code, answer.json["type"]) == (403, "/problems/token-of-another-game"), look
        for command, body in COMMANDS.items():
            answer = mine.client.post(f"{mine.url}/{command}", json=body, headers=bearer(token))
            assert (answer.status_code, answer.json["type"]) == (403, "/problems/token-of-another-game"), command
    assert mine.get(token=mine.tokens["white"]).json["version"] == mine.game["version"]


def test_api1_a_private_game_shows_nothing_without_a_token(table: Any) -> None:
    mine: Table = table(private=True, labels={"class": "of 1912"})
    for look in LOOKS:
        answer = mine.get(look)
        assert (answer.status_code, answer.json["type"]) == (401, "/problems/missing-token"), look
        assert "1912" not in answer.text


@pytest.mark.parametrize("change", ["case", "end", "seat", "shorter", "longer", "form"])
def test_api2_a_token_that_is_nearly_right_is_wrong(table: Any, change: str) -> None:
    played: Table = table(position=TURN)
    token = played.tokens["white"]
    forged = {
        "case": token[:-5] + token[-5:].swapcase() if token[-5:].swapcase() != token[-5:] else token[:-5] + "AAAAA",
        "end": token[:-2] + ("AA" if token[-2:] != "AA" else "BB"),
        "seat": token.replace("white", "black"),
        "shorter": token[:-1],
        "longer": token + "A",
        "form": token.partition("_")[2],
    }[change]
    answer = played.client.post(f"{played.url}/rolls", json={}, headers=bearer(forged))
    assert answer.status_code in (401, 403)
    assert forged not in answer.text
    assert played.get().json["version"] == played.game["version"]


def test_api2_tokens_and_keys_are_compared_in_constant_time(
    services: Services, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: Table = table(position=TURN)
    owner = new_api_key("school")
    compared: list[tuple[Any, Any]] = []
    real = hmac.compare_digest

    def noted(one: Any, other: Any) -> bool:
        compared.append((one, other))
        return real(one, other)

    monkeypatch.setattr(hmac, "compare_digest", noted)
    played.does("resignations")
    assert compared, "a seat's token"
    compared.clear()
    assert ApiKeys([owner.line, new_api_key("club").line]).owner_of(owner.key) == "school"
    assert len(compared) == 2, "all known keys, whichever it is"


def test_api2_who_asks_for_a_game_that_is_not_there_learns_nothing_of_tokens(client: Any, table: Any) -> None:
    token = table().tokens["white"]
    for headers in ({}, bearer(token), bearer("nonsense")):
        answer = client.get("/v1/games/k3q8w1c5t9r2m4x7z0a6bd", headers=headers)
        assert (answer.status_code, answer.json["type"]) == (404, "/problems/game-not-found")


@pytest.mark.parametrize(
    "field", ["id", "version", "status", "result", "owner", "tokens", "salt", "seed", "stake", "created_at", "undo"]
)
def test_api3_no_field_is_taken_that_is_not_the_caller_s_to_set(table: Any, field: str) -> None:
    played: Table = table(position=TURN)
    for path, body in (("", {}), *((f"{played.url}/{command}", body) for command, body in COMMANDS.items())):
        answer = played.client.post(
            path or "/v1/games", json={**body, field: 1}, headers=bearer(played.tokens["white"])
        )
        assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request")
        assert answer.json["errors"][0]["where"] == f"/{field}"
    assert played.get().json["version"] == played.game["version"]


def test_api3_no_look_shows_what_dice_and_tokens_are_made_from(table: Any, services: Services) -> None:
    played: Table = table(position=TURN)
    stored = services.store.load(played.game["id"]).state.decode()
    salt = re.search(r'"d":\["server","([^"]+)"', stored)
    assert salt
    for look in LOOKS:
        text = played.get(look).text
        for secret in (salt[1], *played.tokens.values()):
            assert secret not in text
    assert played.get("/dice").json["seed"] is None


def test_api4_whatever_can_be_long_is_bounded(table: Any, client: Any) -> None:
    played: Table = table(position=TURN)
    deep = b'{"labels":' + b"[" * 1500 + b"]" * 1500 + b"}"
    for body, status in ((b"x" * 65_537, 413), (deep, 400)):
        assert client.post("/v1/games", data=body, content_type="application/json").status_code == status
    assert client.post("/v1/games", json={"labels": {str(n): "x" for n in range(17)}}).status_code == 400
    assert played.get("/events?limit=1001").status_code == 400
    assert played.get("/events?after=1&wait=26").status_code == 400
    long_play = " ".join(["13/7"] * 1000)
    assert played.post("moves", {"play": long_play}).status_code in (400, 422)
    assert played.post("rolls", {}, Idempotency_Key="x" * 256).status_code == 400


def test_api4_a_record_that_would_take_long_is_not_replayed(client: Any) -> None:
    throws = "".join(f"{number}. white 6-5\n" for number in range(1, MOST_REPLAYED + 2))
    answer = client.post(
        "/v1/games", json={"record": f"acey-deucey record 1\nruleset american 1\ndice manual\n{throws}"}
    )
    assert answer.status_code == 400, answer.text
    assert answer.json["errors"][0]["where"] == "/record/commands"


def test_api5_a_spectator_looks_and_does_nothing(table: Any) -> None:
    played: Table = table(private=True, position=TURN)
    token = played.tokens["spectator"]
    for look in LOOKS:
        assert played.get(look, token=token).status_code == 200
    for command, body in COMMANDS.items():
        answer = played.client.post(f"{played.url}/{command}", json=body, headers=bearer(token))
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/spectator-token")


def test_api5_a_player_does_nothing_in_the_other_s_turn(table: Any) -> None:
    played: Table = table(position=TURN)
    for command, body in (("rolls", {}), ("moves", {"play": "hand/24"}), ("named-doubles", {"number": 4})):
        answer = played.post(command, body, seat="black")
        assert (answer.status_code, answer.json["type"]) == (409, "/problems/not-your-turn"), command


def test_api5_there_is_nothing_but_what_the_document_tells_and_no_other_method(app: Flask, client: Any) -> None:
    told = {(operation.path, operation.method) for operation in OPERATIONS}
    for path in {path for path, _ in told}:
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - {way for at, way in told if at == path}:
            answer = client.open(path.replace("{", "").replace("}", ""), method=method)
            assert answer.status_code in (404, 405), f"{method} {path}"


def test_api6_where_only_owners_create_nobody_else_makes_games(services: Services) -> None:
    owner = new_api_key("school")
    client = create_app(services, owners=Owners(ApiKeys([owner.line]), only_they_create=True)).test_client()
    for headers in ({}, bearer("adk_" + "x" * 43)):
        assert client.post("/v1/games", json={}, headers=headers).status_code == 401
    assert list(services.store.game_ids()) == []
    assert client.post("/v1/games", json={}, headers=bearer(owner.key)).status_code == 201


def test_api6_a_seat_is_taken_once(table: Any) -> None:
    played: Table = table(seats={"black": "open"})
    assert played.post("seats", {"seat": "black"}).status_code == 201
    answer = played.post("seats", {"seat": "black"})
    assert answer.status_code == 409
    assert "token" not in answer.json


def test_api7_nothing_that_is_sent_makes_the_service_call_anybody(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []

    def note(*words: Any, **_: Any) -> None:
        called.append(words)
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", note)
    monkeypatch.setattr(socket, "getaddrinfo", note)
    url = "http://169.254.169.254/latest/meta-data"
    headers = dict.fromkeys(("Origin", "Referer", "X-Forwarded-Host", "X-Forwarded-For", "X-Original-URL"), url)
    game = client.post("/v1/games", json={"labels": {"callback": url}}, headers=headers)
    assert game.status_code == 201
    for path in ("/", f"/static/{url}", f"/v1/lessons/{url}", f"/problems/{url}"):
        client.get(path, headers=headers)
    for field in ("record", "position", "ruleset", "lesson", "webhook"):
        assert client.post("/v1/games", json={field: url}, headers=headers).status_code in (400, 404, 422)
    assert called == []


def test_api7_no_module_of_the_service_can_ask_other_servers_but_the_store() -> None:
    found = {
        str(path.relative_to(PACKAGE)): sorted(ways)
        for path in PACKAGE.rglob("*.py")
        if "client" not in path.relative_to(PACKAGE).parts
        and (ways := {name for name in imported(path) if name in WAYS_OUT or name.partition(".")[0] in WAYS_OUT})
    }
    assert found == {}


def imported(path: Path) -> set[str]:
    """The modules that a file imports."""
    tree = ast.walk(ast.parse(path.read_text("utf-8")))
    return {
        name
        for node in tree
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }


def test_api8_every_answer_tells_browsers_to_do_nothing_with_it_that_is_not_meant(client: Any, table: Any) -> None:
    played: Table = table()
    paths = [
        re.sub("[{}]", "", operation.path.replace("{game_id}", str(played.game["id"])))
        for operation in OPERATIONS
        if operation.method == "GET"
    ]
    for path in (*paths, "/nothing", "/static/acey-board.js", "/static/icon.svg"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert len(headers.getlist("Content-Security-Policy")) == 1, path
        assert headers["Referrer-Policy"] == "no-referrer", path
        policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'", path
        assert "'unsafe-inline'" not in policy.get("script-src", "")
        assert "'unsafe-eval'" not in policy.get("script-src", "")
        assert "Server" not in headers
        assert "X-Powered-By" not in headers
        if not headers["Content-Type"].startswith("image/"):
            assert policy["frame-ancestors"] == "'none'", path


def test_api8_what_belongs_to_one_player_is_in_no_cache(table: Any) -> None:
    played: Table = table(private=True)
    for look in LOOKS:
        kept = played.get(look, token=played.tokens["white"]).headers["Cache-Control"]
        assert set(kept.split(", ")) & {"no-store", "private", "no-cache"}, look
        assert "public" not in kept


def test_api8_other_web_pages_have_no_leave_unless_they_are_given_it(services: Services) -> None:
    answer = create_app(services).test_client().get("/v1/rules", headers={"Origin": "https://elsewhere.example"})
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control-")]


def test_api8_a_mistake_shows_nothing_of_the_inside(services: Services, client: Any, monkeypatch: Any) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("/srv/secret")

    monkeypatch.setattr(services.store, "load", broken)
    answer = client.get("/v1/games/k3q8w1c5t9r2m4x7z0a6bd")
    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert not re.search(r"Traceback|secret|RuntimeError|\.py", answer.text)


def test_api9_every_route_is_in_the_document_and_every_version_in_its_path(app: Flask) -> None:
    routes = {re.sub(r"<(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    assert routes == set(DOCUMENT["paths"])
    rest = {path for path in routes if not path.startswith("/v1/")}
    assert rest == {
        "/", "/play", "/docs", "/openapi.json", "/problems", "/problems/{slug}", "/assets/{name}", "/static/{name}",
        "/livez", "/readyz", "/metrics",
    }  # fmt: skip


def test_api9_the_document_tells_the_version_that_runs() -> None:
    assert DOCUMENT["info"]["version"] == version("acey-deucey")


@pytest.mark.parametrize("state", [b"{}", b"[]", b"not json", b'{"f":1}', b'{"f":1,"o":"999999999999999"}', b"\xff"])
def test_api10_what_the_store_gives_is_not_trusted(table: Any, services: Services, state: bytes) -> None:
    played: Table = table(position=TURN)
    services.store.save(played.game["id"], played.game["version"], state, b"1;Tw", Lifetime(1000, 1000))
    for look in ("", "/plays", "/board.txt"):
        answer = played.get(look)
        assert (answer.status_code, answer.json["type"]) == (500, "/problems/internal-error"), look
    assert played.post("rolls", {}, seat="white").status_code == 500


def test_api10_a_record_from_elsewhere_is_judged_like_moves(table: Any, client: Any) -> None:
    played: Table = table(dice={"mode": "scripted", "rolls": [[3, 5], [6, 4]]})
    record = played.get("/record").json
    record["commands"] = [{"type": "moved", "player": "white", "play": "hand/off"}]
    assert client.post("/v1/games", json={"record": record}).status_code == 422
