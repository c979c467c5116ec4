"""A game played over HTTP at whichever server comes up by chance; knows no more than any client does."""

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any

import httpx2

Json = dict[str, Any]


class Players:
    """Both players of one game. Every request goes to one of the servers, drawn anew each time."""

    def __init__(self, client: httpx2.Client, servers: Sequence[str], random: Random) -> None:
        self._client = client
        self._servers = servers
        self._random = random
        self.tokens: dict[str, str] = {}
        self.game: Json = {}

    @property
    def path(self) -> str:
        """Where the game is, on any server."""
        return f"/v1/games/{self.game['id']}"

    def begin(self) -> None:
        """One server creates the game, another gives away the second seat."""
        made = self._post("/v1/games", {"seats": {"black": "open"}}, None, 201)
        self.game, self.tokens = made["game"], dict(made["tokens"])
        taken = self._post(f"{self.path}/seats", {"seat": "black"}, None, 201)
        self._follows(taken["game"])
        self.tokens["black"] = taken["token"]

    def play(self, most_commands: int) -> None:
        """Go on by chance until the game is over or has had that many commands."""
        for _ in range(most_commands):
            if self.game["status"] == "finished":
                return
            self.step()

    def step(self) -> None:
        """One command of the player in turn; now and then it is repeated at another server."""
        turn, legal = self.game["turn"], self.game["legal"]
        if turn["awaits"] == "move":
            what, body = "moves", {"play": self._random.choice(legal["steps"])["text"]}
        elif turn["awaits"] == "name":
            what, body = "named-doubles", {"number": self._random.choice(legal["names"])}
        else:
            what, body = "rolls", {}
        key, token = secrets.token_hex(12), self.tokens[turn["player"]]
        self._follows(self._post(f"{self.path}/{what}", body, token, 200, key))
        if self._random.random() < 0.1:
            again = self._post(f"{self.path}/{what}", body, token, 200, key)
            assert again == self.game, "a repeated command gives the first answer again"

    def get(self, path: str) -> Json:
        """What some server answers to a look."""
        answer = self._client.get(self._server() + path)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def _follows(self, game: Json) -> None:
        assert game["version"] == self.game["version"] + 1, "each command makes the next version"
        for side in (game["position"]["white"], game["position"]["black"]):
            assert side["hand"] + side["bar"] + side["off"] + sum(side["points"].values()) == 15
        self.game = game

    def _post(self, path: str, body: Json, token: str | None, status: int, key: str | None = None) -> Json:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key:
            headers["Idempotency-Key"] = key
        answer = self._client.post(self._server() + path, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    def _server(self) -> str:
        return self._random.choice(self._servers)
