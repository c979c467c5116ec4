"""API keys, and what they own: creating games with one, and the list of them."""

import re
import subprocess
import sys
from typing import Any

import pytest
from acey_deucey.api.app import create_app
from acey_deucey.api.owners import Owners
from acey_deucey.api.routes import OPERATIONS
from acey_deucey.api_keys import ApiKeys, InvalidApiKey, UnreadableApiKey, new_api_key
from acey_deucey.audit import audit
from acey_deucey.services import Services
from flask import Flask

from tests.api.checked_client import CheckedClient
from tests.api.conftest import TurnedClock
from tests.api.running import environment
from tests.api.table import Table, bearer

SCHOOL, CLUB, SECOND = new_api_key("school"), new_api_key("chess-club"), new_api_key("school")
LINES = (SCHOOL.line, CLUB.line, SECOND.line)
DAY = 24 * 3600
COMMANDS = {"moves": {"play": "hand/24"}, "named-doubles": {"number": 1}}


@pytest.fixture
def app(services: Services) -> Flask:
    """The service with two owners, of whom one has two keys."""
    return app_with(services)


def app_with(services: Services, *, only_they_create: bool = False) -> Flask:
    app = create_app(services, owners=Owners(ApiKeys(LINES), only_they_create))
    app.test_client_class = CheckedClient
    return app


def create(client: Any, key: str | None = SCHOOL.key, repeat: str | None = None, **body: Any) -> Any:
    headers = bearer(key) | ({"Idempotency-Key": repeat} if repeat else {})
    return client.post("/v1/games", json=body, headers=headers)


def listed(client: Any, query: str = "", key: str = SCHOOL.key) -> list[str]:
    """The labels n of the games on a page."""
    answer = client.get(f"/v1/games{query}", headers=bearer(key))
    assert answer.status_code == 200, answer.text
    return [game["labels"]["n"] for game in answer.json["games"]]


def begin(client: Any, clock: TurnedClock, *names: str, **body: Any) -> None:
    for name in names:
        clock.seconds += 1
        assert create(client, labels={"n": name}, **body).status_code == 201


def test_an_owner_sees_the_games_of_all_his_keys_newest_first_and_no_others(client: Any, clock: TurnedClock) -> None:
    begin(client, clock, "1", "2")
    clock.seconds += 1
    assert create(client, SECOND.key, labels={"n": "3"}).status_code == 201
    create(client, CLUB.key, labels={"n": "of the club"})
    create(client, None, labels={"n": "nobody's"})
    assert listed(client) == listed(client, key=SECOND.key) == ["3", "2", "1"]
    assert listed(client, key=CLUB.key) == ["of the club"]


def test_a_list_tells_of_a_game_what_the_game_tells_of_itself_and_no_token(client: Any) -> None:
    created = create(client, labels={"n": "1"}, private=True)
    answer = client.get("/v1/games", headers=bearer(SCHOOL.key))
    (summary,) = answer.json["games"]
    game = created.json["game"]
    assert {name: game[name] for name in summary if name != "links"} | {"links": summary["links"]} == summary
    assert summary["links"] == {"self": created.headers["Location"]}
    assert not any(token in answer.text for token in created.json["tokens"].values())
    assert answer.headers["Cache-Control"] == "no-store"


def test_games_are_listed_by_status_as_they_go_on(client: Any, clock: TurnedClock) -> None:
    begin(client, clock, "waiting", seats={"black": "open"})
    begin(client, clock, "playing")
    over = create(client, labels={"n": "over"}).json
    path = f"{over['game']['links']['self']}/resignations"
    assert client.post(path, headers=bearer(over["tokens"]["white"])).status_code == 200
    assert listed(client, "?status=waiting") == ["waiting"]
    assert listed(client, "?status=playing") == ["playing"]
    assert listed(client, "?status=finished") == ["over"]
    (waiting,) = client.get("/v1/games?status=waiting", headers=bearer(SCHOOL.key)).json["games"]
    assert client.post(f"{waiting['links']['self']}/seats", json={"seat": "black"}).status_code == 201
    assert listed(client, "?status=waiting") == []
    assert set(listed(client, "?status=playing")) == {"waiting", "playing"}


def test_a_game_that_is_lost_on_time_is_not_listed_as_played(client: Any, clock: TurnedClock) -> None:
    assert create(client, labels={"n": "timed"}, clock={"turn_seconds": 30}).status_code == 201
    begin(client, clock, "untimed")
    clock.seconds += 30
    assert listed(client, "?status=playing") == ["untimed"]
    assert listed(client, "?status=finished") == ["timed"]


def test_a_game_that_is_lost_on_time_is_listed_as_finished_once_anybody_looks(client: Any, clock: TurnedClock) -> None:
    game = create(client, labels={"n": "slow"}, clock={"turn_seconds": 60}).json["game"]
    clock.seconds += 61
    assert client.get(game["links"]["self"]).json["status"] == "finished"
    assert listed(client, "?status=finished") == ["slow"]
    assert listed(client, "?status=playing") == []


def test_a_long_list_is_read_page_by_page(client: Any, clock: TurnedClock) -> None:
    names = [str(number) for number in range(11)]
    begin(client, clock, *names, seats={"black": "open"})
    path, seen = "/v1/games?limit=4&status=waiting", []
    while path:
        answer = client.get(path, headers=bearer(SCHOOL.key))
        seen.append([game["labels"]["n"] for game in answer.json["games"]])
        link = re.fullmatch(r'<(.+)>; rel="next"', answer.headers.get("Link", ""))
        assert (link is not None) == answer.json["more"] == (answer.json["cursor"] is not None)
        path = link[1] if link else ""
    assert seen == [["10", "9", "8", "7"], ["6", "5", "4", "3"], ["2", "1", "0"]]


def test_a_game_that_began_while_a_list_is_read_does_not_shift_its_pages(client: Any, clock: TurnedClock) -> None:
    begin(client, clock, "1", "2", "3", "4")
    cursor = client.get("/v1/games?limit=2", headers=bearer(SCHOOL.key)).json["cursor"]
    begin(client, clock, "5")
    assert listed(client, f"?cursor={cursor}") == ["2", "1"]


def test_expired_games_are_passed_over(client: Any, clock: TurnedClock) -> None:
    begin(client, clock, "1", "2")
    begin(client, clock, *(f"waiting {number}" for number in range(30)), seats={"black": "open"})
    clock.seconds += 2 * DAY
    assert listed(client, "?limit=8") == ["2", "1"]


@pytest.mark.parametrize("query", ["?cursor=x", "?cursor=djE6Mw", "?status=lost", "?limit=0", "?limit=101", "?owner=x"])
def test_a_question_that_cannot_be_is_refused(client: Any, query: str) -> None:
    answer = client.get(f"/v1/games{query}", headers=bearer(SCHOOL.key))
    assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request")


@pytest.mark.parametrize(
    "key",
    [SCHOOL.key + "x", SCHOOL.key[:-1], "adk_", new_api_key("school").key, SCHOOL.line.partition("=")[2], "school"],
    ids=["longer", "shorter", "empty", "unknown", "digest", "name"],
)
def test_another_key_is_refused_everywhere_and_nothing_is_created(client: Any, services: Services, key: str) -> None:
    for answer in (create(client, key), client.get("/v1/games", headers=bearer(key))):
        assert (answer.status_code, answer.json["type"]) == (401, "/problems/invalid-api-key")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        assert key not in answer.text or key == "school"
    assert list(services.store.game_ids()) == []


def test_without_a_key_games_are_created_and_none_is_listed(client: Any, table: Any) -> None:
    seat = table().tokens["white"]
    for token in (None, seat):
        assert create(client, token).status_code == 201
        answer = client.get("/v1/games", headers=bearer(token))
        assert (answer.status_code, answer.json["type"]) == (401, "/problems/missing-api-key")


def test_where_only_owners_create_a_key_is_needed_and_playing_goes_on_without(services: Services) -> None:
    client: Any = app_with(services, only_they_create=True).test_client()
    answer = create(client, None)
    assert (answer.status_code, answer.json["type"]) == (401, "/problems/missing-api-key")
    game = create(client).json
    path = f"{game['game']['links']['self']}/resignations"
    assert client.post(path, headers=bearer(game["tokens"]["white"])).status_code == 200


def test_an_api_key_acts_for_no_seat(client: Any) -> None:
    game = create(client, private=True).json["game"]["links"]["self"]
    for command in ("rolls", "moves", "named-doubles", "undos", "resignations"):
        answer = client.post(f"{game}/{command}", json=COMMANDS.get(command, {}), headers=bearer(SCHOOL.key))
        assert (answer.status_code, answer.json["type"]) == (401, "/problems/invalid-token")


def test_an_owner_reads_his_private_games_with_any_of_his_keys_and_nobody_else_s(client: Any) -> None:
    game = create(client, private=True).json
    path = game["game"]["links"]["self"]
    client.post(f"{path}/resignations", headers=bearer(game["tokens"]["white"]))
    looks = [operation for operation in OPERATIONS if operation.token == "private"]
    assert len(looks) == 9
    for look in looks:
        url = look.path.replace("{game_id}", game["game"]["id"])
        statuses = [client.get(url, headers=bearer(key)).status_code for key in (SCHOOL.key, SECOND.key, CLUB.key)]
        assert statuses == [200, 200, 403], url
        assert client.get(url, headers=bearer(new_api_key("school").key)).status_code == 401, "a key that is not known"


def test_nobody_s_private_game_is_not_opened_by_an_api_key(client: Any) -> None:
    path = create(client, None, private=True).json["game"]["links"]["self"]
    assert client.get(path, headers=bearer(SCHOOL.key)).status_code == 403


def test_a_public_game_shows_itself_whichever_key_is_sent_with_the_question(client: Any) -> None:
    path = create(client, None).json["game"]["links"]["self"]
    for key in (SCHOOL.key, new_api_key("school").key):
        assert client.get(path, headers=bearer(key)).status_code == 200


def test_an_owner_listens_to_his_private_game(client: Any) -> None:
    game = create(client, private=True).json
    path = game["game"]["links"]["self"]
    client.post(f"{path}/resignations", headers=bearer(game["tokens"]["white"]))
    stream = {"Accept": "text/event-stream"}
    answer = client.get(f"{path}/events?after=0", headers=bearer(SCHOOL.key) | stream)
    assert '"finished"' in answer.text
    assert client.get(f"{path}/events", headers=bearer(CLUB.key) | stream).status_code == 403


def test_an_idempotency_key_belongs_to_its_owner_whichever_api_key_he_sends(client: Any) -> None:
    first = create(client, repeat="one")
    again = create(client, repeat="one")
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert create(client, SECOND.key, repeat="one").json == first.json
    others = [create(client, key, repeat="one") for key in (CLUB.key, None)]
    assert {answer.status_code for answer in others} == {201}
    assert len({answer.json["game"]["id"] for answer in (first, *others)}) == 3
    assert not any("Idempotent-Replayed" in answer.headers for answer in others)
    assert len(client.get("/v1/games", headers=bearer(SCHOOL.key)).json["games"]) == 1


def test_no_answer_tells_to_whom_a_game_belongs(client: Any) -> None:
    table = Table(client)
    owned = create(client, CLUB.key, labels={"n": "1"}).json["game"]
    assert set(owned) == set(table.game)
    for path in ("", "/events", "/record", "/dice"):
        assert "club" not in client.get(owned["links"]["self"] + path).text


def test_an_owned_game_follows_from_its_log_like_any_other(client: Any, services: Services) -> None:
    game = create(client, seats={"black": "open"}).json
    path = game["game"]["links"]["self"]
    client.post(f"{path}/seats", json={"seat": "black"})
    client.post(f"{path}/resignations", headers=bearer(game["tokens"]["white"]))
    assert [audited.fault for audited in audit(services.store)] == [None]


def test_an_owner_may_have_several_keys_and_none_of_them_is_shown() -> None:
    keys = ApiKeys(LINES)
    assert keys.owner_of(SCHOOL.key) == keys.owner_of(SECOND.key) == "school"
    assert repr(keys) == "<ApiKeys of chess-club, school>"
    with pytest.raises(InvalidApiKey):
        ApiKeys(()).owner_of(SCHOOL.key)


@pytest.mark.parametrize(
    "line",
    [SCHOOL.key, "school", "school=", f"a b={'0' * 64}", f"x={'0' * 63}", f"={'0' * 64}"],
    ids=["in clear", "a name", "no digest", "no name", "a short digest", "no name at all"],
)
def test_a_key_is_configured_by_its_digest_or_not_at_all(line: str) -> None:
    with pytest.raises(UnreadableApiKey, match="Entry 2 of ACEY_API_KEYS") as refusal:
        ApiKeys((CLUB.line, line))
    assert SCHOOL.key not in str(refusal.value)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "acey_deucey", "api-key", *words],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_command_makes_a_key_and_the_entry_for_it() -> None:
    done = command("school")
    key, line = re.findall(r": (\S+)$", done.stdout, re.MULTILINE)
    assert re.fullmatch(r"adk_[A-Za-z0-9_-]{43}", key)
    assert ApiKeys([line]).owner_of(key) == "school"
    assert command("a name").returncode == 2
