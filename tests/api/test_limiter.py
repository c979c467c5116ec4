"""Limits: what an address, an owner or a seat may ask for, and how that is told; a store in trouble limits nobody."""

import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
import redis
from acey_deucey.api.app import create_app
from acey_deucey.api.limiter import Quotas
from acey_deucey.api.owners import Owners
from acey_deucey.api.wiring import services_of
from acey_deucey.api_keys import ApiKeys
from acey_deucey.config import InvalidSettings, load_settings
from acey_deucey.ports import Allowance, StoreUnavailable
from acey_deucey.services import Services
from acey_deucey.store import open_store
from acey_deucey.store.memory import SystemClock
from flask import Flask

from tests.api.checked_client import CheckedClient
from tests.api.conftest import TurnedClock
from tests.api.table import Table, bearer
from tests.api.test_owners import CLUB, LINES, SCHOOL, SECOND

HOUR = (Allowance(3, 3600),)
FIELD = re.compile(r'"([a-z/0-9-]+)";r=(\d+);t=(\d+)')


def client_with(services: Services, **quotas: tuple[Allowance, ...]) -> Any:
    app = create_app(services, owners=Owners(ApiKeys(LINES)), quotas=Quotas(**quotas))
    app.test_client_class = CheckedClient
    return app.test_client()


def create(client: Any, key: str | None = None, address: str = "192.0.2.1", repeat: str | None = None) -> Any:
    headers = bearer(key) | ({"Idempotency-Key": repeat} if repeat else {})
    return client.post("/v1/games", headers=headers, environ_base={"REMOTE_ADDR": address})


def is_refused(answer: Any) -> bool:
    if answer.status_code != 429:
        return False
    assert answer.json["type"] == "/problems/quota-exceeded"
    return True


def test_an_address_creates_so_many_games_and_may_go_on_when_it_was_told(
    services: Services, clock: TurnedClock
) -> None:
    client = client_with(services, creates_per_address=HOUR)
    first = create(client)
    assert first.headers["RateLimit-Policy"] == '"creates-per-address/3600";q=3;w=3600'
    assert first.headers["RateLimit"] == '"creates-per-address/3600";r=2;t=3600'
    clock.seconds += 1000
    assert [create(client).status_code for _ in range(2)] == [201, 201]
    refused = create(client)
    assert is_refused(refused)
    assert refused.headers["Retry-After"] == "2600"
    assert refused.headers["RateLimit"] == '"creates-per-address/3600";r=0;t=2600'
    assert "2600 s" in refused.json["detail"]
    assert len(list(services.store.game_ids())) == 3
    clock.seconds += 2599
    assert is_refused(create(client))
    clock.seconds += 1
    assert create(client).status_code == 201


def test_others_are_not_hindered_and_a_customer_of_ipv6_is_one(services: Services) -> None:
    client = client_with(services, creates_per_address=HOUR)
    for number in range(3):
        assert create(client, address=f"2001:db8:1:2::{number}").status_code == 201
    assert is_refused(create(client, address="2001:db8:1:2:ffff::1"))
    assert create(client, address="2001:db8:1:3::1").status_code == 201
    assert create(client, address="192.0.2.7").status_code == 201


def test_an_owner_is_counted_by_his_name_and_not_by_his_address(services: Services) -> None:
    client = client_with(services, creates_per_owner=HOUR, creates_per_address=(Allowance(1, 60),))
    answers = [create(client, key) for key in (SCHOOL.key, SECOND.key, SCHOOL.key)]
    assert {answer.status_code for answer in answers} == {201}
    assert "address" not in answers[0].headers["RateLimit"]
    assert is_refused(create(client, SECOND.key, address="192.0.2.9"))
    assert create(client, CLUB.key).status_code == 201
    assert create(client).status_code == 201


def test_games_created_together_are_counted_one_by_one(services: Services) -> None:
    client = client_with(services, creates_per_owner=(Allowance(10, 3600),))
    headers = bearer(SCHOOL.key)
    assert client.post("/v1/games/bulk", json={"count": 8}, headers=headers).status_code == 201
    refused = client.post("/v1/games/bulk", json={"count": 3}, headers=headers)
    assert is_refused(refused)
    assert "Retry-After" in refused.headers
    assert client.post("/v1/games/bulk", json={"count": 2}, headers=headers).status_code == 201
    never = client.post("/v1/games/bulk", json={"count": 11}, headers=headers)
    assert is_refused(never)
    assert "Retry-After" not in never.headers, "waiting would not help"
    assert len(list(services.store.game_ids())) == 10


def test_who_repeats_a_creation_gets_its_answer_though_nothing_is_left(services: Services) -> None:
    client = client_with(services, creates_per_address=HOUR)
    first = create(client, repeat="one")
    for _ in range(2):
        create(client)
    assert is_refused(create(client, repeat="two"))
    again = create(client, repeat="one")
    assert again.status_code == 201
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"


def test_every_request_of_the_api_counts_for_its_address_and_nothing_else_does(services: Services) -> None:
    client = client_with(services, requests_per_address=HOUR)
    for path in ("/livez", "/readyz", "/metrics", "/openapi.json", "/problems", "/"):
        assert "RateLimit" not in client.get(path).headers
    assert "RateLimit" not in client.options("/v1/rules").headers
    told = [
        FIELD.fullmatch(client.get(path).headers["RateLimit"]) for path in ("/v1/rules", "/v1/nothing", "/v1/rules")
    ]
    assert [match and match[2] for match in told] == ["2", "1", "0"]
    for answer in (client.get("/v1/rules"), client.get("/v1/rulesets/american"), client.post("/v1/games")):
        assert is_refused(answer)
        assert int(answer.headers["Retry-After"]) == 3600


def test_commands_count_for_the_seat_that_acts(services: Services) -> None:
    client = client_with(services, requests_per_seat=HOUR)
    table = Table(client, dice={"mode": "scripted", "rolls": [[5, 2], [6, 5]]})
    table.does("rolls")
    for play in ("hand/19", "hand/24"):
        table.post("moves", {"play": play})
    assert table.get(token=table.tokens["white"]).status_code == 200, "looking is no command"
    assert is_refused(table.post("undos"))
    assert table.post("resignations", seat="black").status_code == 200
    assert Table(client).post("resignations", seat="white").status_code == 200


def test_a_hint_and_an_analysis_count_like_commands_for_who_asks_with_a_seat(services: Services) -> None:
    client = client_with(services, requests_per_seat=HOUR)
    table = Table(client)
    token = table.tokens["white"]
    table.does("resignations", seat="white")
    left = [FIELD.fullmatch(table.get(path, token=token).headers["RateLimit"]) for path in ("/hint", "/analysis")]
    assert [match and match[2] for match in left] == ["1", "0"]
    assert is_refused(table.get("/analysis", token=token))
    assert table.get("/plays", token=token).status_code == 200
    assert "RateLimit" not in table.get("/no/hint", token=token).headers, "what only ends like one is none"
    assert table.get("/analysis").status_code == 200, "of a public game anybody may; the address is what counts then"


def test_several_windows_count_at_once(services: Services, clock: TurnedClock) -> None:
    client = client_with(services, creates_per_address=(Allowance(2, 60), Allowance(3, 3600)))
    assert [create(client).status_code for _ in range(2)] == [201, 201]
    assert create(client).headers["Retry-After"] == "60"
    clock.seconds += 60
    assert create(client).status_code == 201
    assert create(client).headers["Retry-After"] == "3540"


def test_without_limits_the_store_is_not_asked_and_nothing_is_told(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(services.store, "spend", lambda *call: asked.append(call))
    table = Table(client_with(services))
    assert "RateLimit" not in table.post("rolls").headers
    assert asked == []


def test_trouble_of_the_store_limits_nobody_and_is_not_waited_for_each_time(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[object] = []

    def away(*call: object) -> Any:
        tried.append(call)
        raise StoreUnavailable("it does not answer")

    monkeypatch.setattr(services.store, "spend", away)
    client = client_with(services, requests_per_address=HOUR, creates_per_address=HOUR)
    for _ in range(5):
        assert client.get("/v1/rules").status_code == 200
        assert create(client).status_code == 201
    assert len(tried) == 1


def test_of_addresses_and_tokens_the_store_is_told_nothing(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    subjects: list[str] = []
    spend = services.store.spend

    def noted(subject: str, *rest: Any) -> Any:
        subjects.append(subject)
        return spend(subject, *rest)

    monkeypatch.setattr(services.store, "spend", noted)
    client = client_with(services, requests_per_address=HOUR, requests_per_seat=HOUR, creates_per_owner=HOUR)
    created = create(client, SCHOOL.key)
    client.post(f"{created.headers['Location']}/rolls", headers=bearer(created.json["tokens"]["white"]))
    assert len(set(subjects)) == 4, "two addresses, an owner, a seat"
    assert all(re.fullmatch("[0-9a-z]{22}", subject) for subject in subjects)


def test_replicas_count_together_and_nothing_that_is_counted_stays_for_ever(valkey_url: str) -> None:
    with closing(open_store(valkey_url)) as one, closing(open_store(valkey_url)) as other:
        clients = [
            client_with(services_of(store, ("a secret of this test alone",), SystemClock()), creates_per_owner=HOUR)
            for store in (one, other)
        ]
        with ThreadPoolExecutor(8) as runners:
            answers = list(runners.map(lambda number: create(clients[number % 2], CLUB.key), range(12)))
    assert Counter(answer.status_code for answer in answers) == {201: 3, 429: 9}
    with redis.Redis.from_url(valkey_url, protocol=2) as server:
        lives = {key: server.ttl(key) for kind in ("owned", "spent") for key in server.scan_iter(f"acey:*:{kind}:*")}
    assert len(lives) >= 3
    assert all(seconds > 0 for seconds in lives.values()), lives


@pytest.mark.parametrize(("proxies", "statuses"), [("0", [201, 429, 429]), ("1", [201, 201, 429])])
def test_behind_a_proxy_that_is_trusted_creators_are_counted_by_their_own_addresses(
    app_set: Callable[..., Flask], proxies: str, statuses: list[int]
) -> None:
    client: Any = CheckedClient(app_set(ACEY_TRUSTED_PROXIES=proxies, ACEY_CREATES_PER_ADDRESS="1/hour"))
    answers = [
        client.post("/v1/games", headers={"X-Forwarded-For": address})
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.9, 192.0.2.2")
    ]
    assert [answer.status_code for answer in answers] == statuses


def test_limits_are_set_as_people_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACEY_CREATES_PER_OWNER", "20/minute; 200 per day")
    monkeypatch.setenv("ACEY_REQUESTS_PER_SEAT", "5 per 10 seconds")
    settings = load_settings()
    assert settings.creates_per_owner == (Allowance(20, 60), Allowance(200, 86_400))
    assert settings.requests_per_seat == (Allowance(5, 10),)
    assert settings.creates_per_address == settings.requests_per_address == ()
    monkeypatch.setenv("ACEY_CREATES_PER_OWNER", "plenty")
    with pytest.raises(InvalidSettings, match="ACEY_CREATES_PER_OWNER must be a limit such as 100/hour"):
        load_settings()
