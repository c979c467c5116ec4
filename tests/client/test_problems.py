"""Every problem of the service is an exception of a class that says whose fault it is."""

import pickle
import re

import httpx2
import pytest
from acey_deucey import client as package
from acey_deucey.client import (
    BrokenRecord,
    Client,
    Expired,
    Failure,
    IllegalMove,
    LostRace,
    NoAnswer,
    NotAllowed,
    NotFound,
    Problem,
    RateLimited,
    SeatIsTaken,
    ServiceMistake,
    StaleVersion,
    Unavailable,
    UnexpectedAnswer,
    UnreadablePlay,
    WrongRequest,
    WrongSeat,
    WrongState,
    errors,
)

from tests.client.wires import Scripted, problem

CLASSES = {
    WrongRequest: {
        "bad-request", "malformed-json", "invalid-request", "method-not-allowed", "body-too-large",
        "unsupported-media-type", "idempotency-key-reused", "dice-not-accepted", "dice-required",
        "invalid-dice-script", "invalid-options", "unknown-ruleset", "invalid-position", "invalid-position-id",
        "invalid-turn",
    },
    BrokenRecord: {"unreadable-record", "unknown-record-version", "broken-record"},
    NotAllowed: {"missing-token", "invalid-token", "token-of-another-game"},
    NotFound: {"not-found", "game-not-found", "version-not-found"},
    Expired: {"game-expired"},
    SeatIsTaken: {"seat-taken"},
    LostRace: {"lost-race", "game-exists"},
    StaleVersion: {"stale-version"},
    UnreadablePlay: {"unreadable-play"},
    WrongState: {"waiting-for-opponent", "dice-script-used-up"},
    WrongSeat: {"not-your-turn", "acting-for-opponent"},
    ServiceMistake: {"internal-error", "broken-log"},
    Unavailable: {"store-unavailable", "newer-format", "secret-retired", "not-ready"},
}  # fmt: skip
PINNED = {slug: kind for kind, slugs in CLASSES.items() for slug in slugs}
# The branches of the tree: what is raised is always a leaf, or a branch that is told apart no further.
TOLD_APART = {Failure, Problem, errors.Refused, errors.Outpaced, errors.ServiceTrouble}


def raised_by(transport: httpx2.BaseTransport) -> Failure:
    with Client(transport=transport, tries=1) as client, pytest.raises(Failure) as failure:
        client.rules.list()
    return failure.value


def test_every_kind_of_problem_is_of_a_class_that_says_whose_fault_it_is(client: Client) -> None:
    made = {}
    for kind in client.problems.list():
        slug = kind.type.rpartition("/")[2]
        rule = client.problems.get(slug).rule
        made[slug] = errors.kind_of({"type": kind.type, "status": kind.status, "rule": rule})
        assert made[slug] not in TOLD_APART, slug
        if rule and slug not in PINNED:
            assert made[slug] is {409: WrongState, 422: IllegalMove}[kind.status], slug
    assert {slug: made[slug] for slug in PINNED} == PINNED


@pytest.mark.parametrize(
    ("status", "made"),
    [
        (400, WrongRequest), (401, NotAllowed), (402, WrongRequest), (403, NotAllowed), (404, NotFound),
        (409, WrongState), (410, Expired), (412, StaleVersion), (422, WrongRequest), (429, RateLimited),
        (500, ServiceMistake), (502, Unavailable), (503, Unavailable), (504, Unavailable),
    ],
)  # fmt: skip
def test_a_problem_of_a_newer_release_gets_the_class_of_its_status(status: int, made: type[Problem]) -> None:
    failure = raised_by(Scripted(problem(status, "brand-new", retry_after=7, more={"new": True})))
    assert type(failure) is made
    assert isinstance(failure, Problem)
    assert (failure.slug, failure.status, failure.retry_after) == ("brand-new", status, 7)
    assert failure.case.body["more"] == {"new": True}


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_proxy_that_reaches_no_service_is_the_service_being_unavailable(status: int) -> None:
    failure = raised_by(Scripted(httpx2.Response(status, html="<h1>Bad gateway</h1>")))
    assert isinstance(failure, Unavailable)
    assert failure.status == status


@pytest.mark.parametrize(
    "response",
    [
        httpx2.Response(200, html="<h1>Sign in</h1>"),
        httpx2.Response(200, json={"rools": []}),
        httpx2.Response(200, json=[1]),
        httpx2.Response(302, headers={"Location": "/login"}),
        httpx2.Response(404, html="<h1>Nothing</h1>"),
        httpx2.Response(400, json={"status": 400}, headers={"Content-Type": "application/problem+json"}),
    ],
)
def test_an_answer_outside_the_contract_is_told_apart(response: httpx2.Response) -> None:
    assert type(raised_by(Scripted(response))) is UnexpectedAnswer


def test_no_answer_says_to_what_and_why() -> None:
    failure = raised_by(Scripted(httpx2.ConnectError("Connection refused")))
    assert type(failure) is NoAnswer
    assert str(failure) == "No answer to GET /v1/rules: ConnectError Connection refused"
    assert isinstance(failure.__cause__, httpx2.ConnectError)


def test_a_problem_s_text_is_its_sentence_and_it_survives_pickling() -> None:
    failure = raised_by(Scripted(problem(422, "invalid-options")))
    assert str(failure) == "It cannot be."
    again = pickle.loads(pickle.dumps(failure))
    assert (type(again), str(again), again.slug) == (type(failure), str(failure), "invalid-options")


def test_the_tree_in_the_file_is_the_tree_of_the_classes() -> None:
    assert errors.__doc__
    drawn = re.findall(r"── (\w+)", errors.__doc__)
    kinds = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Failure)]
    assert drawn == [kind.__name__ for kind in kinds if kind is not Failure]
    assert {kind.__name__ for kind in kinds} <= set(package.__all__)
