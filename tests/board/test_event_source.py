"""A browser's own EventSource hears a public game, and its fetch a private one; neither needs a line of ours."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx2
import pytest

from tests.api.whole_game import created

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LISTEN = """async (path) => {
    const heard = [];
    const source = new EventSource(path);
    for (const name of ["game", "entry", "drain"]) {
        source.addEventListener(name, (it) => heard.push([name, it.lastEventId, JSON.parse(it.data).version]));
    }
    globalThis.heard = heard;
    globalThis.source = source;
    await new Promise((resolve) => source.addEventListener("game", resolve));
}"""
FETCH = """async ([path, token]) => {
    const answer = await fetch(path, {headers: {Accept: "text/event-stream", Authorization: `Bearer ${token}`}});
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let heard = ""; !heard.includes("event: game");) {
        const {value, done} = await reader.read();
        if (done) return [answer.status, heard];
        heard += value;
    }
    return [answer.status, "a game"];
}"""


@pytest.fixture
def client(origin: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=origin, timeout=60) as client:
        yield client


def test_event_source_hears_the_game_then_its_end_and_is_sent_away_for_good(
    page: "Page", client: httpx2.Client
) -> None:
    game, tokens = created(client)
    page.goto("/")
    page.evaluate(LISTEN, game["links"]["events"])
    headers = {"Authorization": f"Bearer {tokens['white']}"}
    client.post(game["links"]["resignations"], headers=headers).raise_for_status()
    # It connects again after the end, is answered 204, and closes.
    page.wait_for_function("() => source.readyState === EventSource.CLOSED")
    assert page.evaluate("heard") == [["game", "1", 1], ["entry", "2", 2]]


def test_fetch_hears_a_private_game_with_its_token(page: "Page", client: httpx2.Client) -> None:
    game, tokens = created(client, private=True)
    page.goto("/")
    assert page.evaluate(FETCH, [game["links"]["events"], tokens["black"]]) == [200, "a game"]
