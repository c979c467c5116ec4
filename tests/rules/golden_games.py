"""The golden games: files of commands with what they cause, replayed and compared. It must hold no rule of its own.

A file has comments (``#``), the rule set with options that differ, the position and turn it starts from, then
the command lines of ``script``. The indented lines below a command are what it caused; they are written by
``python -m tests.rules.golden_games``, which carries out the commands of every file anew: read the difference.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from acey_deucey.rules.game import Game

from tests.rules.script import game_at, transcript

FOLDER = Path(__file__).with_name("golden")
FILES = sorted(FOLDER.glob("*.txt"))


def retold(text: str) -> str:
    """The file's text with everything that its commands cause told anew."""
    written = [line for line in text.splitlines() if not line.startswith("    ")]
    heading = [line for line in written if is_heading(line)]
    commands = [line for line in written if line and not is_heading(line)]
    return "\n".join([*heading, "", *transcript(game_of(heading), commands)]) + "\n"


def is_heading(line: str) -> bool:
    return line.startswith(("#", "rules ", "start "))


def game_of(heading: list[str]) -> Game:
    """The game that a file starts from: ``rules european scoring="one_point"`` and ``start <position id>``."""
    (rules,) = (line.split()[1:] for line in heading if line.startswith("rules "))
    (start,) = (line.removeprefix("start ") for line in heading if line.startswith("start "))
    return game_at(start, rules[0], **dict(options_of(rules[1:])))


def options_of(words: list[str]) -> Iterator[tuple[str, object]]:
    for word in words:
        name, _, value = word.partition("=")
        yield name, json.loads(value)


def main() -> None:
    for path in FILES:
        path.write_text(retold(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
