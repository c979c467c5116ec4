"""What each operation answers under each documented status, made anew each time and comparable: without chance in it.

Ids, tokens, times, commitments and estimates are masked. Of long texts the kind is
kept, of long lists the beginning.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from acey_deucey.api.operation import Answer, Operation
from acey_deucey.api.problem_kinds import KINDS
from acey_deucey.api.routes import OPERATIONS

from tests.contract.asking import Scene, scene
from tests.contract.document import write
from tests.contract.provocations import way
from tests.contract.world import World

Json = dict[str, Any]
FOLDER = Path(__file__).parent / "golden"
# Other headers are the server's own, or say how long the body is.
LEFT_OUT = {"X-Request-Id", "Content-Length", "Date"}
LONG_TEXTS = {"text/html", "text/css", "text/javascript", "image/svg+xml"}
LONG_ANSWERS = {"show_openapi", "show_metrics"}
MOST_ITEMS = 3
EVENT_STREAM = "text/event-stream"
MASKS = (
    (re.compile(r"acey_([a-z]+)_[\w-]{43}", re.ASCII), r"<\1 token>"),
    (re.compile(r"sha256:[0-9a-f]{64}"), "<commitment>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "<time>"),
    (re.compile(r"\b[0-9a-hjkmnp-tv-z]{22}\b"), "<id>"),
    (re.compile(r'^"\d{6,}"$'), '"<tag>"'),
    (re.compile(r"^retry: \d+$"), "retry: <milliseconds>"),
)


def golden_of(operation: Operation) -> Path:
    """Where the answers of the operation are kept."""
    return FOLDER / f"{operation.name}.json"


def answers_of(world: World, operation: Operation) -> Json:
    """All answers of the operation, by status and what kind of answer it is."""
    return {f"{status} {kind}".strip(): _told(operation, answer) for status, kind, answer in _made(world, operation)}


def write_answers(world: World) -> None:
    """Keep the answers of all operations, and of no others."""
    answers = {golden_of(operation): answers_of(world, operation) for operation in OPERATIONS}
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for path, told in answers.items():
        write(path, told)


def _made(world: World, operation: Operation) -> Iterator[tuple[int, str, Any]]:
    for answer in operation.answers:
        kind = answer.media if answer.schema is not None else ""
        yield answer.status, kind, _succeeded(world, operation, answer)
    problems: dict[int, str] = {}
    for slug in (*operation.problems, "internal-error"):
        problems.setdefault(KINDS[slug].status, slug)
    for status, slug in problems.items():
        provoke = way(operation, slug)
        assert provoke, f"{operation.name} {slug}: see tests/contract/provocations.py"
        yield status, slug, provoke(world, operation)


def _succeeded(world: World, operation: Operation, answer: Answer) -> Any:
    found, client = scene(world, operation), world.client()
    if answer.status == 204 or answer.media == EVENT_STREAM:
        return _streamed(found, answer)
    ask = found.ask
    if answer.status == 304:
        first = ask.sent_by(client)
        assert "ETag" in first.headers, f"{operation.name} is not answered as documented: {first.status} {first.text}"
        ask = ask.with_headers(If_None_Match=first.headers["ETag"])
    elif operation.method == "GET":
        ask = ask.with_headers(Accept=answer.media)
    return ask.sent_by(client)


def _streamed(found: Scene, answer: Answer) -> Any:
    """A stream that ends by itself, or whose end the client knows already."""
    assert found.played is not None
    version = found.played.does("resignations")["version"]
    ask = found.ask.with_headers(Accept=EVENT_STREAM)
    if answer.status == 204:
        ask = ask.with_headers(Last_Event_ID=str(version))
    return ask.sent_by(found.world.client())


def _told(operation: Operation, answer: Any) -> Json:
    headers = {name: _masked(value) for name, value in answer.headers.items() if name not in LEFT_OUT}
    return {"status": answer.status_code, "headers": headers, "body": _body(operation, answer)}


def _body(operation: Operation, answer: Any) -> Any:
    if answer.status_code < 400 and (answer.mimetype in LONG_TEXTS or operation.name in LONG_ANSWERS):
        return f"<{answer.mimetype}>" if answer.data else None
    if str(answer.mimetype).endswith("json"):
        return _masked(orjson.loads(answer.data))
    return [_masked(line) for line in answer.text.splitlines()] or None


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _masked(part) for name, part in value.items()}
    if isinstance(value, list):
        more = [f"<and {len(value) - MOST_ITEMS} more>"] if len(value) > MOST_ITEMS and _is_long(value) else []
        return [_masked(part) for part in (value[:MOST_ITEMS] if more else value)] + more
    if isinstance(value, float):  # of a network; its last digits depend on the machine
        return "<number>"
    if isinstance(value, str):
        for pattern, mask in MASKS:
            value = pattern.sub(mask, value)
    return value


def _is_long(items: list[Any]) -> bool:
    return any(isinstance(item, dict) for item in items)
