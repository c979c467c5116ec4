"""A position as a board of plain text, seen from either side; it knows no HTTP.

The viewer's own numbering: he enters top right on 24-19, goes round to the left and leaves bottom right.
"""

from acey_deucey.rules.position import PLAYER_NAMES, POINTS, Player, Position, Side, opponent_of
from acey_deucey.rules.turn import Turn
from acey_deucey.translation import ENGLISH, said
from acey_deucey.wording import Message

MARKS: dict[Player, str] = {"white": "O", "black": "X"}
ROWS = 5

_TOP = (*range(13, 19), None, *range(19, 25))
_BOTTOM = (*range(12, 6, -1), None, *range(6, 0, -1))
_WIDTH = 4
_BAR = Message("BAR")
_STAGES = {
    "plain": Message("plain"),
    "double": Message("double"),
    "acey_deucey": Message("acey-deucey"),
    "named": Message("named"),
    "complement": Message("complement"),
}
_EDGE = "+" + "-" * (_WIDTH * 6) + "+-----+" + "-" * (_WIDTH * 6) + "+"


def board_text(position: Position, turn: Turn, view: Player = "white", language: str = ENGLISH) -> str:
    """The board with both hands, bars and checkers off, whose turn it is, and what is still to be played.

    Five checkers are drawn on a point at most; of more than five the last place tells how many there are.
    """
    columns = _columns(position, view)
    top, bottom = [columns.get(point) for point in _TOP], [columns.get(point) for point in _BOTTOM]
    lines = [
        _numbers(_TOP),
        _EDGE,
        *(_row(top, row) for row in range(ROWS)),
        _row([None] * len(_TOP), 0, f"{said(language, _BAR):^5}"),
        *(_row(bottom, row) for row in reversed(range(ROWS))),
        _EDGE,
        _numbers(_BOTTOM),
        "",
        *(said(language, _side_line(position, player)) for player in (opponent_of(view), view)),
        "",
        said(language, _turn_line(turn)),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _columns(position: Position, view: Player) -> dict[int | None, tuple[str, int]]:
    """What stands on each point of the viewer's numbering: a mark and a count."""
    own, other = position.side(view), position.side(opponent_of(view))
    columns: dict[int | None, tuple[str, int]] = {point: (MARKS[view], count) for point, count in own.points.items()}
    columns |= {POINTS + 1 - point: (MARKS[opponent_of(view)], count) for point, count in other.points.items()}
    return columns


def _numbers(points: tuple[int | None, ...]) -> str:
    return " " + "".join("       " if point is None else f"{point:>{_WIDTH - 1}} " for point in points)


def _row(columns: list[tuple[str, int] | None], row: int, middle: str = "     ") -> str:
    cells = [_cell(column, row) for column in columns]
    return "|" + "".join(cells[:6]) + f"|{middle}|" + "".join(cells[7:]) + "|"


def _cell(column: tuple[str, int] | None, row: int) -> str:
    """The place of a point in a row, counted from the edge of the board."""
    mark, count = column or ("", 0)
    shown = str(count) if row == ROWS - 1 and count > ROWS else mark if count > row else ""
    return f"{shown:>{_WIDTH - 1}} "


def _side_line(position: Position, player: Player) -> Message:
    side: Side = position.side(player)
    facts = {"player": PLAYER_NAMES[player], "mark": MARKS[player], "pips": position.pip_count(player)}
    facts |= {"hand": side.hand, "bar": side.bar, "off": side.off}
    return Message("{player} {mark}: hand {hand}, bar {bar}, off {off}, pips {pips}", facts)


def _turn_line(turn: Turn) -> Message:
    if turn.player is None:
        return Message("The game is over.") if turn.awaits is None else Message("The opening dice are to be thrown.")
    facts: dict[str, object] = {"player": PLAYER_NAMES[turn.player], "dice": "-".join(map(str, turn.dice or ()))}
    if turn.awaits == "roll":
        return Message("{player} to roll.", facts)
    if turn.awaits == "name":
        return Message("{player} to name a double ({dice} rolled).", facts)
    facts |= {"left": " ".join(map(str, turn.numbers)), "stage": _STAGES[turn.stage or "plain"]}
    if turn.dice is None:
        return Message("{player} to play {left}: {stage}.", facts)
    return Message("{player} to play {left}: {stage} ({dice} rolled).", facts)
