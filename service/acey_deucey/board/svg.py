"""The board as one static SVG picture, the same text for the same position; it decides nothing and knows no game.

Every shape carries its light colour as an attribute and its name as a class; a small style sheet inside
recolours them in dark surroundings. There are no ids, so that many pictures can share one page.
"""

from collections.abc import Iterator
from html import escape

from acey_deucey.board.describe import describe, headline, stage_parts
from acey_deucey.board.geometry import (
    BAR_LEFT,
    BAR_WIDTH,
    BOTTOM,
    CHIP,
    GEOMETRY,
    HAND_LEFT,
    HEIGHT,
    HOME_LEFT,
    LEFT,
    MIDDLE,
    OFF_LEFT,
    PITCH,
    RADIUS,
    RIGHT,
    TOP,
    TRAY_HEIGHT,
    WIDTH,
    Half,
    Spot,
    bar_stack,
    chips,
    dice_row,
    half_of,
    point_x,
    stack,
)
from acey_deucey.board.palette import PALETTE
from acey_deucey.rules.events import Result
from acey_deucey.rules.position import BAR, HAND, OFF, PLAYER_NAMES, POINTS, Player, Position, count_at, opponent_of
from acey_deucey.rules.turn import STAGE_LENGTH, Turn
from acey_deucey.translation import ENGLISH, said
from acey_deucey.wording import Message, Plural, chained

HALVES: tuple[Half, Half] = ("top", "bottom")
MOST_APART = 5  # more checkers than this overlap, and their number is written on the last
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_TASKS = {"move": Message("to move"), "roll": Message("to roll"), "name": Message("to name")}
_PIPS = Plural("{count} pip", "{count} pips")
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def board_svg(
    position: Position, turn: Turn, view: Player = "white", result: Result | None = None, language: str = ENGLISH
) -> str:
    """The position as an SVG document of about 10 kB, seen from the seat of ``view``, whose points it numbers."""
    parts = [
        *_board(),
        *_numbers(),
        *_checkers(position, view),
        *_trays(position, view, language),
        *_centre(turn, view, result, language),
        *_player(opponent_of(view), position, turn, "top", language),
        *_player(view, position, turn, "bottom", language),
    ]
    seen = said(language, Message("Acey-deucey board, seen by {player}.", {"player": PLAYER_NAMES[view]}))
    title = f"{seen} {headline(turn, result, language)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="acey" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="{FONT}" text-anchor="middle">'
        f"<title>{escape(title)}</title><desc>{escape(describe(position, turn, result, language))}</desc>"
        f"<style>{_dark_style()}</style>{''.join(parts)}</svg>\n"
    )


def _dark_style() -> str:
    fills = "".join(f".acey .f-{name}{{fill:{dark}}}" for name, (_, dark) in PALETTE.items())
    lines = "".join(f".acey .s-{name}{{stroke:{PALETTE[name][1]}}}" for name in ("rim", "white-line", "black-line"))
    return f"@media (prefers-color-scheme:dark){{{fills}{lines}}}"


def _fill(name: str) -> str:
    return f'class="f-{name}" fill="{PALETTE[name][0]}"'


def _painted(fill: str, line: str, width: float) -> str:
    return (
        f'class="f-{fill} s-{line}" fill="{PALETTE[fill][0]}" stroke="{PALETTE[line][0]}" '
        f'stroke-width="{_number(width)}"'
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _text(x: float, y: float, size: int, fill: str, text: str, more: str = "") -> str:
    place = f'x="{_number(x)}" y="{_number(y)}"'
    return f'<text {place} font-size="{size}" {_fill(fill)}{more}>{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, paint: str, radius: int = 0) -> str:
    place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
    return f'<rect {place} rx="{radius}" {paint}/>'


def _board() -> Iterator[str]:
    """The frame, both halves of the surface, the bar and the points."""
    yield _box(1.5, 1.5, WIDTH - 3, HEIGHT - 3, _painted("frame", "rim", 3), 18)
    yield _box(LEFT, TOP, 6 * PITCH, BOTTOM - TOP, _fill("felt"), 4)
    yield _box(HOME_LEFT, TOP, 6 * PITCH, BOTTOM - TOP, _fill("felt"), 4)
    for left in (HAND_LEFT, OFF_LEFT):
        yield _box(left, TOP, GEOMETRY["tray"], TRAY_HEIGHT, _fill("tray"), 5)
        yield _box(left, BOTTOM - TRAY_HEIGHT, GEOMETRY["tray"], TRAY_HEIGHT, _fill("tray"), 5)
    for name, parity in (("point-a", 0), ("point-b", 1)):
        wedges = "".join(_wedge(point) for point in range(POINTS, 0, -1) if point % 2 == parity)
        yield f'<path d="{wedges}" {_fill(name)}/>'


def _wedge(point: int) -> str:
    x, half = point_x(point), PITCH / 2 - 2
    edge, tip = (TOP, TOP + GEOMETRY["tip"]) if half_of(point) == "top" else (BOTTOM, BOTTOM - GEOMETRY["tip"])
    return f"M{_number(x - half)} {edge}h{_number(2 * half)}L{_number(x)} {tip}z"


def _numbers() -> Iterator[str]:
    for point in range(POINTS, 0, -1):
        y = TOP - 8 if half_of(point) == "top" else BOTTOM + 21
        yield _text(point_x(point), y, 17, "soft", str(point))


def _checkers(position: Position, view: Player) -> Iterator[str]:
    """All checkers on the points and on the bar, the viewer's waiting in the upper half, where they enter."""
    for player, half in zip((view, opponent_of(view)), HALVES, strict=True):
        packed = position.packed(player)
        for own in range(POINTS, 0, -1):
            point = own if player == view else POINTS + 1 - own
            yield from _pile(player, stack(count_at(packed, own), point_x(point), half_of(point)), MOST_APART)
        yield from _pile(player, bar_stack(count_at(packed, BAR), half), MOST_APART - 1)


def _pile(player: Player, spots: list[Spot], most_apart: int) -> Iterator[str]:
    if not spots:
        return
    discs = "".join(f'<circle cx="{_number(spot.x)}" cy="{_number(spot.y)}" r="{RADIUS - 1}"/>' for spot in spots)
    yield f"<g {_painted(player, f'{player}-line', 2)}>{discs}</g>"
    last = spots[-1]
    if len(spots) > most_apart:
        yield _text(last.x, last.y + 8, 22, f"{player}-line", str(len(spots)), ' font-weight="700"')
    else:
        yield from _marks(player, spots)


def _marks(player: Player, spots: list[Spot]) -> Iterator[str]:
    """A ring on White's checkers, a dot on Black's: told apart without any colour."""
    radius, width = (12, 1.5) if player == "white" else (4, 0)
    line = f"{player}-line"
    paint = f'class="s-{line}" fill="none" stroke="{PALETTE[line][0]}" stroke-width="{width}"' if width else _fill(line)
    discs = "".join(f'<circle cx="{_number(spot.x)}" cy="{_number(spot.y)}" r="{radius}"/>' for spot in spots)
    yield f"<g {paint}>{discs}</g>"


def _trays(position: Position, view: Player, language: str) -> Iterator[str]:
    """Hands and borne-off checkers, seen from their edges, each with its count."""
    other = opponent_of(view)
    for word, left, field, upper in ((Message("hand"), HAND_LEFT, HAND, view), (Message("off"), OFF_LEFT, OFF, other)):
        middle = left + GEOMETRY["tray"] / 2
        yield _text(middle, MIDDLE + 6, 17, "soft", said(language, word))
        for player, half in zip((upper, opponent_of(upper)), HALVES, strict=True):
            count = count_at(position.packed(player), field)
            edges = "".join(_box(left + 4, y + 1, GEOMETRY["tray"] - 8, CHIP - 2, "", 4) for y in chips(count, half))
            if edges:
                yield f"<g {_painted(player, f'{player}-line', 1.2)}>{edges}</g>"
            y = MIDDLE - 17 if half == "top" else MIDDLE + 32
            yield _text(middle, y, 20, "text", str(count), ' font-weight="700"')


def _centre(turn: Turn, view: Player, result: Result | None, language: str) -> Iterator[str]:
    """The dice in the mover's half of the middle and what they are in the other half."""
    near, far = (HOME_LEFT, LEFT) if turn.player in (None, view) else (LEFT, HOME_LEFT)
    lines = _caption(turn, result, language)
    for index, line in enumerate(lines):
        y = MIDDLE + 6 + (index - (len(lines) - 1) / 2) * 24
        yield _text(far + 3 * PITCH, y, 18, "ink", line, "" if index else ' font-weight="700"')
    if turn.player and turn.awaits == "move":
        faces = played_and_left(turn)
        spots = dice_row(len(faces), near)
        for (face, is_left), spot in zip(faces, spots, strict=True):
            yield from _die(turn.player, face, is_left, spot)


def _caption(turn: Turn, result: Result | None, language: str) -> list[str]:
    if turn.awaits != "move":
        return _halved(headline(turn, result, language))
    name, *more = stage_parts(turn)
    left = Message("to play: {left}", {"left": " ".join(map(str, turn.numbers))})
    head, rest = said(language, (name, chained("{one}; {other}", (*more, left))))
    return [head[0].upper() + head[1:], rest]


def _halved(text: str) -> list[str]:
    """The text in one line, or in two when it is longer than half of the board."""
    if len(text) < 25:
        return [text]
    cut = text.rfind(" ", 0, len(text) // 2 + 4)
    return [text[:cut], text[cut + 1 :]]


def played_and_left(turn: Turn) -> list[tuple[int, bool]]:
    """The numbers of the stage in play and whether each is still to be played, those that are played first."""
    left = list(turn.numbers)
    if turn.stage in ("plain", "acey_deucey"):
        dice = turn.dice or (left[0], left[-1])
        return [(face, face in left) for face in dice]
    played = STAGE_LENGTH - len(left)
    return [(left[0], False)] * played + [(face, True) for face in left]


def _die(player: Player, face: int, is_left: bool, spot: Spot) -> Iterator[str]:
    """A die in the mover's colour; one that is played is an outline."""
    size = GEOMETRY["die"]
    paint = _painted(player, f"{player}-line", 2)
    faded = "" if is_left else ' opacity="0.35"'
    pips = "".join(
        f'<circle cx="{_number(spot.x + 12 * x)}" cy="{_number(spot.y + 12 * y)}" r="4.3"/>' for x, y in PIPS[face]
    )
    body = _box(spot.x - size / 2, spot.y - size / 2, size, size, paint, 9)
    yield f"<g{faded}>{body}<g {_fill(f'{player}-line')}>{pips}</g></g>"


def _player(player: Player, position: Position, turn: Turn, half: Half, language: str) -> Iterator[str]:
    """A player's line: his checker, his colour, what he has to do, his pips."""
    y = 30 if half == "top" else HEIGHT - 20
    yield f'<g transform="translate({LEFT + 14} {y - 6}) scale(.6)">'
    yield from _pile(player, [Spot(0, 0)], 1)
    yield "</g>"
    yield _text(
        LEFT + 34, y, 20, "text", said(language, PLAYER_NAMES[player]), ' font-weight="700" text-anchor="start"'
    )
    if turn.player == player:
        task = said(language, _TASKS[turn.awaits or "move"])
        yield _box(BAR_LEFT + BAR_WIDTH / 2 - 65, y - 20, 130, 27, _fill("turn"), 13)
        yield _text(BAR_LEFT + BAR_WIDTH / 2, y - 1, 17, "turn-ink", task, ' font-weight="700"')
    pips = said(language, Message(_PIPS, {"count": position.pip_count(player)}))
    yield _text(RIGHT, y, 18, "text", pips, ' text-anchor="end"')
