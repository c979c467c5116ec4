"""A position and its turn as one line of text and back, as FEN is for chess; it decides nothing.

Grammar (words are separated by one space)::

    id     = side "/" side " " turn              White's checkers, then Black's, each in his own numbering
    side   = pile *("," pile)                    hand, bar, points from high to low, off; empty piles left out
    pile   = ("h" / "b" / "o") count             hand, bar, off
           / point ["x" count]                   one checker on the point, or several
    turn   = "opening" / "over"
           / player " roll " rolls
           / player " name " rolls
           / player " move " stage " " numbers " " dice " " named " " rolls
    player = "w" / "b"
    stage  = "plain" / "acey_deucey" / "double" / "named" / "complement"
    numbers = 1*4("1"-"6")                       what is still to be played
    dice   = 2("1"-"6") / "-"                    the roll in play, or unknown
    named  = "1"-"6" / "-"                       the double named, or none
    rolls  = number                              rolls of the player in this turn

The start of a game is ``h15/h15 opening``; White with 5-2 to play from there is
``h15/h15 w move plain 52 52 - 1``.
"""

import re
from functools import lru_cache

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.legal import STAGES
from acey_deucey.rules.position import BAR, CHECKERS, HAND, OFF, Position, Side, counts_of
from acey_deucey.rules.turn import OPENING, OVER, Turn
from acey_deucey.rules.turn_check import checked_turn

MOST_TEXT = 300

_PLAYER_OF = {"w": "white", "b": "black"}
_PILES = {"h": HAND, "b": BAR, "o": OFF}
_LETTERS = {field: letter for letter, field in _PILES.items()}
_COUNT = "(?:1[0-5]|[1-9])"
_PILE = re.compile(rf"(?P<pile>[hbo])(?P<held>{_COUNT})|(?P<point>2[0-4]|1\d|[1-9])(?:x(?P<count>{_COUNT}))?", re.ASCII)
_MOVE = re.compile(
    rf"move (?P<stage>{'|'.join(STAGES)}) (?P<numbers>[1-6]{{1,4}}) (?P<dice>[1-6]{{2}}|-) (?P<named>[1-6-]) "
    r"(?P<rolls>\d{1,4})",
    re.ASCII,
)
_WAIT = re.compile(r"(?P<awaits>roll|name) (?P<rolls>\d{1,4})", re.ASCII)


class InvalidPositionId(AceyDeuceyError):
    """Text that is no position id; the details hold the part that cannot be read."""

    def __init__(self, part: str) -> None:
        message = "{part!r} cannot be read as part of a position id."
        super().__init__("invalid-position-id", message, {"part": part[:60]})


def format_position_id(position: Position, turn: Turn) -> str:
    """The position and its turn in one line; ``parse_position_id`` gives both back."""
    return f"{_side_text(position.white)}/{_side_text(position.black)} {_turn_text(turn)}"


def parse_position_id(text: str) -> tuple[Position, Turn]:
    """The position and turn that a line of text stands for.

    :raises InvalidPositionId: it is not in the grammar.
    :raises InvalidPosition: the checkers cannot stand so.
    :raises InvalidTurn: the turn cannot be.
    """
    sides, _, turn = text[:MOST_TEXT].partition(" ")
    white, slash, black = sides.partition("/")
    if len(text) > MOST_TEXT or not slash:
        raise InvalidPositionId(text)
    position = Position.of(_parse_side(white), _parse_side(black))
    return position, OVER if turn == "over" else checked_turn(_parse_turn(turn))


@lru_cache(maxsize=4096)  # of the two sides one is as it was a command ago
def _side_text(packed: int) -> str:
    return ",".join([texts[count] for texts, count in zip(_PILE_TEXTS, counts_of(packed), strict=True) if count])


def _pile_text(field: int, count: int) -> str:
    if field in _LETTERS:
        return f"{_LETTERS[field]}{count}"
    return f"{field}x{count}" if count > 1 else str(field)


# As in ``counts_of``: a field at each place, and for each count what is written of it.
_PILE_TEXTS = [[_pile_text(field, count) for count in range(CHECKERS + 1)] for field in range(HAND, OFF - 1, -1)]


@lru_cache(maxsize=4096)
def _turn_text(turn: Turn) -> str:
    if turn.player is None:
        return "over" if turn.awaits is None else "opening"
    words: list[object] = [turn.player[0], turn.awaits]
    if turn.awaits == "move":
        dice = "".join(map(str, turn.dice)) if turn.dice else "-"
        words += [turn.stage, "".join(map(str, turn.numbers)), dice, turn.named or "-"]
    return " ".join(map(str, [*words, turn.rolls]))


def _parse_side(text: str) -> Side:
    piles = dict.fromkeys(_PILES.values(), 0)
    points: dict[int, int] = {}
    for part in text.split(","):
        match = _PILE.fullmatch(part)
        if match is None:
            raise InvalidPositionId(part or text)
        field = _PILES[match["pile"]] if match["pile"] else int(match["point"])
        held = points if match["point"] else piles
        if held.get(field):
            raise InvalidPositionId(text)
        held[field] = int(match["held"] or match["count"] or 1)
    return Side(piles[HAND], piles[BAR], piles[OFF], points)


def _parse_turn(text: str) -> Turn:
    if text == "opening":
        return OPENING
    letter, _, rest = text.partition(" ")
    player = _PLAYER_OF.get(letter)
    move, wait = _MOVE.fullmatch(rest), _WAIT.fullmatch(rest)
    if player is None or not (move or wait):
        raise InvalidPositionId(text)
    if wait:
        return Turn(player, wait["awaits"], rolls=int(wait["rolls"]))  # type: ignore[arg-type]
    assert move is not None, "one of the two matched"
    dice = None if move["dice"] == "-" else (int(move["dice"][0]), int(move["dice"][1]))
    named = None if move["named"] == "-" else int(move["named"])
    numbers = tuple(map(int, move["numbers"]))
    return Turn(player, "move", move["stage"], dice, numbers, named, int(move["rolls"]))  # type: ignore[arg-type]
