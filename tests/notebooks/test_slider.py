"""The slider of notebook 11, by the code of its cell; knows no JupyterLab and no service."""

from types import SimpleNamespace
from typing import Any

import ipywidgets  # type: ignore[import-untyped]

from tests.notebooks.slider import replay_cell


def test_the_slider_of_the_replay_draws_the_version_that_it_is_moved_to() -> None:
    boxed: list[Any] = []
    shown: list[dict[str, str]] = []

    def box(children: list[Any]) -> Any:
        boxed.extend(children)
        return ipywidgets.VBox(children)

    names: dict[str, Any] = {
        "address": "/game",
        "service": SimpleNamespace(get=lambda address: SimpleNamespace(text=f"<svg>{address}</svg>")),
        "display": lambda bundle, raw: shown.append(bundle),
    }
    exec(replay_cell(), names)
    names["VBox"] = box
    names["replay"](9, 4)
    slider, board = boxed
    assert "board.svg?at=4<" in board.value
    assert "board.svg?at=4<" in shown[0]["image/svg+xml"]
    slider.value = 7
    assert "board.svg?at=7<" in board.value
    slider.value = 99
    assert "board.svg?at=9<" in board.value
