"""Dice are fair, the same for every repetition, and nobody can know them from what is published or stored."""

import random
from collections import Counter

import pytest
from acey_deucey.dicebox import Dicebox, commitment_to, dice_from
from acey_deucey.keyring import Keyring, RetiredSecret, WeakSecret, length_prefixed
from acey_deucey.seating import NewGame

from tests.games.player import SECRET, Caller, services_on

THROWS = 36_000
MOST_CHI_SQUARE_35 = 73.4  # exceeded by fair dice once in 5,000 runs; the seed below is fixed, so never by luck


def chi_square(counts: Counter[tuple[int, int]]) -> float:
    expected = THROWS / 36
    return sum((counts[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7))


def test_all_36_throws_are_equally_likely() -> None:
    seed = random.Random(7).randbytes(32)
    counts = Counter(dice_from(seed, "k3game", ("", ""), number) for number in range(THROWS))
    assert len(counts) == 36
    assert chi_square(counts) < MOST_CHI_SQUARE_35


def test_the_same_throw_shows_the_same_dice_and_others_differ() -> None:
    dicebox = Dicebox(Keyring([SECRET]))
    key_id, salt = Keyring([SECRET]).newest_id, dicebox.new_salt()
    thrown = [dicebox.roll("k3game", salt, key_id, ("a", "b"), number) for number in range(1, 200)]
    assert thrown == [dicebox.roll("k3game", salt, key_id, ("a", "b"), number) for number in range(1, 200)]
    for other in (
        ("k4game", salt, ("a", "b")),
        ("k3game", dicebox.new_salt(), ("a", "b")),
        ("k3game", salt, ("ab", "")),
    ):
        game_id, its_salt, entropy = other
        assert thrown != [dicebox.roll(game_id, its_salt, key_id, entropy, number) for number in range(1, 200)]


def test_the_commitment_fits_the_seed_and_only_that_seed() -> None:
    dicebox = Dicebox(Keyring([SECRET]))
    key_id, salt = Keyring([SECRET]).newest_id, dicebox.new_salt()
    published = dicebox.commitment("k3game", salt, key_id)
    assert published == commitment_to("k3game", dicebox.seed("k3game", salt, key_id))
    assert published != commitment_to("k3game", bytes(32))
    assert published.startswith("sha256:")


def test_what_is_stored_of_a_game_does_not_give_its_future_rolls_away() -> None:
    caller = Caller.starts(services_on(), NewGame(black="open"))
    record = caller.last.record
    stored = caller.services.store.load(caller.id).state
    seed = Dicebox(Keyring([SECRET])).seed(record.id, record.dice.salt, record.dice.key_id)
    secrets = [seed, seed.hex().encode(), SECRET, *(token.encode() for token in caller.tokens.values())]
    assert not any(secret in stored for secret in secrets)
    another = Dicebox(Keyring([SECRET[::-1]]))
    other_id = Keyring([SECRET[::-1]]).newest_id
    assert another.seed(record.id, record.dice.salt, other_id) != seed


def test_a_game_stays_with_its_secret_when_a_newer_one_is_added() -> None:
    old, both = Keyring([SECRET]), Keyring([b"a newer secret, also long enough", SECRET])
    token = old.seat_token(old.newest_id, "k3game", "salt", "white")
    assert both.newest_id != old.newest_id
    assert both.seat_of(old.newest_id, "k3game", "salt", token) == "white"
    with pytest.raises(RetiredSecret):
        Keyring([b"a newer secret, also long enough"]).seat_of(old.newest_id, "k3game", "salt", token)


@pytest.mark.parametrize("secrets", [[], [b"short"], [SECRET, b""]])
def test_a_weak_secret_is_refused(secrets: list[bytes]) -> None:
    with pytest.raises(WeakSecret):
        Keyring(secrets)


def test_no_secret_is_shown_by_a_keyring() -> None:
    assert SECRET.decode() not in repr(Keyring([SECRET]))


def test_fields_of_a_derivation_never_run_together() -> None:
    assert length_prefixed(b"ab", b"c") != length_prefixed(b"a", b"bc")
