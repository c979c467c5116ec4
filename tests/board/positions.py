"""Positions for the drawing's tests, as position ids with the seat that looks on; knows no drawing."""

from acey_deucey.rules.position import Player

GALLERY: dict[str, tuple[str, Player]] = {
    "the start": ("h15/h15 opening", "white"),
    "first checkers in": ("h13,23,20/h15 b move plain 52 52 - 1", "white"),
    "a named double": ("h2,24,22x2,17,13x3,8x2,6x2,5,4/h1,b2,23x3,13x2,9,7x2,6x4 w move named 44 21 4 1", "white"),
    "a complement": ("h2,24,22x2,17,13x3,8x2,6x2,5,4/h1,b2,23x3,13x2,9,7x2,6x4 b move complement 3333 - 4 1", "black"),
    "fifteen on a point": ("24x15/24x9,b6 w name 1", "white"),
    "bearing off": ("6x3,5x2,4,3x4,o5/2x5,1x3,o7 w move plain 6 65 - 1", "white"),
    "all on the bar": ("b15/b8,h7 w roll 1", "black"),
    "the end": ("o15/6x3,2x2,o10 over", "white"),
}
