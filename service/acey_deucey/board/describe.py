"""A position and its turn told in plain English sentences, for eyes that cannot see the picture; it decides nothing."""

from acey_deucey.rules.events import Result
from acey_deucey.rules.position import PLAYERS, Player, Position, Side
from acey_deucey.rules.turn import Turn

_ENDINGS = {
    "borne_off": "by bearing off all checkers",
    "resigned": "by resignation",
    "timeout": "on time",
    "deadlock": "",
}


def describe(position: Position, turn: Turn, result: Result | None = None) -> str:
    """The whole board in sentences: whose turn it is, then each player's checkers in his own numbering."""
    sides = [_side_sentence(player, position) for player in PLAYERS]
    return " ".join([f"{headline(turn, result)}.", *sides])


def headline(turn: Turn, result: Result | None = None) -> str:
    """Who has to do what, or how the game ended, without a full stop."""
    if result is not None:
        return _result_text(result)
    if turn.awaits is None:
        return "The game is over"
    if turn.player is None:
        return "The opening throw decides who starts"
    player = turn.player.title()
    if turn.awaits == "roll":
        return f"{player} rolls again" if turn.rolls else f"{player} to roll"
    if turn.awaits == "name":
        return f"{player} has played the 1-2 and names a double"
    left = " ".join(map(str, turn.numbers))
    return f"{player} to move: {stage_text(turn)}; to play: {left}"


def stage_text(turn: Turn) -> str:
    """What is being played, such as ``roll 5-2`` or ``complement 3 of the named 4``."""
    number = turn.numbers[0] if turn.numbers else None
    if turn.stage == "acey_deucey":
        return "acey-deucey, 1-2"
    if turn.stage == "double":
        return f"double {number}"
    if turn.stage == "named":
        return f"named double {turn.named}"
    if turn.stage == "complement" and number is not None:
        return f"complement {number} of the {'named' if turn.named else 'double'} {7 - number}"
    return f"roll {turn.dice[0]}-{turn.dice[1]}" if turn.dice else "a roll"


def _result_text(result: Result) -> str:
    if result.winner is None:
        return "The game is drawn: nobody could ever move again"
    points = "1 point" if result.points == 1 else f"{result.points} points"
    return " ".join(filter(None, (result.winner.title(), "wins", points, _ENDINGS[result.reason])))


def _side_sentence(player: Player, position: Position) -> str:
    side = position.side(player)
    piles = [f"{count} {where}" for count, where in _piles(side) if count]
    points = [f"{point} ({count})" if count > 1 else str(point) for point, count in side.points.items()]
    if points:
        piles.append(f"on {'point' if len(points) == 1 else 'points'} {', '.join(points)}")
    return f"{player.title()}: {'; '.join(piles)}; {position.pip_count(player)} pips to go."


def _piles(side: Side) -> tuple[tuple[int, str], ...]:
    return (side.hand, "in hand"), (side.bar, "on the bar"), (side.off, "borne off")
