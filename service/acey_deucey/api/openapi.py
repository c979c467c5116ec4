"""The OpenAPI 3.1 document, made from the operations, the schemas and the table of problems; nothing by hand."""

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from typing import Any

import orjson
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from marshmallow import Schema
from marshmallow.fields import Field

from acey_deucey.api.examples import GAME_ID
from acey_deucey.api.fields import LINE_PATTERN, ChoiceOr, Either, Strict, Table, Written
from acey_deucey.api.limiter import API
from acey_deucey.api.links import add_links
from acey_deucey.api.operation import Answer, Operation
from acey_deucey.api.problem_examples import problem_example
from acey_deucey.api.problem_kinds import KINDS, ProblemKind
from acey_deucey.api.problems import PROBLEM_JSON
from acey_deucey.api.response_schemas import EVENTS, Event, Problem

ABOUT = """Acey-deucey is a backgammon variant (not the card game). This service keeps games, rolls the dice, lists
what may be played, and refuses the rest with the rule that says so. Each accepted command makes the next version
of a game, which is its ETag; If-Match makes a command depend on it, Idempotency-Key makes it safe to repeat. Every
error is a problem (RFC 9457). What people read comes in English, German, French or Hungarian, as Accept-Language
wishes and Content-Language tells; codes and names are the same in all of them."""

INFO = {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}

PATH_EXAMPLES = {
    "game_id": GAME_ID,
    "ruleset_id": "european",
    "rule_id": "larger-number",
    "lesson_id": "hitting",
    "slug": "larger-number-compulsory",
    "name": "style.css",
}

EXAMPLE_INSTANCE = f"/v1/games/{GAME_ID}/moves"

HEADERS: dict[str, dict[str, Any]] = {
    "If-Match": {"schema": {"type": "string"}, "description": "The version that must be the newest, as an entity tag.",
                 "example": '"4"'},
    "If-None-Match": {"schema": {"type": "string"}, "description": "The entity tag of the copy that you hold.",
                      "example": '"4"'},
    "Last-Event-ID": {"schema": {"type": "string", "pattern": "^[0-9]{0,10}$"},
                      "description": "The id of the last message that was seen of a stream; it goes before ?after=.",
                      "example": "4"},
    "Idempotency-Key": {"schema": {"type": "string", "pattern": '^("[ !#-~]{1,255}"|[!#-~]{1,255})$'},
                        "description": "A random key, quoted or bare: the same request again gives the first answer.",
                        "example": "5f0c6f0e-9f5b-4f0e-8f5e-0b9b1f0c7a51"},
}  # fmt: skip
ANSWER_HEADERS = {
    "ETag": "The version of what is shown, as an entity tag.",
    "Location": "Where the game is.",
    "Link": "The next page, with rel=next, when there is one.",
    "Idempotent-Replayed": "true when this is the first answer to an earlier request.",
    "RateLimit": "What is left of each limit, and in how many seconds it is whole again.",
    "RateLimit-Policy": "The limits that counted this request, and their windows in seconds.",
    "Retry-After": "After how many seconds to try again.",
    "Allow": "The methods that there are.",
    "WWW-Authenticate": "Bearer.",
}
BEARERS = {"seat": "A seat token.", "owner": "An API key."}
# Who may use an operation: a seat; anyone, but of a private game a seat or its owner; an owner; an owner, or anyone
# where that is set.
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "seat": [{"seat": []}],
    "private": [{}, {"seat": []}, {"owner": []}],
    "owner": [{"owner": []}],
    "creator": [{}, {"owner": []}],
}
PROBLEM_HEADERS = {
    503: ("Retry-After",),
    429: ("Retry-After", "RateLimit", "RateLimit-Policy"),
    401: ("WWW-Authenticate",),
    405: ("Allow",),
}


def openapi_document(operations: Sequence[Operation]) -> dict[str, Any]:
    """The document for these operations."""
    plugin = MarshmallowPlugin(schema_name_resolver=_component_name)
    spec = APISpec("acey-deucey", version("acey-deucey"), "3.1.0", [plugin], info=INFO)
    converter: Any = plugin.converter
    converter.add_attribute_function(_shape_of_field)
    for schema in [*EVENTS.values(), Problem]:
        spec.components.schema(_component_name(schema), schema=schema)
    for kind in KINDS.values():
        example = {"summary": kind.title, "value": problem_example(kind, EXAMPLE_INSTANCE)}
        spec.components.example(kind.slug, orjson.loads(orjson.dumps(example)))
    for name, about in BEARERS.items():
        spec.components.security_scheme(name, {"type": "http", "scheme": "bearer", "description": about})
    for operation in operations:
        spec.path(operation.path, operations={operation.method.lower(): _operation(operation)})
    document: dict[str, Any] = spec.to_dict()
    _add_shapes(document["components"]["schemas"])
    add_links(document, operations)
    return document


def _component_name(schema: Any) -> str:
    resolved: Any = resolve_schema_cls(schema)
    return str(resolved.__name__)


def _shape_of_field(converter: Any, field: Field[Any], **_: Any) -> dict[str, Any]:
    """What apispec cannot know of our own fields."""
    if isinstance(field, Either):
        text = {"type": "string", "maxLength": field.longest}
        if not isinstance(field, Written):
            text["pattern"] = LINE_PATTERN
        return {"anyOf": [text, converter.resolve_nested_schema(field.schema)]}
    if isinstance(field, ChoiceOr):
        return {"anyOf": [{"enum": list(field.words)}, converter.resolve_nested_schema(field.schema)]}
    if isinstance(field, Table):
        shape = {"propertyNames": converter.field2property(field.key_field), "maxProperties": field.most}
        return shape | ({"additionalProperties": False} if "properties" in field.metadata else {})
    return {}


def _add_shapes(components: dict[str, Any]) -> None:
    """Say what types and ranges cannot: which fields go together."""
    known: list[type[Schema]] = [*_descendants(Strict), Event]
    for schema in known:
        if schema.__name__ in components:
            components[schema.__name__] |= getattr(schema, "shape", {})


def _descendants(schema: type[Schema]) -> Iterator[type[Schema]]:
    for child in schema.__subclasses__():
        yield child
        yield from _descendants(child)


def _operation(operation: Operation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": _parameters(operation),
        "responses": _responses(operation),
    }
    if operation.about:
        told["description"] = operation.about
    if operation.body:
        media = {"schema": operation.body, "example": operation.body_example}
        told["requestBody"] = {"required": bool(operation.body().validate({})), "content": {"application/json": media}}
    if operation.token:
        told["security"] = SECURITY[operation.token]
    return told


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}, "example": PATH_EXAMPLES[name]}
        for name in re.findall(r"{(\w+)}", operation.path)
    ]
    if operation.query:
        told.append({"in": "query", "schema": operation.query})
    return told + [{"name": name, "in": "header", **HEADERS[name]} for name in operation.headers]


def _responses(operation: Operation) -> dict[str, Any]:
    told = _answers(operation.answers)
    kinds: dict[int, list[ProblemKind]] = {}
    limited = ("quota-exceeded",) if operation.path.startswith(API) else ()
    for slug in dict.fromkeys((*operation.problems, *limited, "internal-error")):
        kinds.setdefault(KINDS[slug].status, []).append(KINDS[slug])
    return told | {str(status): _problems(kinds[status]) for status in sorted(kinds)}


def _answers(answers: Sequence[Answer]) -> dict[str, Any]:
    """What is answered when all is well, by status; under one status there may be several media types."""
    told: dict[str, Any] = {}
    for answer in answers:
        response = _response(answer)
        first = told.setdefault(str(answer.status), response)
        if first is not response:
            first["content"] |= response["content"]
    return told


def _response(answer: Answer) -> dict[str, Any]:
    told: dict[str, Any] = {"description": answer.about}
    if answer.schema is not None and answer.example is not None:
        # Fragments in the answers are for orjson alone.
        example = orjson.loads(orjson.dumps(answer.example()))
        told["content"] = {answer.media: {"schema": answer.schema, "example": example}}
    if answer.headers:
        told["headers"] = _headers(answer.headers)
    return told


def _problems(kinds: Sequence[ProblemKind]) -> dict[str, Any]:
    examples = {kind.slug: {"$ref": f"#/components/examples/{kind.slug}"} for kind in kinds}
    told: dict[str, Any] = {
        "description": "; ".join(kind.title for kind in kinds) + ".",
        "content": {PROBLEM_JSON: {"schema": Problem, "examples": examples}},
    }
    names = PROBLEM_HEADERS.get(kinds[0].status)
    return told | {"headers": _headers(names)} if names else told


def _headers(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"description": ANSWER_HEADERS[name], "schema": {"type": "string"}} for name in names}
