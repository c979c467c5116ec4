"""The colours of the board by name, for light and for dark surroundings; it knows no shape.

Checkers differ by lightness and by their mark, points by lightness, so that no one needs to see hues.
``static/board-style.js`` holds the same colours; a test compares them.
"""

PALETTE = {
    "frame": ("#4a3629", "#2a2320"),
    "rim": ("#33241a", "#524237"),
    "felt": ("#d6c3a0", "#3d4a4d"),
    "tray": ("#6a5140", "#443a33"),
    "point-a": ("#2f6f69", "#26757a"),
    "point-b": ("#f0e5cc", "#a39779"),
    "white": ("#fffaf0", "#f1e8d6"),
    "white-line": ("#6d5a45", "#3c3024"),
    "black": ("#23262d", "#14161a"),
    "black-line": ("#e6dcc8", "#cbbfa8"),
    "text": ("#f4ead6", "#ece1cc"),
    "soft": ("#cdb998", "#bba98c"),
    "ink": ("#2a2018", "#f4ead6"),
    "turn": ("#f2b84b", "#f2b84b"),
    "turn-ink": ("#2a1c05", "#2a1c05"),
}
