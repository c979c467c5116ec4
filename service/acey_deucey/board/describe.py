"""A position and its turn told in plain sentences, for eyes that cannot see the picture; it decides nothing."""

from collections.abc import Iterator

from acey_deucey.rules.events import Result
from acey_deucey.rules.position import PLAYER_NAMES, PLAYERS, Player, Position
from acey_deucey.rules.telling import result_told
from acey_deucey.rules.turn import Turn, mover
from acey_deucey.translation import ENGLISH, said
from acey_deucey.wording import Message, Plural, chained

_PILES = {
    "hand": Plural("{count} in hand", "{count} in hand"),
    "bar": Plural("{count} on the bar", "{count} on the bar"),
    "off": Plural("{count} borne off", "{count} borne off"),
}


def describe(position: Position, turn: Turn, result: Result | None = None, language: str = ENGLISH) -> str:
    """The whole board in sentences: whose turn it is, then each player's checkers in his own numbering."""
    sides = [said(language, _side_sentence(player, position)) for player in PLAYERS]
    return " ".join([f"{headline(turn, result, language)}.", *sides])


def headline(turn: Turn, result: Result | None = None, language: str = ENGLISH) -> str:
    """Who has to do what, or how the game ended, without a full stop."""
    return str(said(language, result_told(result) if result is not None else _task(turn, language)))


def stage_parts(turn: Turn) -> tuple[Message, ...]:
    """What is being played, such as ``roll 5-2`` or ``complement 3``, ``of the named 4``."""
    number = turn.numbers[0] if turn.numbers else 0
    if turn.stage == "acey_deucey":
        return (Message("acey-deucey, 1-2"),)
    if turn.stage == "double":
        return (Message("double {number}", {"number": number}),)
    if turn.stage == "named":
        return (Message("named double {number}", {"number": turn.named}),)
    if turn.stage == "complement" and number:
        of_named, of_rolled = Message("of the named {number}"), Message("of the double {number}")
        return (
            Message("complement {number}", {"number": number}),
            (of_named if turn.named else of_rolled)._replace(facts={"number": 7 - number}),
        )
    return (Message("roll {dice}", {"dice": f"{turn.dice[0]}-{turn.dice[1]}"}) if turn.dice else Message("a roll"),)


def _task(turn: Turn, language: str) -> Message:
    if turn.awaits is None:
        return Message("The game is over")
    if turn.player is None:
        return Message("The opening throw decides who starts")
    facts: dict[str, object] = {"player": PLAYER_NAMES[mover(turn)]}
    if turn.awaits == "roll":
        return Message("{player} rolls again", facts) if turn.rolls else Message("{player} to roll", facts)
    if turn.awaits == "name":
        return Message("{player} has played the 1-2 and names a double", facts)
    facts |= {"stage": " ".join(said(language, stage_parts(turn))), "left": " ".join(map(str, turn.numbers))}
    return Message("{player} to move: {stage}; to play: {left}", facts)


def _side_sentence(player: Player, position: Position) -> Message:
    piles = chained("{one}; {other}", _piles(player, position))
    pips = Message(Plural("{count} pip to go", "{count} pips to go"), {"count": position.pip_count(player)})
    return Message("{player}: {piles}; {pips}.", {"player": PLAYER_NAMES[player], "piles": piles, "pips": pips})


def _piles(player: Player, position: Position) -> Iterator[Message]:
    side = position.side(player)
    for name, count in (("hand", side.hand), ("bar", side.bar), ("off", side.off)):
        if count:
            yield Message(_PILES[name], {"count": count})
    points = [f"{point} ({count})" if count > 1 else str(point) for point, count in side.points.items()]
    if points:
        message = Plural("on point {points}", "on points {points}")
        yield Message(message, {"count": len(points), "points": ", ".join(points)})
