"""A table to play at in tests: creates a game over HTTP and acts for the seat whose turn it is."""

from typing import Any

Json = dict[str, Any]


def bearer(token: str | None) -> dict[str, str]:
    """The headers that carry a token."""
    return {"Authorization": f"Bearer {token}"} if token else {}


class Table:
    """A game as its clients see it: the last answer, and the tokens of both seats."""

    def __init__(self, client: Any, **body: Any) -> None:
        self.client = client
        answer = client.post("/v1/games", json=body)
        assert answer.status_code == 201, answer.text
        self.game: Json = answer.json["game"]
        self.tokens: dict[str, str] = answer.json["tokens"]
        self.url = f"/v1/games/{self.game['id']}"

    def get(self, path: str = "", token: str | None = None, **headers: str) -> Any:
        """What the game, or something below it, answers to a look."""
        return self.client.get(self.url + path, headers=bearer(token) | _names(headers))

    def post(self, path: str, body: Any = None, seat: str | None = None, **headers: str) -> Any:
        """What a command answers, from the seat in turn when none is named."""
        token = self.tokens.get(seat or self.game["turn"]["player"] or "white")
        sent = {} if body is None else {"json": body}
        return self.client.post(f"{self.url}/{path}", headers=bearer(token) | _names(headers), **sent)

    def does(self, path: str, body: Any = None, seat: str | None = None, **headers: str) -> Json:
        """The game after a command that is accepted."""
        answer = self.post(path, body, seat, **headers)
        assert answer.status_code in (200, 201), answer.text
        self.game = answer.json.get("game", answer.json)
        return self.game

    def is_refused(self, slug: str, status: int, path: str, body: Any = None, seat: str | None = None) -> Json:
        """The problem that a command meets; the game must stay as it was."""
        before = self.get().data
        answer = self.post(path, body, seat)
        assert (answer.status_code, answer.json["type"]) == (status, f"/problems/{slug}"), answer.text
        assert self.get().data == before, "a refusal changes nothing"
        problem: Json = answer.json
        return problem


def _names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
