"""How often a call is tried, how long it waits in between, and that repeating it is always safe."""

from contextlib import suppress

import httpx2
import pytest
from acey_deucey.client import Client, Failure, NoAnswer, SeatIsTaken, Unavailable
from acey_deucey.client.call import Answer
from acey_deucey.client.connection import settings
from acey_deucey.client.exchange import Patience

from tests.client.wires import Reply, Scripted, problem

RULES = httpx2.Response(200, json={"rules": []})
AWAY = httpx2.ConnectError("Connection refused")
NOW = problem(503, "store-unavailable", retry_after=0)


def tried(*replies: Reply, tries: int = 4) -> int:
    """How many requests the client makes for a list."""
    wire = Scripted(*replies)
    with Client(transport=wire, tries=tries) as client, suppress(Failure):
        client.rules.list()
    return len(wire.sent)


@pytest.mark.parametrize(
    "passing", [AWAY, httpx2.ReadTimeout("too long"), NOW, httpx2.Response(502), httpx2.Response(504)]
)
def test_trouble_that_may_pass_is_met_with_another_try(passing: Reply) -> None:
    assert tried(passing, RULES) == 2


@pytest.mark.parametrize(
    "final", [problem(409, "lost-race"), problem(500, "internal-error"), problem(409, "roll-first")]
)
def test_a_refusal_is_an_answer(final: Reply) -> None:
    assert tried(final) == 1


def test_tries_are_bounded() -> None:
    assert tried(NOW, tries=3) == 3
    assert tried(NOW, tries=1) == 1


def test_a_service_that_asks_for_more_patience_than_there_is_gets_no_second_try() -> None:
    assert tried(problem(503, "store-unavailable", retry_after=3600)) == 1


def test_every_try_is_the_same_request_under_the_same_key() -> None:
    wire = Scripted(NOW, NOW, problem(409, "seat-taken"))
    with Client(transport=wire) as client, pytest.raises(SeatIsTaken):
        client.games.join("k3", "black", name="Ada")
    assert len(wire.sent) == 3
    assert len({(sent.headers["Idempotency-Key"], sent.content) for sent in wire.sent}) == 1


def test_two_commands_have_two_keys() -> None:
    wire = Scripted(problem(409, "seat-taken"))
    with Client(transport=wire) as client:
        for _ in range(2):
            with pytest.raises(SeatIsTaken):
                client.games.join("k3", "black")
    assert len({sent.headers["Idempotency-Key"] for sent in wire.sent}) == 2


def test_readiness_is_asked_for_once_and_its_no_is_an_answer() -> None:
    wire = Scripted(problem(503, "not-ready", reasons=["The store does not answer."], retry_after=1))
    with Client(transport=wire) as client:
        assert client.ready().reasons == ("The store does not answer.",)
    assert len(wire.sent) == 1
    with Client(transport=Scripted(AWAY)) as client:
        assert client.live() is False
        with pytest.raises(NoAnswer):
            client.ready()


def test_pauses_grow_are_never_longer_than_the_longest_and_obey_the_service() -> None:
    patience = Patience(tries=9, longest=5)
    pauses = [patience.pause(NoAnswer(), tries) for tries in range(1, 10)]
    assert pauses[-1] is None
    assert all(pause is not None and pause <= 0.25 * 2**index for index, pause in enumerate(pauses[:-1]))
    assert all(pause is not None and pause <= 5 for pause in pauses[:-1])
    assert patience.pause(Answer(503, {"retry-after": "4"}, b""), 1) == 4
    assert patience.pause(Answer(503, {"retry-after": "Sun, 29 Nov 2026 22:00:00 GMT"}, b""), 1) is not None


@pytest.mark.parametrize(
    "url", ["127.0.0.1:8000", "ftp://127.0.0.1", "http://", "http://me:secret@host", "http://[::1"]
)
def test_an_address_that_is_none_is_refused_at_once(url: str) -> None:
    with pytest.raises(ValueError, match="is no address like"):
        Client(url)


@pytest.mark.parametrize(
    ("url", "direct"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://localhost", True),
        ("https://acey.example/games", False),
    ],
)
def test_a_service_on_this_machine_is_not_asked_for_through_a_proxy(url: str, direct: bool) -> None:
    assert settings(url, 1.0, None)["trust_env"] is not direct


def test_a_service_may_live_below_a_path() -> None:
    wire = Scripted(RULES)
    with Client("https://acey.example/games", transport=wire) as client:
        client.rules.list()
    assert str(wire.sent[0].url) == "https://acey.example/games/v1/rules"


def test_the_service_is_told_the_language_that_is_wanted() -> None:
    wire = Scripted(RULES)
    with Client(transport=wire, language="hu") as client:
        client.rules.list()
    assert wire.sent[0].headers["Accept-Language"] == "hu"


def test_a_service_that_is_away_is_not_merely_unready() -> None:
    with Client(transport=Scripted(httpx2.Response(502))) as client, pytest.raises(Unavailable):
        client.ready()
