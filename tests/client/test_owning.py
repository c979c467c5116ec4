"""What the client does for those who have an API key, and how it tells of limits."""

import asyncio
from typing import Any

import httpx2
import pytest
from acey_deucey.api.app import create_app
from acey_deucey.api.limiter import Quotas
from acey_deucey.api.owners import Owners
from acey_deucey.api.request_log import configure_log
from acey_deucey.api.wiring import services_of
from acey_deucey.api_keys import ApiKeys, new_api_key
from acey_deucey.client import AsyncClient, Client, NotAllowed, RateLimited, WrongRequest
from acey_deucey.ports import Allowance
from acey_deucey.store.memory import MemoryStore, SystemClock

from tests.client.wires import Scripted, problem

OWNER = new_api_key("school")


@pytest.fixture
def service() -> httpx2.WSGITransport:
    """A service with one owner, who may create ten games an hour."""
    configure_log("error")
    services = services_of(MemoryStore(SystemClock()), ("a secret of this test alone",), SystemClock())
    quotas = Quotas(creates_per_owner=(Allowance(10, 3600),))
    app = create_app(services, owners=Owners(ApiKeys((OWNER.line,))), quotas=quotas)
    return httpx2.WSGITransport(app)


def test_an_owner_lists_his_games_page_by_page(service: httpx2.WSGITransport) -> None:
    with Client(transport=service, api_key=OWNER.key) as client:
        made = [client.games.create(labels={"n": str(number)}) for number in range(3)]
        made[0].resign(seat="white")
        page = client.games.list(limit=2)
        rest = client.games.list(limit=2, cursor=page.cursor)
        assert [len(page.games), page.more, len(rest.games), rest.more] == [2, True, 1, False]
        assert {game.id for game in (*page.games, *rest.games)} == {game.id for game in made}
        (over,) = client.games.list("finished").games
        assert (over.id, over.labels, over.result) == (made[0].id, {"n": "0"}, made[0].state.result)


def test_a_key_is_in_nothing_that_is_printed(service: httpx2.WSGITransport) -> None:
    with Client(transport=service, api_key=OWNER.key) as client:
        game = client.games.create()
        shown = " ".join(map(repr, (client, client.games, game, game.state, client.games.list())))
    assert OWNER.key not in shown


def test_a_key_opens_the_private_games_that_were_made_with_it(service: httpx2.WSGITransport) -> None:
    with Client(transport=service, api_key=OWNER.key) as client:
        made = client.games.create(private=True)
        seen = client.games.get(made.id, {"spectator": OWNER.key})
        assert seen.state.id == made.id
        assert seen.plays() == made.plays()
        with pytest.raises(NotAllowed):
            seen.resign(seat="white")


def test_without_the_right_key_nothing_is_listed(service: httpx2.WSGITransport) -> None:
    for key in (None, "adk_another"):
        with Client(transport=service, api_key=key) as client, pytest.raises(NotAllowed):
            client.games.list()


def test_several_games_are_created_or_none(service: httpx2.WSGITransport) -> None:
    with Client(transport=service, api_key=OWNER.key) as client:
        with pytest.raises(WrongRequest) as refusal:
            client.games.create_all([{}, {"ruleset": "danish"}])
        assert refusal.value.index == 1
        tables = client.games.create_all([{"ruleset": "european"}, {"private": True}], key="class")
        assert client.games.create_all([{"ruleset": "european"}, {"private": True}], key="class") == tables
        european, private = [client.games.get(table.id, table.tokens) for table in tables]
        assert european.state.ruleset.id == "european"
        assert private.resign().status == "finished"
        assert len(client.games.list().games) == 2


def test_who_has_used_up_his_limit_is_told_when_to_come_back(service: httpx2.WSGITransport) -> None:
    with Client(transport=service, api_key=OWNER.key) as client:
        client.games.create_all([{}] * 10)
        with pytest.raises(RateLimited) as refusal:
            client.games.create()
        assert refusal.value.retry_after is not None
        assert 3590 <= refusal.value.retry_after <= 3600


def test_the_client_for_asyncio_sends_the_key_too() -> None:
    wire = Scripted(problem(401, "invalid-api-key"))

    async def refused(call: Any) -> None:
        with pytest.raises(NotAllowed):
            await call

    async def use() -> None:
        async with AsyncClient(transport=wire, api_key=OWNER.key) as client:
            await refused(client.games.create())
            await refused(client.games.create_all([{}]))
            await refused(client.games.list("waiting"))

    asyncio.run(use())
    assert {request.headers["Authorization"] for request in wire.sent} == {f"Bearer {OWNER.key}"}
    assert [request.url.path for request in wire.sent] == ["/v1/games", "/v1/games/bulk", "/v1/games"]
