"""A position as a board of plain text, drawn as the service draws it in board.txt; it sends nothing.

The viewer's own numbering: he enters top right on 24-19, goes round to the left and leaves bottom right.
"""

from collections.abc import Sequence

from acey_deucey.client.values import Player, Position, Side, Turn

MARKS: dict[Player, str] = {"white": "O", "black": "X"}
HEIGHT = 5

_TOP = (*range(13, 19), *range(19, 25))
_BOTTOM = (*range(12, 6, -1), *range(6, 0, -1))
_EDGE = f"+{'-' * 24}+-----+{'-' * 24}+"


def board_text(position: Position, turn: Turn, view: Player = "white", *, finished: bool = False) -> str:
    """The board with both hands, bars and checkers off, whose turn it is, and what is still to be played."""
    other = opponent_of(view)
    columns = {25 - point: (MARKS[other], count) for point, count in _side(position, other).points.items()}
    columns |= {point: (MARKS[view], count) for point, count in _side(position, view).points.items()}
    top, bottom = ([columns.get(point, ("", 0)) for point in half] for half in (_TOP, _BOTTOM))
    lines = [
        _numbers(_TOP),
        _EDGE,
        *(_row(top, row) for row in range(HEIGHT)),
        _row([("", 0)] * len(_TOP), 0, " BAR "),
        *(_row(bottom, row) for row in reversed(range(HEIGHT))),
        _EDGE,
        _numbers(_BOTTOM),
        "",
        *(_side_line(position, player) for player in (other, view)),
        "",
        turn_line(turn, finished=finished),
    ]
    return "\n".join(line.rstrip() for line in lines)


def turn_line(turn: Turn, *, finished: bool) -> str:
    """Whose turn it is and for what, as a sentence."""
    if turn.player is None:
        return "The game is over." if finished else "The opening dice are to be thrown."
    player = turn.player.title()
    if turn.awaits == "roll":
        return f"{player} to roll."
    dice = f" ({'-'.join(map(str, turn.dice))} rolled)" if turn.dice else ""
    if turn.awaits == "name":
        return f"{player} to name a double{dice}."
    stage = str(turn.stage).replace("_", "-")
    return f"{player} to play {' '.join(map(str, turn.numbers))}: {stage}{dice}."


def opponent_of(player: Player) -> Player:
    """The other player."""
    return "black" if player == "white" else "white"


def _side(position: Position, player: Player) -> Side:
    return position.white if player == "white" else position.black


def _numbers(points: Sequence[int]) -> str:
    left, right = ("".join(f"{point:>3} " for point in half) for half in (points[:6], points[6:]))
    return f" {left}       {right}"


def _row(columns: Sequence[tuple[str, int]], row: int, middle: str = "     ") -> str:
    left, right = ("".join(_cell(*column, row) for column in half) for half in (columns[:6], columns[6:]))
    return f"|{left}|{middle}|{right}|"


def _cell(mark: str, count: int, row: int) -> str:
    """The place of a point in a row, counted from the edge; in the last row a number tells of more checkers."""
    shown = str(count) if row == HEIGHT - 1 and count > HEIGHT else mark if count > row else ""
    return f"{shown:>3} "


def _side_line(position: Position, player: Player) -> str:
    side, pips = _side(position, player), position.pips.white if player == "white" else position.pips.black
    return f"{player.title()} {MARKS[player]}: hand {side.hand}, bar {side.bar}, off {side.off}, pips {pips}"
