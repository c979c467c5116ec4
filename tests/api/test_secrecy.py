"""What is secret stays so: no seed, token, key or service secret in any answer, stream, log or figure but where due."""

import re
from pathlib import Path
from typing import Any

import httpx2
from acey_deucey.api_keys import new_api_key

from tests.api.running import service
from tests.api.whole_game import played_to_the_end

SECRET = "a secret that nothing may ever show 0123456789"
ENTROPY = "entropy of White"


def test_no_secret_is_seen_in_a_whole_game_but_where_it_is_due(tmp_path: Path) -> None:
    """Elsewhere a seat's credentials stood in the state of the match, which all are sent (boardgame.io #429)."""
    heard: list[tuple[str, str]] = []

    def note(answer: httpx2.Response) -> None:
        answer.read()
        heard.append((f"{answer.request.method} {answer.request.url.path}", f"{answer.headers} {answer.text}"))

    owner = new_api_key("school")
    settings = {"ACEY_SECRET_KEYS": SECRET, "ACEY_LOG_LEVEL": "debug", "ACEY_API_KEYS": owner.line}
    with service(tmp_path, "--workers", "1", **settings) as running:
        with httpx2.Client(base_url=running.url, timeout=60, event_hooks={"response": [note]}) as client:
            game, tokens = _played(client, owner.key)
            seed = _last_looks(client, game["links"]["self"], tokens)
            private = _watched(client)
        running.stop()
        written = "".join((*running.log, *running.told))
    assert f"/v1/games/{game['id']}" in written
    here = f"/v1/games/{game['id']}"
    dues = {
        SECRET: set(),
        owner.key: set(),
        owner.line.partition("=")[2]: set(),
        seed: {f"GET {here}/dice", f"GET {here}/record"},
        **{token.split("_", 2)[2]: {f"POST {here}/seats"} for token in tokens.values()},
        **{token.split("_", 2)[2]: {"POST /v1/games"} for token in private.values()},
    }
    for secret, due in dues.items():
        assert secret not in written
        assert {where for where, text in heard if secret in text} == due


def _played(client: httpx2.Client, key: str) -> tuple[dict[str, Any], dict[str, str]]:
    """A finished game of the owner of the key, in which now and then something was refused."""
    as_owner = {"Authorization": f"Bearer {key}"}
    body = {"seats": {"white": "open", "black": "open"}}
    path = client.post("/v1/games", json=body, headers=as_owner).json()["game"]["links"]["self"]
    assert client.get("/v1/games", headers=as_owner).status_code == 200
    assert client.get("/v1/games", headers={"Authorization": f"Bearer {key}x"}).status_code == 401
    assert client.post(f"{path}/rolls", headers=as_owner).status_code == 401
    tokens: dict[str, str] = {}
    game: dict[str, Any] = {}
    for seat in ("white", "black"):
        joined = client.post(f"{path}/seats", json={"seat": seat, "entropy": ENTROPY}).json()
        tokens[seat], game = joined["token"], joined["game"]
    other = client.post("/v1/games").json()["game"]["links"]["rolls"]
    for wrong in tokens["white"], f"{tokens['white']}x", SECRET:
        refused = client.post(other, json={}, headers={"Authorization": f"Bearer {wrong}"})
        assert refused.status_code in (401, 403)
    headers = {"Authorization": f"Bearer {tokens['white']}", "Idempotency-Key": tokens["white"]}
    assert client.post(f"{path}/moves", json={"nonsense": 1}, headers=headers).status_code == 400
    assert client.get(f"{path}?token={tokens['white']}").status_code == 400
    for about in ("", "/record", "/dice", "/events", "/plays", "/board.txt", "/board.svg"):
        client.get(path + about, headers={"Authorization": f"Bearer {tokens['black']}"})
    return played_to_the_end(client, game, tokens, seed=3)[-1], tokens


def _watched(client: httpx2.Client) -> dict[str, str]:
    """The tokens of a private game that is looked at, listened to and acted in with each of them."""
    created = client.post("/v1/games", json={"private": True}).json()
    path, tokens = created["game"]["links"]["self"], created["tokens"]
    assert sorted(tokens) == ["black", "spectator", "white"]
    client.post(f"{path}/resignations", headers={"Authorization": f"Bearer {tokens['white']}"})
    for token in tokens.values():
        headers = {"Authorization": f"Bearer {token}"}
        assert client.post(f"{path}/rolls", json={}, headers=headers).status_code in (403, 409)
        for about in ("", "?at=1", "/events", "/events?after=0", "/record", "/dice", "/plays", "/board.svg"):
            accept = {"Accept": "text/event-stream"} if "after" in about else {}
            assert client.get(path + about, headers=headers | accept).status_code == 200
    assert client.get(path).status_code == 401
    return dict(tokens)


def _last_looks(client: httpx2.Client, path: str, tokens: dict[str, str]) -> str:
    """All there is to see of the game; its seed."""
    headers = {"Authorization": f"Bearer {tokens['white']}"}
    for about in ("", "?at=2", "/events?limit=1000", "/plays", "/board.txt", "/board.svg", "/record"):
        client.get(path + about, headers=headers)
    client.get(f"{path}/record", headers={"Accept": "text/plain"})
    # The connection of a stream serves nothing else.
    apart = {"Accept": "text/event-stream", "Connection": "close"}
    stream = client.get(f"{path}/events?after=0", headers=apart).text
    assert '"finished"' in stream
    for page in ("/metrics", "/openapi.json", "/readyz", "/nothing"):
        client.get(page)
    seed = client.get(f"{path}/dice").json()["seed"]
    assert re.fullmatch("[0-9a-f]{64}", seed)
    return str(seed)
