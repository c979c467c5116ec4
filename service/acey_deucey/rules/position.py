"""Where the checkers are: a frozen value built through one checking gate; it knows no dice and no turn.

A side is one integer of 27 four-bit counts, in its owner's own numbering: field 0 holds the checkers
borne off, fields 1-24 the points, field 25 the bar and field 26 the hand. Moving one checker is one
addition, and whole boards are compared, hashed and masked at once.
"""

from collections.abc import Mapping
from operator import mul
from typing import Literal, NamedTuple, get_args

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.wording import Message, Plural

Player = Literal["white", "black"]
PLAYERS: tuple[Player, ...] = get_args(Player)
PLAYER_NAMES: dict[Player, Message] = {"white": Message("White"), "black": Message("Black")}

CHECKERS = 15
POINTS = 24
OFF, BAR, HAND = 0, 25, 26

BITS = 4
ONES = sum(1 << BITS * field for field in range(HAND + 1))
ALL_POINTS = sum(1 << BITS * point for point in range(1, POINTS + 1))
ALL_OFF = CHECKERS << BITS * OFF
ALL_IN_HAND = CHECKERS << BITS * HAND

_POINT_BYTES = POINTS * BITS // 8
_BOARD = (1 << POINTS * BITS) - 1
_LOW_NIBBLES = int.from_bytes(b"\x0f" * _POINT_BYTES, "little")
# As in ``counts_of``: each field is a hexadecimal digit, and so many pips from home.
_COUNT_OF_DIGIT = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
_PIPS = (POINTS + 1, POINTS + 1, *range(POINTS, -1, -1))


class InvalidPosition(AceyDeuceyError):
    """A position that cannot be; the message says what is wrong with it."""

    def __init__(self, message: str, **details: object) -> None:
        super().__init__("invalid-position", message, details)


class Side(NamedTuple):
    """One player's checkers; ``points`` maps his own point numbers to counts, empty points left out."""

    hand: int
    bar: int
    off: int
    points: Mapping[int, int]


class Position(NamedTuple):
    """Both sides, each as its packed integer. Build one with ``of`` or ``start``."""

    white: int
    black: int

    @classmethod
    def start(cls) -> "Position":
        """All fifteen checkers of both players in hand (G5, H1)."""
        return cls(ALL_IN_HAND, ALL_IN_HAND)

    @classmethod
    def of(cls, white: Side, black: Side) -> "Position":
        """The position with these sides.

        :raises InvalidPosition: a count out of range, not fifteen checkers a side, or a point held by both.
        """
        position = cls(_pack("white", white), _pack("black", black))
        shared = occupied(position.white) & occupied(mirrored(position.black)) & ALL_POINTS
        if shared:
            point = shared.bit_length() // BITS
            raise InvalidPosition(
                "White's point {white_point} is Black's point {black_point}: both have checkers there.",
                white_point=point,
                black_point=POINTS + 1 - point,
            )
        return position

    def packed(self, player: Player) -> int:
        """That player's checkers as the packed integer."""
        return self.white if player == "white" else self.black

    def side(self, player: Player) -> Side:
        """That player's checkers in his own numbering, points from high to low."""
        packed = self.packed(player)
        points = {point: count for point in range(POINTS, 0, -1) if (count := count_at(packed, point))}
        return Side(count_at(packed, HAND), count_at(packed, BAR), count_at(packed, OFF), points)

    def pip_count(self, player: Player) -> int:
        """Pips that the player has still to go; a checker in hand or on the bar counts 25."""
        return sum(map(mul, _PIPS, counts_of(self.packed(player))))

    def moved(self, player: Player, source: int, target: int, hit: bool) -> "Position":
        """The position after one checker of the player has gone from source to target, hitting or not."""
        own = self.packed(player) + (1 << BITS * target) - (1 << BITS * source)
        other = self.packed(opponent_of(player))
        if hit:
            other += (1 << BITS * BAR) - (1 << BITS * (POINTS + 1 - target))
        return self.with_mover(player, own, other)

    def with_mover(self, player: Player, own: int, other: int) -> "Position":
        """The position in which the player's checkers are ``own`` and the opponent's ``other``."""
        return Position(own, other) if player == "white" else Position(other, own)


def opponent_of(player: Player) -> Player:
    """The other player."""
    return "black" if player == "white" else "white"


def count_at(packed: int, field: int) -> int:
    """How many checkers of a packed side stand on a point, or are off, on the bar or in the hand."""
    return packed >> BITS * field & 15


def counts_of(packed: int) -> bytes:
    """The counts of a side, one byte each: hand, bar, the points from 24 down to 1, off."""
    return (b"%0*x" % (HAND + 1, packed)).translate(_COUNT_OF_DIGIT)


def occupied(packed: int) -> int:
    """The lowest bit of each field that holds at least one checker."""
    return (packed | packed >> 1 | packed >> 2 | packed >> 3) & ONES


def mirrored(packed: int) -> int:
    """The points of a side in the other player's numbering (p becomes 25-p); nothing but points."""
    points = int.from_bytes((packed >> BITS & _BOARD).to_bytes(_POINT_BYTES, "little"), "big")
    return ((points & _LOW_NIBBLES) << BITS | points >> BITS & _LOW_NIBBLES) << BITS


def _pack(player: Player, side: Side) -> int:
    counts = {HAND: side.hand, BAR: side.bar, OFF: side.off, **side.points}
    for point in side.points:
        if not 1 <= point <= POINTS:
            raise InvalidPosition(
                "{player} has checkers on point {point}; points are 1 to 24.", player=PLAYER_NAMES[player], point=point
            )
    if any(not 0 <= count <= CHECKERS for count in counts.values()):
        raise InvalidPosition("{player} has a pile that is not 0 to 15 checkers.", player=PLAYER_NAMES[player])
    if sum(counts.values()) != CHECKERS:
        raise InvalidPosition(
            Plural("{player} has {count} checker, not 15.", "{player} has {count} checkers, not 15."),
            player=PLAYER_NAMES[player],
            count=sum(counts.values()),
        )
    return sum(count << BITS * field for field, count in counts.items())
