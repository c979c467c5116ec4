"""Makes the conformance vectors, which other programs can be tested with: `python -m tests.vectors.make`.

It draws positions and games by chance, always the same ones, and writes down what the package makes of them;
whether that is right is judged beside it, by the naive referee.
"""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import PLAYERS, Position, opponent_of
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.replay import Command
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.turn import OPENING, mover
from acey_deucey.step_text import steps_text
from acey_deucey.transcript import BrokenRecord, Transcript, replayed
from acey_deucey.transcript_json import transcript_json
from acey_deucey.transcript_text import format_transcript

from tests.rules.random_games import random_command
from tests.rules.random_positions import random_position, random_stage
from tests.rules.script import carried_out
from tests.rules.translation import game_of, situation_of

Json = dict[str, Any]

FOLDER = Path(__file__).parent
POSITIONS, PLAYS, RECORDS, BROKEN = 70, 80, 35, 15
MOST_PLAYS = 30
SHORT_GAME = 30
OVERRIDES: list[Json] = [
    {},
    {},
    {},
    {"enter_before_moving": True},
    {"home_moves": "not_while_bearing_off"},
    {"named_must_be_playable": True, "naming_requires": "nothing"},
    {"doubles_roll_again": "always", "stake_doubles_on_acey_deucey": True},
]
NEAR_THE_END = ("6x2,4x3,2x3,o7/5x3,3x3,1x2,o7 w roll 0", "7,5x2,3x2,o10/6x2,1x4,o9 b roll 0")


def vectors() -> dict[str, list[Json]]:
    """The vectors by the name of their file."""
    return {
        "positions": list(_positions(random.Random("positions"))),
        "plays": list(_plays(random.Random("plays"))),
        "records": [*_records(random.Random("records")), *_broken(random.Random("broken"))],
    }


def text_of(rows: list[Json]) -> str:
    """A file of vectors, one in a line."""
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _positions(rng: random.Random) -> Iterator[Json]:
    """Ids of positions, half of them met in games, and what they stand for."""
    for number in range(POSITIONS):
        game = _drawn(rng, Options()) if number % 2 else _met(rng)
        shown = json.loads(json.dumps({side: _side(game.position, side) for side in PLAYERS}))
        yield {"id": format_position_id(game.position, game.turn), **shown, "turn": game.turn._asdict()}


def _side(position: Position, player: Any) -> Json:
    side = position.side(player)
    return {"hand": side.hand, "bar": side.bar, "off": side.off, "points": dict(side.points)}


def _drawn(rng: random.Random, options: Options) -> Game:
    stage, numbers = random_stage(rng)
    situation = situation_of(*random_position(rng), rng.choice(PLAYERS), stage, numbers, options.as_dict())
    return game_of(situation, rng.choice(("double", "named")))


def _met(rng: random.Random) -> Game:
    """A game somewhere on its way."""
    game, _ = Game.start(RULESETS[rng.choice(list(RULESETS))].options)
    for _ in range(rng.randrange(60)):
        if game.result is None:
            game, _ = carried_out(game, random_command(rng, game))
    return game


def _plays(rng: random.Random) -> Iterator[Json]:
    """Stages with their legal steps, their plays and what follows each."""
    made = 0
    while made < PLAYS:
        ruleset, changes = rng.choice(list(RULESETS)), rng.choice(OVERRIDES)
        game = _drawn(rng, RULESETS[ruleset].options.override(changes))
        plays = game.legal_plays()
        if plays and len(plays) <= MOST_PLAYS:
            made += 1
            yield {
                "ruleset": ruleset,
                "options": changes,
                "position": format_position_id(game.position, game.turn),
                "steps": sorted(steps_text([step]) for step in game.legal_steps()),
                "plays": [
                    {"play": play.text, "position": _sides(play.position), "next": game.next_after(play)}
                    for play in plays
                ],
            }


def _sides(position: Position) -> str:
    """The part of a position id that tells the checkers."""
    return format_position_id(position, OPENING).removesuffix(" opening")


def _records(rng: random.Random) -> Iterator[Json]:
    """Games as records, in both forms, and where they lead."""
    for number in range(RECORDS):
        start = NEAR_THE_END[number % 2] if number % 5 == 0 else "h15/h15 opening"
        transcript = _game(rng, start, rng.choice(OVERRIDES), SHORT_GAME if number % 5 else 2_000)
        game = replayed(transcript)
        yield {
            "record": transcript_json(transcript),
            "text": format_transcript(transcript),
            "end": format_position_id(game.position, game.turn),
            "stake": game.stake,
        }


def _game(rng: random.Random, start: str, changes: Mapping[str, Any], most: int) -> Transcript:
    """A game of at most so many commands, now and then with one taken back; some are given up, or end on time."""
    ruleset = RULESETS[rng.choice(list(RULESETS))]
    position, turn = parse_position_id(start)
    game, _ = Game.start(ruleset.options.override(changes), position, turn)
    commands: list[Command] = []
    while game.result is None and len(commands) < most:
        if game.undo and rng.random() < 0.1:
            game, events = game.take_back(mover(game.turn))
        elif len(commands) == most - 1 and rng.random() < 0.3:
            loser = rng.choice(PLAYERS)
            game, events = game.run_out(loser) if loser == game.turn.player else game.resign(loser)
        else:
            game, events = carried_out(game, random_command(rng, game))
        first = events[0]
        assert isinstance(first, Command)
        commands.append(first)
    return Transcript(
        ruleset=ruleset.id,
        ruleset_version=ruleset.version,
        options=game.options,
        position=position,
        turn=turn,
        mode="scripted",
        commands=tuple(commands),
        result=game.result,
    )


def _broken(rng: random.Random) -> Iterator[Json]:
    """Records of which a command, or the result, does not follow from the rules."""
    made = 0
    while made < BROKEN:
        good = _game(rng, "h15/h15 opening", {}, SHORT_GAME)
        bad = _spoiled(rng, good)
        try:
            replayed(bad)
        except BrokenRecord as error:
            made += 1
            yield {"record": transcript_json(bad), "text": format_transcript(bad), "broken": error.details["command"]}


def _spoiled(rng: random.Random, good: Transcript) -> Transcript:
    """The record with one thing changed, which may break a rule."""
    at = rng.randrange(1, len(good.commands))
    before, command, after = good.commands[:at], good.commands[at], good.commands[at + 1 :]
    if rng.random() < 0.1:
        return replace(good, result=ev.Result("white", "resigned", 3))
    if rng.random() < 0.2:
        return replace(good, commands=(*before, *after))
    if isinstance(command, ev.Moved):
        step = command.steps[-1]
        target = rng.choice((step.target - 1, step.target + 1))
        if 1 <= target <= 24 and 1 <= step.number + step.target - target <= 6:
            changed = step._replace(target=target, number=step.number + step.target - target)
            return replace(good, commands=(*before, replace(command, steps=(*command.steps[:-1], changed)), *after))
        return replace(good, commands=(*before, replace(command, player=opponent_of(command.player)), *after))
    return replace(good, commands=(*before, command, command, *after))


def main() -> None:
    """Write the files anew."""
    for name, rows in vectors().items():
        (FOLDER / f"{name}.json").write_text(text_of(rows), "utf-8")


if __name__ == "__main__":
    main()
