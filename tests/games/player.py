"""A caller of the use cases that plays whole games by chance; it knows the rules only through legal plays."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from acey_deucey import games, seating
from acey_deucey.dicebox import Dicebox
from acey_deucey.keyring import Keyring
from acey_deucey.ports import GameStore, IdempotencyKey
from acey_deucey.recent import RecentGames
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.position import Player
from acey_deucey.seating import NewGame
from acey_deucey.services import Command, Lifetimes, Outcome, Reader, Services
from acey_deucey.store.keys import game_id_from
from acey_deucey.store.memory import MemoryStore

SECRET = b"only for the tests, 32 bytes or so"


@dataclass
class StoppedClock:
    """A clock that stands until it is moved."""

    seconds: float = 1_700_000_000.0

    def now(self) -> float:
        """Seconds since the epoch."""
        return self.seconds


class SeededDicebox(Dicebox):
    """Dice that are the same in each run, game by game, so that what a test finds can be found again."""

    def __init__(self, keyring: Keyring, seed: int) -> None:
        super().__init__(keyring)
        self._rng = random.Random(seed)

    def new_salt(self) -> str:
        """The next of the salts of this seed."""
        return self._rng.randbytes(16).hex()


def services_on(store: GameStore | None = None, clock: StoppedClock | None = None, seed: int = 1) -> Services:
    """Services on a store, a fresh one in memory by default; their games have the dice of that seed."""
    keyring, clock = Keyring([SECRET]), clock or StoppedClock()
    return Services(
        MemoryStore(clock) if store is None else store,
        SeededDicebox(keyring, seed),
        keyring,
        clock,
        Lifetimes(),
        game_id_from,
        RecentGames(),
    )


def key_of(text: str, body: bytes = b"") -> IdempotencyKey:
    """An idempotency key whose request asked for ``body``."""
    return IdempotencyKey(text, body.ljust(32, b"."))


@dataclass
class Caller:
    """Both players of one game, who act by chance; ``made`` holds every outcome by its version."""

    services: Services
    rng: random.Random
    id: str
    tokens: dict[Reader, str]
    last: Outcome
    made: dict[int, Outcome] = field(default_factory=dict)

    @classmethod
    def starts(cls, services: Services, wanted: NewGame, seed: int = 1) -> "Caller":
        """Both seats of a new game; those that are open are taken at once."""
        created = seating.create(services, wanted)
        record = created.outcome.record
        caller = cls(services, random.Random(seed), record.id, dict(created.tokens), created.outcome)
        caller.note(created.outcome)
        for player in ("white", "black"):
            if record.seat(player).kind == "open":
                taken = seating.take_seat(services, Command(record.id), player, player.title(), "e" * 16)
                caller.tokens |= taken.tokens
                caller.note(taken.outcome)
        return caller

    def note(self, outcome: Outcome) -> Outcome:
        """Remember an outcome as the newest."""
        self.made[outcome.record.version] = self.last = outcome
        return outcome

    def command(self, player: Player | None = None, key: IdempotencyKey | None = None) -> Command:
        """A command of the player, by default of the one in turn."""
        player = player or self.last.record.game.turn.player or "white"
        return Command(self.id, self.tokens[player], key=key)

    def acts(self) -> Outcome:
        """One action: a roll, a play of a few steps, a name, now and then an undo."""
        game, command = self.last.record.game, self.command()
        if game.undo and self.rng.random() < 0.1:
            return self.note(games.undo(self.services, command))
        if game.turn.awaits == "roll":
            return self.note(games.roll(self.services, command))
        if game.turn.awaits == "name":
            return self.note(games.name(self.services, command, self.rng.choice(game.names())))
        play = self.rng.choice(game.legal_plays())
        requests = parse_play(play.text)
        return self.note(games.play(self.services, command, requests[: self.rng.randint(1, len(requests))]))

    def plays_on(self, most: int = 5_000) -> Iterator[Outcome]:
        """One action after the other until the game is over."""
        for _ in range(most):
            if self.last.record.status == "finished":
                return
            yield self.acts()
        raise AssertionError("the game does not end")
