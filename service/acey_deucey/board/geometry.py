"""Where everything stands on the picture of the board, in its own units; it knows no game, colour or text.

The viewer's points run as his checkers do: in at the top right (24), round the left, out at the bottom
right (1). What waits to enter stands beside the corner where it enters, what is off beside the other.
``static/board-geometry.js`` holds the same figures; a test compares them.
"""

from typing import Literal, NamedTuple

Half = Literal["top", "bottom"]

GEOMETRY = {
    "width": 836,
    "height": 650,
    "left": 18,  # the left edge of the playing surface
    "top": 70,  # its upper edge
    "surface": 510,  # its height
    "pitch": 50,  # from one point to the next
    "bar": 58,  # the width of the bar
    "radius": 22,  # of a checker
    "stack": 220,  # how far checkers may reach from the edge
    "tip": 196,  # the height of a point
    "tray": 60,  # the width of a tray
    "gap": 12,  # between the surface and the trays
    "between": 8,  # between the two columns of trays
    "chip": 14,  # the height of a checker seen from its edge, in a tray
    "die": 46,
    "die_gap": 9,
}

WIDTH, HEIGHT = GEOMETRY["width"], GEOMETRY["height"]
LEFT, TOP = GEOMETRY["left"], GEOMETRY["top"]
PITCH, BAR_WIDTH, RADIUS, CHIP = (GEOMETRY[name] for name in ("pitch", "bar", "radius", "chip"))
BOTTOM = TOP + GEOMETRY["surface"]
MIDDLE = TOP + GEOMETRY["surface"] / 2
BAR_LEFT = LEFT + 6 * PITCH
HOME_LEFT = BAR_LEFT + BAR_WIDTH
RIGHT = HOME_LEFT + 6 * PITCH
HAND_LEFT = RIGHT + GEOMETRY["gap"]
OFF_LEFT = HAND_LEFT + GEOMETRY["tray"] + GEOMETRY["between"]
TRAY_HEIGHT = 15 * CHIP + 4


class Spot(NamedTuple):
    """The centre of a checker or die."""

    x: float
    y: float


def half_of(point: int) -> Half:
    """Which half a point of the viewer is in."""
    return "top" if point > 12 else "bottom"


def point_x(point: int) -> float:
    """The middle of a point of the viewer, 24 to 1."""
    column = point - 13 if point > 12 else 12 - point
    return LEFT + (column + 0.5) * PITCH + (BAR_WIDTH if column > 5 else 0)


def stack(count: int, x: float, half: Half, room: float = GEOMETRY["stack"]) -> list[Spot]:
    """The centres of so many checkers on a point, from the edge inwards; they overlap rather than leave the room."""
    step: float = 2 * RADIUS
    if count > 1:
        step = min(step, (room - 2 * RADIUS) / (count - 1))
    depths = [RADIUS + 2 + round(index * step, 1) for index in range(count)]
    return [Spot(x, TOP + depth if half == "top" else BOTTOM - depth) for depth in depths]


def bar_stack(count: int, half: Half) -> list[Spot]:
    """The centres of so many checkers on the bar, from the middle outwards."""
    room = GEOMETRY["stack"] - 24
    step = min(2 * RADIUS, (room - 2 * RADIUS) / max(count - 1, 1))
    x = BAR_LEFT + BAR_WIDTH / 2
    depths = [40 + round(index * step, 1) for index in range(count)]
    return [Spot(x, MIDDLE - depth if half == "top" else MIDDLE + depth) for depth in depths]


def chips(count: int, half: Half) -> list[float]:
    """The upper edges of so many checkers in a tray, from the edge of the board inwards."""
    if half == "top":
        return [TOP + 2 + index * CHIP for index in range(count)]
    return [BOTTOM - 2 - (index + 1) * CHIP for index in range(count)]


def dice_row(count: int, left: float) -> list[Spot]:
    """The centres of so many dice in the middle of the quadrant that begins at ``left``."""
    pitch = GEOMETRY["die"] + GEOMETRY["die_gap"]
    first = left + 3 * PITCH - pitch * (count - 1) / 2
    return [Spot(first + index * pitch, MIDDLE) for index in range(count)]
