"""The client covers the OpenAPI document that the service serves: its operations, its values, its events."""

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

import pytest
from acey_deucey.client import Client, GameHandle, NotAllowed, Problem, advice, game, lessons, rulesets, values
from acey_deucey.client.calls import Created, CreatedGame, CreatedGames, Joined, Page
from acey_deucey.client.errors import Case
from acey_deucey.client.events import Entry, Event, OtherEvent
from acey_deucey.client.operations import OPERATIONS
from acey_deucey.client.reading import JSON_NAME

from tests.client.wires import Noting

# Pages are for people. Of these, clients read what there is as data.
PAGES = "Pages"
READ_PAGES = {"show_openapi", "show_problems", "show_problem"}

# The schemas of the document that are values of the client, by name.
VALUES: dict[str, type] = {
    "Game": game.Game, "GameRuleset": game.GameRuleset, "Seat": game.Seat, "Seats": game.Seats,
    "GameDice": game.GameDice, "Applied": game.Applied, "SideView": values.Side, "Pips": values.Pips,
    "Position": values.Position, "Turn": values.Turn, "Step": values.Step, "Legal": values.Legal,
    "Result": values.Result, "Play": values.Play, "Plays": values.Plays, "End": values.End, "Branch": values.Branch,
    "PlaysTree": values.PlaysTree, "RefereePlays": values.RefereePlays, "RuleReference": values.RuleReference,
    "Fault": values.Fault, "Rule": values.Rule,
    "GameClock": game.GameClock, "GameLesson": game.GameLesson,
    "Lesson": lessons.Lesson, "LessonDetails": lessons.LessonDetails,
    "LessonRule": lessons.LessonRule, "LessonAct": lessons.LessonAct, "LessonMistake": lessons.LessonMistake,
    "EntropyView": values.Entropy, "Throw": values.Throw, "DiceReport": values.DiceReport,
    "Ruleset": rulesets.Ruleset, "OptionValue": rulesets.Choice,
    "OptionExample": rulesets.OptionExample, "OptionChoice": rulesets.OptionChoice,
    "OptionDetails": rulesets.OptionDetails, "RulesetDetails": rulesets.RulesetDetails,
    "Difference": rulesets.Difference, "Comparison": rulesets.Comparison, "NewGame": Created, "TakenSeat": Joined,
    "Entry": Entry, "Events": Page, "CreatedGame": CreatedGame, "CreatedGames": CreatedGames,
    "GameSummary": game.GameSummary, "Games": game.GamePage,
    "Hints": advice.Hints, "Hint": advice.Hint, "Reasons": advice.Reasons,
    "Evaluation": advice.Evaluation, "Analysis": advice.Analysis, "Decision": advice.Decision,
    "RollLuck": advice.RollLuck, "Total": advice.Total, "Totals": advice.Totals, "WinChance": advice.WinChance,
}  # fmt: skip
EVENTS = {kind.type: kind for kind in get_args(Event) if kind is not OtherEvent}


def _fails(use: Callable[[], object]) -> None:
    """The use of what needs an API key, without one."""
    with pytest.raises(NotAllowed):
        use()


Use = Callable[[Client, GameHandle], object]
USES: Mapping[str, Use] = {
    "create_game": lambda client, game: client.games.create(),
    "create_games": lambda client, game: client.games.create_all([{}, {}]),
    "list_games": lambda client, game: _fails(client.games.list),
    "get_game": lambda client, game: game.refresh(),
    "take_seat": lambda client, game: client.games.join(client.games.create(seats={"black": "open"}).id, "black"),
    "roll_dice": lambda client, game: game.roll(),
    "play_moves": lambda client, game: (game.roll(), game.play("hand/23")),
    "name_double": lambda client, game: (game.roll(), game.play("hand/23 hand/24"), game.name(3)),
    "undo_moves": lambda client, game: (game.roll(), game.play("hand/23"), game.undo()),
    "resign_game": lambda client, game: game.resign(),
    "list_plays": lambda client, game: game.plays(),
    "list_events": lambda client, game: game.events(),
    "show_board_text": lambda client, game: game.board_text(),
    "show_board_svg": lambda client, game: game.board_svg(),
    "show_record": lambda client, game: (game.record(), game.record_text()),
    "show_dice": lambda client, game: game.dice(),
    "show_hints": lambda client, game: game.hints(),
    "show_analysis": lambda client, game: (game.resign(), game.analysis()),
    "evaluate_position": lambda client, game: client.referee.evaluate("h15/h15 opening"),
    "find_plays": lambda client, game: client.referee.plays("h15/h15 w move plain 52 52 - 1"),
    "apply_command": lambda client, game: client.referee.apply("h15/h15 opening", roll=(5, 2)),
    "list_rulesets": lambda client, game: client.rulesets.list(),
    "get_ruleset": lambda client, game: client.rulesets.get("american"),
    "compare_rulesets": lambda client, game: client.rulesets.compare("american", "european"),
    "list_rules": lambda client, game: client.rules.list(),
    "get_rule": lambda client, game: client.rules.get("dice"),
    "list_lessons": lambda client, game: client.lessons.list(),
    "get_lesson": lambda client, game: client.lessons.get(client.lessons.list()[0].id),
    "livez": lambda client, game: client.live(),
    "readyz": lambda client, game: client.ready(),
    "show_metrics": lambda client, game: client.metrics(),
    "show_openapi": lambda client, game: client.openapi(),
    "show_problems": lambda client, game: client.problems.list(),
    "show_problem": lambda client, game: client.problems.get("not-found"),
}


@pytest.fixture
def document(client: Client) -> Mapping[str, Any]:
    return client.openapi()


def operations(document: Mapping[str, Any]) -> dict[str, tuple[str, str, list[str]]]:
    """Method, path and tags of every operation, by its id."""
    return {
        told["operationId"]: (method.upper(), path, told["tags"])
        for path, methods in document["paths"].items()
        for method, told in methods.items()
        if "operationId" in told
    }


def test_every_operation_of_the_document_is_covered_but_pages_for_people(document: Mapping[str, Any]) -> None:
    told = operations(document)
    for_programs = {name: row[:2] for name, row in told.items() if PAGES not in row[2] or name in READ_PAGES}
    assert dict(OPERATIONS) == for_programs


def test_the_uses_of_the_client_are_those_of_the_operations() -> None:
    assert set(USES) == set(OPERATIONS)


@pytest.mark.parametrize("name", USES)
def test_each_operation_is_called_at_its_address(url: str, name: str) -> None:
    wire = Noting()
    with Client(url, transport=wire) as client:
        game = client.games.create(dice={"mode": "scripted", "rolls": [[6, 3], [2, 1]]})
        USES[name](client, game)
    method, path = OPERATIONS[name]
    pattern = re.compile(re.sub(r"{\w+}", "[^/]+", path))
    assert any(sent.method == method and pattern.fullmatch(sent.url.path) for sent in wire.sent)


@pytest.mark.parametrize("name", VALUES)
def test_a_value_has_the_fields_of_its_schema(document: Mapping[str, Any], name: str) -> None:
    schema = document["components"]["schemas"][name]
    assert told_fields(VALUES[name]) == set(schema["properties"])


def test_the_values_are_all_that_the_document_knows(document: Mapping[str, Any]) -> None:
    answered = {name for name in document["components"]["schemas"] if name not in VALUES}
    bodies = {name for name in answered if name.endswith("Body") or name in ("Side", "BothSides")}
    read_whole = {"Event", "Rulesets", "RuleList", "Lessons", "Status", "Problem"}
    assert answered - bodies - read_whole - {f"{kind.__name__}Event" for kind in EVENTS.values()} == set()


def test_a_problem_has_what_the_document_tells_of_problems(document: Mapping[str, Any]) -> None:
    body = {"type": "/problems/new", "title": "New", "status": 400}
    told = set(document["components"]["schemas"]["Problem"]["properties"]) - {"type", "instance"}
    assert told <= set(vars(Problem(Case(body))))


def test_the_events_are_those_of_the_document(document: Mapping[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    told = {name: ref.rpartition("/")[2] for name, ref in schemas["Event"]["discriminator"]["mapping"].items()}
    assert set(EVENTS) == set(told)
    for name, kind in EVENTS.items():
        assert told_fields(kind) | {"type"} == set(schemas[told[name]]["properties"])


def test_it_loads_nothing_of_the_service() -> None:
    listing = "import sys, acey_deucey.client; print(*(name for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stdout.split())
    ours = {name for name in loaded if name.startswith("acey_deucey.")}
    assert {name for name in ours if not name.startswith("acey_deucey.client")} == set()
    assert loaded.isdisjoint({"anywidget", "flask", "marshmallow", "redis", "gevent", "orjson", "gunicorn"})


def told_fields(kind: type) -> set[str]:
    """The names that a value is read from."""
    names = (field.metadata.get(JSON_NAME, field.name) for field in fields(kind))
    return {name for name in names if not name.startswith("_")}
