"""Every message of the code, gathered from its tables and, by syntax, from the calls that make messages.

It must know no catalogue.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import acey_deucey
from acey_deucey.api.problem_kinds import GENERAL, NOT_OVER_HTTP
from acey_deucey.lessons import LESSONS
from acey_deucey.rules.options import OPTIONS
from acey_deucey.rules.rulebook import REFUSALS, RULES
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.store.link import REASONS
from marshmallow import Schema, fields, validate

PACKAGE = Path(acey_deucey.__file__).parent
# Whoever starts the service, or calls it from Python, reads English.
ENGLISH_ONLY = (
    "bots/",
    "client/",
    "store/embedded.py",
    "config.py",
    "store/address.py",
    "api/doctor.py",
    "__main__.py",
)

# Which argument of a call is a message. The first of an error's own super().__init__ is its slug.
MESSAGE_ARGUMENT = {
    "Message": 0, "chained": 0, "ValidationError": 0, "NoSuchPage": 0, "InvalidTurn": 0, "InvalidPosition": 0,
    "StoreUnavailable": 0, "IllegalMove": 1, "WrongState": 1, "WrongSeat": 1, "Reason": 1, "super().__init__": 1,
}  # fmt: skip
# What stands for a message made elsewhere, where it is found too.
MADE_ELSEWHERE = (ast.Name, ast.Attribute, ast.Subscript, ast.Starred)


def all_messages() -> set[str]:
    """The English texts, of those with plural forms the one for many."""
    return {*_of_tables(), *_of_marshmallow(), *_of_templates(), *_of_sources()}


def plurals() -> dict[str, str]:
    """The form for one by the form for many."""
    return {str(many): one for one, many in _plural_calls()}


def _of_tables() -> Iterator[str]:
    for rule in RULES.values():
        yield from (rule.title, rule.text)
    yield from (refusal.title for refusal in REFUSALS.values())
    for option in OPTIONS.values():
        yield from (option.decides, *(choice.meaning for choice in option.choices))
    for ruleset in RULESETS.values():
        yield from (ruleset.title, ruleset.summary)
    for lesson in LESSONS.values():
        yield from (lesson.title, lesson.task, *lesson.hints)
    for kind in GENERAL:
        yield from (kind.title, kind.description)
        assert kind.example is not None
        yield kind.example.template
    yield from (reason for _, _, reason in REASONS)


def _of_marshmallow() -> Iterator[str]:
    """What the kinds of fields in use say of themselves; all other faults are told by the fields of the service."""
    yield from (str(fields.Field.default_error_messages[name]) for name in ("required", "null"))
    yield from (str(kind.default_error_messages["invalid"]) for kind in (fields.String, fields.List, fields.Dict))
    yield str(fields.Nested.default_error_messages["type"])
    yield from Schema._default_error_messages.values()
    length = validate.Length
    yield from (length.message_min, length.message_max, length.message_all, length.message_equal)


def _of_templates() -> Iterator[str]:
    for template in (PACKAGE / "api" / "templates").glob("*.html"):
        yield from re.findall(r'text\("([^"]+)"\)', template.read_text())


def _of_sources() -> Iterator[str]:
    for place, node in _nodes():
        if isinstance(node, ast.Call):
            yield from _of_call(place, node)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "message" and _is_text(node.value):
            yield from _texts(place, node.value)
    yield from (many for _, many in _plural_calls())


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.IfExp)


def _of_call(place: str, call: ast.Call) -> Iterator[str]:
    index = MESSAGE_ARGUMENT.get(ast.unparse(call.func))
    if index is not None and len(call.args) > index and not _is_other_init(call, index):
        yield from _texts(place, call.args[index])


def _is_other_init(call: ast.Call, index: int) -> bool:
    """Whether this is the beginning of something that is no error with a slug of its own, or of an English one."""
    slug = call.args[0]
    slugs_in_english = {_slug(kind) for kind in NOT_OVER_HTTP}
    return index == 1 and isinstance(slug, ast.Constant) and slug.value in slugs_in_english


def _slug(kind: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def _texts(place: str, node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_texts(place, body), *_texts(place, orelse))
        case ast.List(elts=parts):
            for part in parts:
                yield from _texts(place, part)
        case ast.DictComp(value=value):
            yield from _texts(place, value)
        case ast.Call(func=ast.Name(id="Plural" | "Message" | "str")) | ast.Constant():
            pass
        case _ if isinstance(node, MADE_ELSEWHERE):
            pass
        case _:
            raise AssertionError(f"{place}: a message must be a text, its facts apart: {ast.unparse(node)}")


def _plural_calls() -> Iterator[tuple[str, str]]:
    for _, node in _nodes():
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Plural":
            one, many = (ast.literal_eval(argument) for argument in node.args)
            yield one, many


def _nodes() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(ENGLISH_ONLY):
            for node in ast.walk(ast.parse(path.read_text())):
                yield f"{name}:{getattr(node, 'lineno', 0)}", node
