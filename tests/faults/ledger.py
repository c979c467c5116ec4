"""Writers that play games over HTTP whatever happens, and the ledger of all that was acknowledged to them.

At the end the ledger is held against the logs: each acknowledged version is there once and as it was told, the
versions have no gap, the state is the log played again, and a command that nobody acknowledged is there once or not
at all. Doubtful commands are settled as clients settle them: by sending them again with the same key.
"""

import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic, sleep
from typing import Any

import httpx2

Json = dict[str, Any]
AWAY = {502, 503, 504}
# What the service says of a store that has not answered for a second. No fault is needed for that: on a busy machine
# any process may be held up for so long.
SILENT = "cannot be used now: it does not answer"
PAUSE_SECONDS = 0.05
ANSWER_SECONDS = 60.0
# Sentinels that were held up themselves look on for half a minute before they act again.
SETTLE_SECONDS = 180.0
COMMANDS_OF_A_GAME = 40


@dataclass
class Ledger:
    """What was acknowledged, by game and version, and what went otherwise."""

    told: dict[str, dict[int, list[Json]]] = field(default_factory=dict)
    repeated: int = 0  # commands that had to be sent more than once
    replayed: int = 0  # of these, those that turned out to have been carried out
    silences: int = 0  # answers that the store was silent
    statuses: set[int] = field(default_factory=set)  # of other answers that were no success; 0: none came
    odd: list[str] = field(default_factory=list)  # answers that no fault explains
    longest_wait: float = 0.0  # seconds from when a command was first sent until it was settled
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def acknowledged(self) -> int:
        """How many commands were acknowledged."""
        with self.lock:
            return sum(len(versions) for versions in self.told.values())

    def note_wait(self, seconds: float) -> None:
        """A command was settled, in whichever way, after so long."""
        with self.lock:
            self.longest_wait = max(self.longest_wait, seconds)

    def note(self, game: Json, again: bool, replayed: bool) -> None:
        """A command was acknowledged with this game."""
        with self.lock:
            self.told.setdefault(game["id"], {})[game["version"]] = game["events"]
            self.repeated += again
            self.replayed += again and replayed

    def note_failure(self, answer: httpx2.Response) -> None:
        """A command was answered with no success."""
        with self.lock:
            if answer.status_code == 503 and SILENT in answer.text:
                self.silences += 1
            else:
                self.statuses.add(answer.status_code)

    def check(self, server: str, may_have_lost: bool = False) -> int:
        """Hold the ledger against the logs as a server shows them; how many acknowledged commands are lost.

        :param may_have_lost: a fail-over may have lost the newest; then the rest must still be a whole prefix.
        """
        assert self.odd == [], self.odd[:3]
        lost = 0
        with httpx2.Client(base_url=server, timeout=ANSWER_SECONDS) as client:
            for game, versions in self.told.items():
                lost += self._check_game(client, game, versions, may_have_lost)
        assert may_have_lost or lost == 0
        return lost

    def _check_game(
        self, client: httpx2.Client, game: str, versions: dict[int, list[Json]], may_have_lost: bool
    ) -> int:
        path = f"/v1/games/{game}"
        log = _log_of(client, path)
        if may_have_lost and not log:
            return len(versions)
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1)), "the versions have no gap"
        newest = len(log)
        if not may_have_lost:
            # All doubtful ones were settled, so there is nothing in the log that was not acknowledged.
            assert sorted(versions) == list(range(1, newest + 1)), game
            for entry in log:
                assert entry["events"] == versions[entry["version"]], (game, entry["version"])
        now, folded = _settled(client, path).json(), _settled(client, f"{path}?at={newest}").json()
        for name in ("version", "position", "turn", "status", "result"):
            assert now[name] == folded[name], "the state is the log played again"
        return sum(version > newest for version in versions)


def _log_of(client: httpx2.Client, path: str) -> list[Json]:
    entries: list[Json] = []
    while True:
        answer = _settled(client, f"{path}/events?after={len(entries)}&limit=1000")
        if answer.status_code in (404, 410):
            return entries
        assert answer.status_code == 200, answer.text
        page = answer.json()["entries"]
        if not page:
            return entries
        entries += page


def _settled(client: httpx2.Client, path: str) -> httpx2.Response:
    """The answer to a look, asked for again for as long as the store is silent."""
    end = monotonic() + SETTLE_SECONDS
    while SILENT in (answer := client.get(path)).text and monotonic() < end:
        sleep(PAUSE_SECONDS)
    return answer


class Writer(threading.Thread):
    """Plays one game after another, at whichever server answers, until told to stop."""

    def __init__(self, servers: Sequence[str], ledger: Ledger, seed: int, forgiving: bool) -> None:
        super().__init__(name=f"writer {seed}", daemon=True)
        self._servers = servers
        self._ledger = ledger
        self._random = Random(seed)
        self._forgiving = forgiving
        self.stopping = threading.Event()

    def run(self) -> None:
        """Play; what no fault explains ends in the ledger."""
        try:
            with httpx2.Client(timeout=ANSWER_SECONDS) as self._client:
                while not self.stopping.is_set():
                    self._play_one()
        except Exception as error:
            self._ledger.odd.append(f"{type(error).__name__}: {error}")

    def _play_one(self) -> None:
        made = self._command("/v1/games", {}, None)
        if made is None:
            return
        game, tokens = made["game"], made["tokens"]
        for _ in range(COMMANDS_OF_A_GAME):
            if self.stopping.is_set() or game["status"] == "finished":
                return
            what, body = self._choice(game)
            token = tokens[game["turn"]["player"]]
            after = self._command(f"/v1/games/{game['id']}/{what}", body, token)
            if after is None:  # the game is not what it was: a fail-over took a part of it
                return
            game = after

    def _choice(self, game: Json) -> tuple[str, Json]:
        match game["turn"]["awaits"]:
            case "move":
                return "moves", {"play": self._random.choice(game["legal"]["steps"])["text"]}
            case "name":
                return "named-doubles", {"number": self._random.choice(game["legal"]["names"])}
        return "rolls", {}

    def _command(self, path: str, body: Json, token: str | None) -> Json | None:
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        began, again = monotonic(), False
        while monotonic() - began < SETTLE_SECONDS:
            try:
                answer = self._client.post(self._random.choice(self._servers) + path, json=body, headers=headers)
            except httpx2.TransportError:
                self._ledger.statuses.add(0)
            else:
                if answer.status_code not in AWAY:
                    self._ledger.note_wait(monotonic() - began)
                if answer.status_code in (200, 201):
                    told: Json = answer.json()
                    self._ledger.note(told.get("game", told), again, "idempotent-replayed" in answer.headers)
                    return told
                self._ledger.note_failure(answer)
                if answer.status_code not in AWAY:
                    if not self._forgiving:
                        self._ledger.odd.append(f"{path} {answer.status_code} {answer.text[:300]}")
                    return None
            again = True
            sleep(PAUSE_SECONDS)
        self._ledger.odd.append(f"{path}: not settled in {SETTLE_SECONDS:.0f} s")
        return None


@contextmanager
def writing(servers: Sequence[str], writers: int = 6, forgiving: bool = False) -> Iterator[Ledger]:
    """Writers at work for as long as the ``with`` statement lasts; then all that is doubtful has been settled.

    :param forgiving: a game may lose its newest moves, and the writer then begins another.
    """
    ledger = Ledger()
    threads = [Writer(servers, ledger, seed, forgiving) for seed in range(writers)]
    for thread in threads:
        thread.start()
    try:
        yield ledger
    finally:
        for thread in threads:
            thread.stopping.set()
        for thread in threads:
            thread.join(SETTLE_SECONDS + 2 * ANSWER_SECONDS)
    assert not any(thread.is_alive() for thread in threads)
