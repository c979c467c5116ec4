"""Input that is no good: a clear 4xx problem each time, and never a 500."""

from typing import Any

import pytest

from tests.api.table import Table, bearer

HUGE = "1" + "0" * 400
NOT_JSON = {
    "half": b"{",
    "nested too deep": b'{"play":' + b"[" * 2000 + b"]" * 2000 + b"}",
    "not a number": b'{"number": NaN}',
    "infinity": b'{"number": Infinity}',
    "ten to the 400": b'{"number": ' + HUGE.encode() + b"}",
    "a number too large for any program": b'{"number": 1e999}',
    "a lone surrogate": b'{"play": "\\ud800"}',
    "not UTF-8": b'{"play": "\xff"}',
    "two documents": b"{} {}",
    "a leading zero": b'{"number": 01}',
    "single quotes": b"{'number': 1}",
    "a byte order mark of UTF-16": "{}".encode("utf-16"),
    "an unescaped line break": b'{"play": "a\nb"}',
}
PATHS = ["/v1/games", "/v1/referee/plays", "/v1/referee/apply"]
COMMANDS = ["seats", "rolls", "moves", "named-doubles", "undos", "resignations"]


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_a_body_that_is_no_json_is_refused_everywhere(table: Any, client: Any, body: bytes) -> None:
    played: Table = table()
    for path in (*PATHS, *(f"{played.url}/{command}" for command in COMMANDS)):
        answer = client.post(path, data=body, content_type="application/json")
        assert (answer.status_code, answer.json["type"]) == (400, "/problems/malformed-json")


@pytest.mark.parametrize("body", ["[]", "5", '"x"', "null", "true", "[" * 1000 + "]" * 1000])
def test_a_body_that_is_no_object_is_refused(client: Any, body: str) -> None:
    for path in PATHS:
        answer = client.post(path, data=body, content_type="application/json")
        assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request")
        assert answer.json["detail"] == "The request cannot be read. Must be an object."


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "deep"}], ids=["plain", "with a key"])
@pytest.mark.parametrize("levels", [51, 260, 1_000])
def test_a_body_that_is_nested_too_deep_is_refused(client: Any, levels: int, headers: dict[str, str]) -> None:
    inside = "[" * (levels - 2) + "]" * (levels - 2)
    for path in PATHS:
        body = f'{{"record": {{"format": {inside}}}}}'
        problem = client.post(path, data=body, content_type="application/json", headers=headers).json
        assert (problem["status"], problem["errors"][0]["reason"]) == (
            400,
            "Must not be nested more than 50 levels deep.",
        )


def test_a_body_that_is_nested_as_deep_as_it_may_be_is_judged_by_what_it_says(client: Any) -> None:
    body = '{"record": {"format": ' + "[" * 48 + "]" * 48 + "}}"
    answer = client.post("/v1/games", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/unreadable-record")


WRONG_SHAPES: list[tuple[str, Any, str]] = [
    ("/v1/games", {"rulesets": "american"}, "/rulesets"),
    ("/v1/games", {"ruleset": 5}, "/ruleset"),
    ("/v1/games", {"ruleset": None}, "/ruleset"),
    ("/v1/games", {"ruleset": "x" * 41}, "/ruleset"),
    ("/v1/games", {"options": []}, "/options"),
    ("/v1/games", {"options": {"bear_off": [["any"]]}}, "/options/bear_off"),
    ("/v1/games", {"seats": {"white": "mine"}}, "/seats/white"),
    ("/v1/games", {"seats": {"red": "open"}}, "/seats/red"),
    ("/v1/games", {"dice": {"mode": "loaded"}}, "/dice/mode"),
    ("/v1/games", {"dice": {"mode": "scripted"}}, "/dice/rolls"),
    ("/v1/games", {"dice": {"mode": "server", "rolls": [[1, 2]]}}, "/dice/rolls"),
    ("/v1/games", {"dice": {"mode": "scripted", "rolls": []}}, "/dice/rolls"),
    ("/v1/games", {"dice": {"mode": "scripted", "rolls": [[1, 2, 3]]}}, "/dice/rolls/0"),
    ("/v1/games", {"dice": {"mode": "scripted", "rolls": [[1, 7]]}}, "/dice/rolls/0/1"),
    ("/v1/games", {"private": 1}, "/private"),
    ("/v1/games", {"private": "yes"}, "/private"),
    ("/v1/games", {"labels": {"a": 1}}, "/labels/a"),
    ("/v1/games", {"labels": {"": "x"}}, "/labels/"),
    ("/v1/games", {"labels": {"a": "x" * 201}}, "/labels/a"),
    ("/v1/games", {"labels": {"a": "\u0007"}}, "/labels/a"),
    ("/v1/games", {"labels": {str(number): "x" for number in range(17)}}, "/labels"),
    ("/v1/games", {"position": 5}, "/position"),
    ("/v1/games", {"position": {"white": {"hand": 15}}}, "/position/black"),
    ("/v1/games", {"position": {"white": {"hand": "15"}, "black": {}}}, "/position/white/hand"),
    ("/v1/games", {"position": {"white": {"points": {"25": 1}}, "black": {}}}, "/position/white/points/25"),
    ("/v1/games", {"position": {"white": {"points": {"3": -1}}, "black": {}}}, "/position/white/points/3"),
    ("/v1/games", {"position": {"white": {"points": {"3": 2.0}}, "black": {}}}, "/position/white/points/3"),
    ("/v1/games", {"position": "x" * 301}, "/position"),
    ("/v1/games", {"turn": {"player": "white"}}, "/turn/awaits"),
    ("/v1/games", {"turn": {"player": "red", "awaits": "roll"}}, "/turn/player"),
    ("rolls", {"dice": [1]}, "/dice"),
    ("rolls", {"dice": [1, 2, 3]}, "/dice"),
    ("rolls", {"dice": ["5", 1]}, "/dice/0"),
    ("rolls", {"dice": [3.7, 1]}, "/dice/0"),
    ("rolls", {"dice": [True, 1]}, "/dice/0"),
    ("rolls", {"dice": [0, 7]}, "/dice/0"),
    ("rolls", {"dice": 31}, "/dice"),
    ("rolls", {"die": [3, 1]}, "/die"),
    ("moves", {}, "/play"),
    ("moves", {"play": "hand/20", "steps": []}, "/play"),
    ("moves", {"play": 5}, "/play"),
    ("moves", {"play": "x" * 201}, "/play"),
    ("moves", {"play": "hand/20\u0000"}, "/play"),
    ("moves", {"steps": {}}, "/steps"),
    ("moves", {"steps": ["hand/20"]}, "/steps/0"),
    ("moves", {"steps": [{"from": "hand"}]}, "/steps/0/to"),
    ("moves", {"steps": [{"from": "hand", "to": "20"}]}, "/steps/0/to"),
    ("moves", {"steps": [{"from": 25, "to": 20}]}, "/steps/0/from"),
    ("moves", {"steps": [{"from": "off", "to": 20}]}, "/steps/0/from"),
    ("moves", {"steps": [{"from": "hand", "to": 20, "number": "5"}]}, "/steps/0/number"),
    ("moves", {"steps": [{"from": "hand", "to": 20, "number": 10**18}]}, "/steps/0/number"),
    ("moves", {"steps": [{"from": "hand", "to": 20, "why": 1}]}, "/steps/0/why"),
    ("moves", {"steps": [{"from": "hand", "to": 20}] * 9}, "/steps"),
    ("named-doubles", {"number": [4]}, "/number"),
    ("named-doubles", {"number": {}}, "/number"),
    ("named-doubles", {"name": 4}, "/name"),
    ("undos", {"steps": 1}, "/steps"),
    ("resignations", {"why": "tired"}, "/why"),
    ("seats", {}, "/seat"),
    ("seats", {"seat": "red"}, "/seat"),
    ("seats", {"seat": "black", "name": ""}, "/name"),
    ("seats", {"seat": "black", "name": "x" * 61}, "/name"),
    ("seats", {"seat": "black", "entropy": 5}, "/entropy"),
    ("/v1/referee/plays", {}, "/position"),
    ("/v1/referee/plays", {"position": {"white": {"hand": 15}, "black": {"hand": 15}}}, "/player"),
    ("/v1/referee/plays", {"position": "h15/h15 opening", "player": "white"}, "/stage"),
    ("/v1/referee/plays", {"position": "h15/h15 w roll 0", "limit": 0}, "/limit"),
    ("/v1/referee/plays", {"position": "h15/h15 w roll 0", "numbers": [1, 2, 3, 4, 5]}, "/numbers"),
    ("/v1/referee/apply", {"position": "h15/h15 w roll 0"}, "/command"),
    ("/v1/referee/apply", {"position": "h15/h15 w roll 0", "command": {}}, "/command/roll"),
    ("/v1/referee/apply", {"position": "h15/h15 w roll 0", "command": {"roll": [1, 2], "name": 3}}, "/command/roll"),
    (
        "/v1/referee/apply",
        {"position": {"white": {"hand": 15}, "black": {"hand": 15}}, "command": {"name": 3}},
        "/turn",
    ),
]


@pytest.mark.parametrize(("path", "body", "where"), WRONG_SHAPES)
def test_a_wrong_shape_is_told_with_its_place(table: Any, path: str, body: Any, where: str) -> None:
    played: Table = table()
    url = path if path.startswith("/") else f"{played.url}/{path}"
    answer = played.client.post(url, json=body, headers=bearer(played.tokens["white"]))
    assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request"), answer.text
    assert where in {fault["where"] for fault in answer.json["errors"]}, answer.json["errors"]


@pytest.mark.parametrize(
    ("query", "where"),
    [("?at=0", "/at"), ("?at=x", "/at"), ("?at=1.0", "/at"), ("?at=", "/at"), ("?at=-1", "/at"), (f"?at={HUGE}", "/at"),
     ("?at=١", "/at"), ("?at=1&at=2", "query"), ("?version=1", "/version"), ("/plays?as=graph", "/as"),
     ("/plays?limit=5001", "/limit"), ("/plays?limit=0", "/limit"), ("/events?wait=26", "/wait"),
     ("/events?wait=0.5", "/wait"), ("/events?after=-1", "/after"), ("/events?limit=1001", "/limit"),
     ("/events?after=1&cursor=djE6MQ", "/cursor"), ("/events?cursor=x", "/cursor"), ("/events?cursor=%ff", "/cursor"),
     ("/board.txt?view=red", "/view")],
)  # fmt: skip
def test_a_wrong_query_is_told_with_its_place(table: Any, query: str, where: str) -> None:
    answer = table().get(query)
    assert (answer.status_code, answer.json["errors"][0]["where"]) == (400, where)


@pytest.mark.parametrize("query", ["?dry_run=1", "?dry_run=", "?dryrun=true", "?dry_run=TRUE"])
def test_a_mistyped_dry_run_is_not_played_in_earnest(table: Any, query: str) -> None:
    played: Table = table(position="h15/h15 w move plain 52 52 - 1")
    assert played.post("moves" + query, {"play": "hand/20"}).status_code == 400
    assert played.get().json["version"] == 1


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "x"])
def test_a_body_that_does_not_say_it_is_json_is_refused(client: Any, media: str) -> None:
    answer = client.post("/v1/games", data=b"{}", content_type=media)
    assert (answer.status_code, answer.json["type"]) == (415, "/problems/unsupported-media-type")


@pytest.mark.parametrize(
    "media", ["application/json", "application/json; charset=utf-8", "application/merge-patch+json"]
)
def test_a_body_that_says_it_is_json_in_any_proper_way_is_read(client: Any, media: str) -> None:
    assert client.post("/v1/games", data=b"{}", content_type=media).status_code == 201


def test_an_empty_body_needs_no_type(client: Any) -> None:
    assert client.post("/v1/games", data=b"", content_type="text/plain").status_code == 201


def test_the_largest_body_is_64_kib(client: Any) -> None:
    for size, status in ((65_536, 201), (65_537, 413)):
        body = b"{" + b" " * (size - 2) + b"}"
        assert client.post("/v1/games", data=body, content_type="application/json").status_code == status


def test_a_megabyte_is_too_much(client: Any) -> None:
    answer = client.post("/v1/games", data=b" " * 1_000_000, content_type="application/json")
    assert (answer.status_code, answer.json["type"]) == (413, "/problems/body-too-large")


def test_of_a_name_given_twice_the_last_counts(client: Any) -> None:
    body = b'{"ruleset": "american", "ruleset": "european"}'
    answer = client.post("/v1/games", data=body, content_type="application/json")
    assert answer.json["game"]["ruleset"]["id"] == "european"


@pytest.mark.parametrize("play", ["13-8", "hand", "hand/20/", "/20", "off/6", "26/20", "hand/20(0)", "🎲", "a" * 200])
def test_text_that_is_no_play_is_refused_with_an_explanation(table: Any, play: str) -> None:
    played: Table = table(position="h15/h15 w move plain 52 52 - 1")
    played.is_refused("unreadable-play", 422, "moves", {"play": play})


HOSTILE = '<script>alert("1")</script>'


@pytest.mark.parametrize(
    ("method", "path", "more"),
    [
        ("GET", f"/v1/games/{HOSTILE}", {}),
        ("GET", f"/{HOSTILE}", {}),
        ("GET", f"/v1/rules/{HOSTILE}", {}),
        ("GET", f"/static/{HOSTILE}", {}),
        ("GET", f"/v1/rulesets?{HOSTILE}={HOSTILE}", {}),
        ("POST", "/v1/games", {"json": {HOSTILE: 1}}),
        ("POST", "/v1/games", {"json": {"ruleset": HOSTILE[:40]}}),
        ("POST", "/v1/games", {"json": {"record": HOSTILE}}),
        ("POST", "/v1/games", {"data": "{}", "content_type": HOSTILE}),
        ("POST", "/v1/games", {"json": {}, "headers": {"Idempotency-Key": f"{HOSTILE} \x7f"}}),
        ("POST", "/v1/games", {"json": {}, "headers": {"Authorization": HOSTILE}}),
    ],
)
@pytest.mark.parametrize("accept", ["text/html", "*/*"])
def test_what_was_sent_comes_back_as_text_of_a_program_and_never_of_a_page(
    client: Any, method: str, path: str, more: dict[str, Any], accept: str
) -> None:
    """A 404 elsewhere echoed the address as a page, with whatever script stood in it (boardgame.io #429)."""
    headers = {"Accept": accept, **more.get("headers", {})}
    answer = client.open(path, method=method, **{**more, "headers": headers})
    assert 400 <= answer.status_code < 500
    assert answer.mimetype == "application/problem+json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.json["status"] == answer.status_code, "it can be read as JSON, whatever was sent"


def test_problem_texts_escape_what_was_sent(table: Any, client: Any) -> None:
    played: Table = table(position="h15/h15 w move plain 52 52 - 1")
    answer = played.post("moves", {"play": '<script>"'})
    assert answer.mimetype == "application/problem+json"
    assert "<script>" in answer.json["detail"]
    assert b'\\"' in answer.data
    page = client.get("/problems/<script>", headers={"Accept": "text/html"})
    assert page.mimetype == "application/problem+json"
