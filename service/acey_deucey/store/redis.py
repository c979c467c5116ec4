"""Games in Redis or Valkey, one atomic script a command; knows no rules and no JSON.

The log is a list in which entry number i is that of version i. A stream with the version as its id would
take twice the memory, since the server sets aside 4 kB for each of its nodes.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from time import monotonic
from typing import Any

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.ports import (
    SHELVES,
    Allowance,
    Draft,
    GameExists,
    GameExpired,
    GameNotFound,
    IdempotencyKey,
    Lifetime,
    Listed,
    Loaded,
    LogEntry,
    OwnedGame,
    Replay,
    Saved,
    Shelf,
    Spent,
    Stale,
    Standing,
    StoreUnavailable,
    Untimely,
    Window,
)
from acey_deucey.store.hub import Hub
from acey_deucey.store.keys import (
    EVERY_GAME,
    allowance_keys,
    game_at,
    game_keys,
    list_keys,
    owner_partitions,
    partition_of,
    place_of,
    record_field,
    record_of,
    replay_of,
)
from acey_deucey.store.line import Line
from acey_deucey.store.link import Link, Word, read_script
from acey_deucey.store.servers import Servers

CREATE = read_script("shelve", "create")
SAVE, SAVE_IN_SHARD = read_script("shelve", "ring", "save"), read_script("shelve", "ring_in_shard", "save")
LOAD, LOG, CONFIRM, SPEND = (read_script(name) for name in ("load", "log", "confirm", "spend"))
PROBE_ID = "0" * 22
ANY_TIME = (b"", b"")


class RedisStore:
    """The store on servers of Redis (7.0 or newer) or Valkey (8 or newer); see GameStore for its promises.

    :param safe: what was written counts only when a replica has it too, so that no fail-over loses it.
    """

    def __init__(self, servers: Servers, safe: bool = False) -> None:
        self._link = Link(servers, safe)
        self._hub = Hub(servers, self._link)
        self._save = SAVE_IN_SHARD if servers.rings_in_shard else SAVE
        self._safe = safe

    def create(self, drafts: Sequence[Draft], key: IdempotencyKey | None = None) -> Saved | Replay:
        """See GameStore.create."""
        first, version = drafts[0], 1 + len(drafts[0].more)
        keys = (*(name for draft in drafts for name in game_keys(draft.game_id)), *_lists(first.game_id, first.listed))
        of_all = (len(drafts), *_record_words(key, version))
        words = (*of_all, *(word for draft in drafts for word in _draft_words(draft)))
        answer = self._link.run(CREATE, keys, words, repeatable=key is not None, durable=True)
        match answer:
            case [b"saved"]:
                return Saved(version)
            case [b"replay", record]:
                return self._replay(first.game_id, record)
            case [b"exists" | b"expired" as refusal, number]:
                raise _refusal(drafts[number].game_id, [refusal])
        raise _refusal(first.game_id, answer)

    def owned(self, owner: str, shelves: Sequence[Shelf], before: str | None, limit: int) -> list[OwnedGame]:
        """See GameStore.owned. Shelves are read in their order: a game that goes on meanwhile is seen all the same."""
        below = ("+" if before is None else f"({before}", "-", "BYLEX", "REV", "LIMIT", 0, limit)
        lists = [dict(zip(SHELVES, list_keys(name, owner), strict=False)) for name in owner_partitions(owner)]
        wanted = [on[shelf] for on in lists for shelf in SHELVES if shelf in shelves]
        found = self._link.ask_each([("ZRANGE", key, *below) for key in wanted])
        places = sorted({place.decode() for part in found for place in part}, reverse=True)[:limit]
        states = self._link.ask_each([("GET", game_keys(game_at(place)).game) for place in places])
        return [
            OwnedGame(place, game_at(place), value and _version_and_state(value)[1])
            for place, value in zip(places, states, strict=True)
        ]

    def load(self, game_id: str, key: str | None = None) -> Loaded:
        """See GameStore.load."""
        field = record_field(key) if key is not None else b""
        match self._link.run(LOAD, game_keys(game_id), (field,)):
            case [b"loaded", value, record]:
                return Loaded(*_version_and_state(value), self._replay(game_id, record) if record else None)
            case answer:
                raise _refusal(game_id, answer)

    def save(
        self,
        game_id: str,
        expected_version: int,
        state: bytes,
        entry: bytes,
        lifetime: Lifetime,
        key: IdempotencyKey | None = None,
        more: Sequence[bytes] = (),
        window: Window | None = None,
        listed: Listed | None = None,
    ) -> Saved | Replay | Stale:
        """See GameStore.save."""
        version = expected_version + 1 + len(more)
        words = (
            *(_state_word(version, state), entry, *_seconds(lifetime), *_record_words(key, version)),
            *(b"%d " % expected_version, version, *(window or ANY_TIME), *_shelf_words(game_id, listed), *more),
        )
        keys = game_keys(game_id) if listed is None else (*game_keys(game_id), *_lists(game_id, listed))
        answer = self._link.run(self._save, keys, words, repeatable=key is not None, durable=True)
        match answer:
            case [b"saved"]:
                return Saved(version)
            case [b"stale", value]:
                return Stale(*_version_and_state(value))
            case [b"replay", record]:
                return self._replay(game_id, record)
        raise _refusal(game_id, answer)

    def log(self, game_id: str, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """See GameStore.log."""
        match self._link.run(LOG, game_keys(game_id), (after, after + limit - 1)):
            case [b"log", entries]:
                return [LogEntry(version, entry) for version, entry in enumerate(entries, after + 1)]
            case answer:
                raise _refusal(game_id, answer)

    def now(self, game_id: str) -> int:
        """See GameStore.now."""
        seconds, microseconds = self._link.ask_beside(game_keys(game_id).game, "TIME")
        return int(seconds) * 1000 + int(microseconds) // 1000

    def wait(self, game_id: str, after: int, seconds: float) -> None:
        """See GameStore.wait."""
        end = monotonic() + seconds
        with closing(self._hub.listen(game_id)) as line:
            newest: int = self._link.ask("LLEN", line.keys.log)
            if 0 < newest <= after:
                # Not behind ``after``: anybody may ask for that, and the line takes it for a version that there is.
                line.wait(newest, end - monotonic())

    def listen(self, game_id: str) -> Line:
        """See GameStore.listen."""
        return self._hub.listen(game_id)

    def game_ids(self) -> Iterator[str]:
        """See GameStore.game_ids."""
        for key in self._link.scan(EVERY_GAME):
            yield key.decode().rpartition(":")[2]

    def spend(self, subject: str, allowances: Sequence[Allowance], cost: int = 1) -> Spent:
        """See GameStore.spend."""
        words = (cost, *(word for most, seconds in allowances for word in (most, seconds * 1000)))
        granted, *told = self._link.run(SPEND, allowance_keys(subject, allowances), words)
        standings = (
            Standing(max(0, most - used), -(-left // 1000))
            for (most, _), used, left in zip(allowances, told[::2], told[1::2], strict=True)
        )
        return Spent(granted == 1, tuple(standings))

    def hang_up(self) -> None:
        """See GameStore.hang_up."""
        self._hub.hang_up()

    def check(self) -> list[str]:
        """See GameStore.check."""
        try:
            answers = self._link.ask_all("INFO", "memory", "replication")
            self._link.run(LOAD, game_keys(PROBE_ID), (b"",))
        except StoreUnavailable as error:
            return [f"The store cannot be used: {error.details['reason']}."]
        objections = (objection for answer in answers for objection in _objections(_facts(answer), self._safe))
        return list(dict.fromkeys(objections))

    def close(self) -> None:
        """See GameStore.close."""
        self._hub.close()
        self._link.close()

    def _replay(self, game_id: str, record: bytes) -> Replay:
        """What the record says, once it is as sure to last as the first answer would have been."""
        if self._safe:
            self._link.run(CONFIRM, game_keys(game_id), (), durable=True)
        return replay_of(record)


def _state_word(version: int, state: bytes) -> bytes:
    return b"%d %b" % (version, state)


def _seconds(lifetime: Lifetime) -> tuple[int, int]:
    return lifetime.ttl_seconds, lifetime.ttl_seconds + lifetime.tombstone_seconds


def _record_words(key: IdempotencyKey | None, version: int) -> tuple[Word, Word]:
    return (b"", b"") if key is None else (record_field(key.key), record_of(key, version))


def _shelf_words(game_id: str, listed: Listed | None) -> tuple[Word, Word]:
    return (b"", b"") if listed is None else (SHELVES.index(listed.shelf) + 1, place_of(game_id, listed))


def _draft_words(draft: Draft) -> tuple[Word, ...]:
    entries = (draft.entry, *draft.more)
    state, shelf = _state_word(len(entries), draft.state), _shelf_words(draft.game_id, draft.listed)
    return (state, *_seconds(draft.lifetime), *shelf, len(entries), *entries)


def _lists(game_id: str, listed: Listed | None) -> tuple[str, ...]:
    return () if listed is None else list_keys(partition_of(game_id), listed.owner)


def _version_and_state(value: bytes) -> tuple[int, bytes]:
    version, _, state = value.partition(b" ")
    return int(version), state


def _refusal(game_id: str, answer: list[Any]) -> AceyDeuceyError | Untimely:
    match answer:
        case [b"untimely", now]:
            return Untimely(now)
        case [b"unknown"]:
            return GameNotFound(game_id)
        case [b"expired"]:
            return GameExpired(game_id)
        case [b"exists"]:
            return GameExists(game_id)
    return StoreUnavailable("the log of the game is not as long as its version says")


def _facts(info: bytes) -> dict[str, str]:
    pairs = (line.partition(":") for line in info.decode().splitlines())
    return {name: value for name, _, value in pairs}


def _objections(facts: dict[str, str], safe: bool) -> list[str]:
    policy = facts.get("maxmemory_policy", "noeviction")
    objections = []
    if policy != "noeviction":
        objections.append(
            f"The store's maxmemory-policy is {policy}: when its memory is full it would drop parts of games"
            " that are still played. It must be noeviction."
        )
    if facts.get("role") == "slave" and facts.get("slave_read_only", "1") == "1":
        objections.append("The store is a read-only replica: no game can be changed.")
    elif safe and facts.get("connected_slaves", "0") == "0":
        objections.append("The store has no replica, and with ACEY_DURABILITY=safe nothing counts without one.")
    return objections
