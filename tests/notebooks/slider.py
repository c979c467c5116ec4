"""The cell of notebook 11 that makes the slider, for those who test it; runs nothing."""

import json

from notebooks.start import FOLDER


def replay_cell() -> str:
    """The code of the cell that makes the slider."""
    cells = json.loads((FOLDER / "11-replay.ipynb").read_text("utf-8"))["cells"]
    [code] = [code for code in ("".join(cell["source"]) for cell in cells) if "def replay" in code]
    return code
