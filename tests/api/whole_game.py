"""A simple client that plays whole games by what the answers tell it, choosing at random; it knows no rule."""

import random
from typing import Any

import httpx2

MOST_COMMANDS = 6_000
Json = dict[str, Any]


def created(client: httpx2.Client, **body: Any) -> tuple[Json, dict[str, str]]:
    """A new game and its tokens."""
    answer = client.post("/v1/games", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["game"], answer.json()["tokens"]


def played_to_the_end(client: httpx2.Client, game: Json, tokens: dict[str, str], seed: int) -> list[Json]:
    """All answers, up to the one with the result."""
    chance, answers = random.Random(seed), [game]
    for _ in range(MOST_COMMANDS):
        if game["status"] == "finished":
            return answers
        path, body = next_command(game, chance)
        headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}", "If-Match": f'"{game["version"]}"'}
        answer = client.post(game["links"][path], json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        game = answer.json()
        answers.append(game)
    raise AssertionError("the game does not end")


def next_command(game: Json, chance: random.Random) -> tuple[str, Json]:
    """The link to follow and what to send there."""
    if game["turn"]["awaits"] == "move":
        step = chance.choice(game["legal"]["steps"])
        return "moves", {"steps": [{name: step[name] for name in ("from", "to", "number")}]}
    if game["turn"]["awaits"] == "name":
        return "named_doubles", {"number": chance.choice(game["legal"]["names"])}
    return "rolls", {}
