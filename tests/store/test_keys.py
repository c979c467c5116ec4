"""Game ids, keys and records, without a server."""

import pytest
from acey_deucey.ports import IdempotencyKey, Replay
from acey_deucey.store.keys import (
    ALPHABET,
    game_id_from,
    game_keys,
    is_game_id,
    record_field,
    record_of,
    replay_of,
)

from tests.store.games import new_game_id


def test_new_ids_are_ids_and_differ() -> None:
    ids = {new_game_id() for _ in range(10_000)}
    assert len(ids) == 10_000
    assert all(map(is_game_id, ids))


def test_new_ids_spread_over_the_1024_partitions() -> None:
    assert len({new_game_id()[:2] for _ in range(20_000)}) > 1_000


def test_a_digest_always_gives_the_same_id() -> None:
    assert game_id_from(bytes(range(32))) == game_id_from(bytes(range(32))) == ALPHABET[:22].decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k3",
        "k3" + 19 * "0",
        "k3" + 21 * "0",
        "K3" + 20 * "0",
        "k3" + 19 * "0" + "o",
        22 * "{",
        "k3" + 19 * "0" + "\n",
    ],
)
def test_other_texts_are_no_ids(text: str) -> None:
    assert not is_game_id(text)


def test_the_partition_is_the_hash_tag_of_every_key() -> None:
    assert game_keys("k3abc") == (
        "acey:{k3}:game:k3abc",
        "acey:{k3}:log:k3abc",
        "acey:{k3}:keys:k3abc",
        "acey:{k3}:tomb:k3abc",
    )


@pytest.mark.parametrize("version", [1, 127, 255, 256, 65_535, 65_536, 10**9])
def test_a_record_says_version_and_fingerprint(version: int) -> None:
    key = IdempotencyKey("key", bytes(range(32)))
    assert replay_of(record_of(key, version)) == Replay(version, bytes(range(12)))


def test_records_are_small_and_their_names_differ() -> None:
    names = {record_field(f"key {n}") for n in range(1_000)}
    assert len(names) == 1_000
    assert {len(name) for name in names} == {12}
    assert len(record_of(IdempotencyKey("key", bytes(32)), 255)) == 13
