"""The comparison of documents: what clients may rely on, one difference a line."""

from typing import Any

import pytest

from tests.contract.differences import breaking_differences
from tests.contract.shape import shape_of

Json = dict[str, Any]
WHITE = {"type": "string", "enum": ["white"]}
BOTH = {"type": "string", "enum": ["white", "black"]}
TEXT, WHOLE, NONE = {"type": "string"}, {"type": "integer"}, {"type": "null"}
ONE_OF_TWO = {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}

ONE_OF_THREE = ONE_OF_TWO | {"oneOf": [*ONE_OF_TWO["oneOf"], {"required": ["c"]}]}


def _object(*required: str, **fields: Json) -> Json:
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}


def _document(sent: Json = TEXT, answered: Json = TEXT, **changes: Any) -> Json:
    operation = {
        "operationId": "play",
        "parameters": [{"name": "at", "in": "query", "required": False, "schema": TEXT}],
        "requestBody": {"required": False, "content": {"application/json": {"schema": sent}}},
        "responses": {
            "200": {"content": {"application/json": {"schema": answered}}, "headers": {"ETag": {"schema": TEXT}}},
            "404": {},
        },
        "security": [{}, {"seat": []}],
    }
    return {"paths": {"/moves": {"post": operation | changes}}, "components": {"schemas": {}, "examples": {"gone": {}}}}


SENT: list[tuple[str, Json, Json, bool]] = [
    ("another value is taken", WHITE, BOTH, False),
    ("a value is not taken any more", BOTH, WHITE, True),
    ("any text is taken", WHITE, TEXT, False),
    ("only some texts are taken", TEXT, WHITE, True),
    ("both truth values are what a truth value is", {"type": "boolean"}, {"enum": [True, False]}, False),
    ("only one truth value is taken", {"type": "boolean"}, {"type": "boolean", "enum": [True]}, True),
    ("1 is not true", {"enum": [True]}, {"enum": [1]}, True),
    ("null is taken too", WHOLE, {"type": ["integer", "null"]}, False),
    ("null is not taken any more", {"type": ["integer", "null"]}, WHOLE, True),
    ("fractions are taken too", WHOLE, {"type": "number"}, False),
    ("fractions are not taken any more", {"type": "number"}, WHOLE, True),
    ("an object is taken too", TEXT, {"anyOf": [TEXT, _object()]}, False),
    ("an object is not taken any more", {"anyOf": [TEXT, _object()]}, TEXT, True),
    ("within an alternative more is demanded", {"anyOf": [NONE, _object()]}, {"anyOf": [NONE, _object("a")]}, True),
    ("longer texts are taken", TEXT | {"maxLength": 4}, TEXT | {"maxLength": 5}, False),
    ("long texts are not taken any more", TEXT, TEXT | {"maxLength": 5}, True),
    ("fewer items are taken", {"type": "array", "maxItems": 4}, {"type": "array", "maxItems": 3}, True),
    ("smaller numbers are taken", WHOLE | {"minimum": 1}, WHOLE | {"minimum": 0}, False),
    ("small numbers are not taken any more", WHOLE, WHOLE | {"minimum": 0}, True),
    ("an empty text is not taken any more", TEXT, TEXT | {"minLength": 1}, True),
    ("a least length of nothing is none", TEXT, TEXT | {"minLength": 0}, False),
    ("another pattern", TEXT | {"pattern": "a"}, TEXT | {"pattern": "b"}, True),
    ("no pattern any more", TEXT | {"pattern": "a"}, TEXT, False),
    ("another field may be sent", _object(), _object(a=TEXT), False),
    ("a field may not be sent any more", _object(a=TEXT), _object(), True),
    ("a field must be sent", _object(a=TEXT), _object("a", a=TEXT), True),
    ("a field need not be sent", _object("a", a=TEXT), _object(a=TEXT), False),
    ("a field of a field must be sent", _object(a=_object(b=TEXT)), _object(a=_object("b", b=TEXT)), True),
    ("unknown fields are refused", {"type": "object"}, {"type": "object", "additionalProperties": False}, True),
    ("one of two must be sent", {"type": "object"}, ONE_OF_TWO, True),
    ("one of two need not be sent", ONE_OF_TWO, {"type": "object"}, False),
    ("one of three may be sent", ONE_OF_TWO, ONE_OF_THREE, False),
    ("the one of two is not taken alone any more", ONE_OF_TWO, ONE_OF_TWO | {"oneOf": [{"required": ["a"]}]}, True),
    ("items of another type", {"type": "array", "items": TEXT}, {"type": "array", "items": WHOLE}, True),
    ("items are restricted", {"type": "array"}, {"type": "array", "items": TEXT}, True),
]  # fmt: skip
ANSWERED: list[tuple[str, Json, Json, bool]] = [
    ("another value is answered", WHITE, BOTH, False),
    ("a value is not answered any more", BOTH, WHITE, True),
    ("another field is answered", _object(), _object("a", a=TEXT), False),
    ("a field is not answered any more", _object(a=TEXT), _object(), True),
    ("a field is not always answered", _object("a", a=TEXT), _object(a=TEXT), True),
    ("a field is always answered", _object(a=TEXT), _object("a", a=TEXT), False),
    ("null may be answered", TEXT, {"type": ["string", "null"]}, True),
    ("null may be answered as an alternative", TEXT, {"anyOf": [TEXT, NONE]}, True),
    ("null is not answered any more", {"type": ["string", "null"]}, TEXT, False),
    ("another type", TEXT, WHOLE, True),
    ("longer texts are answered", TEXT | {"maxLength": 4}, TEXT, False),
    ("items of another type", {"type": "array", "items": TEXT}, {"type": "array", "items": WHOLE}, True),
    ("a field deep inside is gone", {"type": "array", "items": _object(a=TEXT)},
     {"type": "array", "items": _object()}, True),
    ("values of another type", {"type": "object", "additionalProperties": TEXT},
     {"type": "object", "additionalProperties": WHOLE}, True),
]  # fmt: skip
OPERATION: list[tuple[str, Json, Json, bool]] = [
    ("nothing", {}, {}, False),
    ("another name", {}, {"operationId": "move"}, True),
    ("a parameter less", {}, {"parameters": []}, True),
    ("a parameter more", {"parameters": []}, {}, False),
    ("a required parameter more", {"parameters": []},
     {"parameters": [{"name": "at", "in": "query", "required": True, "schema": TEXT}]}, True),
    ("a parameter is required", {}, {"parameters": [{"name": "at", "in": "query", "required": True, "schema": TEXT}]},
     True),
    ("a parameter is narrower", {}, {"parameters": [{"name": "at", "in": "query", "schema": WHITE}]}, True),
    ("no body any more", {}, {"requestBody": None}, True),
    ("a body is required", {"requestBody": None}, {"requestBody": {"required": True, "content": {}}}, True),
    ("a body may be sent", {"requestBody": None}, {}, False),
    ("another media type of the body", {}, {"requestBody": {"content": {"text/plain": {"schema": TEXT}}}}, True),
    ("a status less", {}, {"responses": {"200": _document()["paths"]["/moves"]["post"]["responses"]["200"]}}, True),
    ("a status more", {"responses": {}}, {}, False),
    ("a header and a media type less", {}, {"responses": {"200": {}, "404": {}}}, True),
    ("a token is needed", {}, {"security": [{"seat": []}]}, True),
    ("no token is needed", {"security": [{"seat": []}]}, {}, False),
]  # fmt: skip


def _ids(rows: list[tuple[str, Json, Json, bool]]) -> list[str]:
    return [row[0] for row in rows]


@pytest.mark.parametrize(("_", "old", "new", "breaks"), SENT, ids=_ids(SENT))
def test_what_is_sent_may_be_taken_more_freely_and_not_more_strictly(
    _: str, old: Json, new: Json, breaks: bool
) -> None:
    assert bool(breaking_differences(_document(sent=old), _document(sent=new))) is breaks


@pytest.mark.parametrize(("_", "old", "new", "breaks"), ANSWERED, ids=_ids(ANSWERED))
def test_what_is_answered_may_grow_and_not_shrink(_: str, old: Json, new: Json, breaks: bool) -> None:
    assert bool(breaking_differences(_document(answered=old), _document(answered=new))) is breaks


@pytest.mark.parametrize(("_", "old", "new", "breaks"), OPERATION, ids=_ids(OPERATION))
def test_an_operation_keeps_what_it_takes_and_answers(_: str, old: Json, new: Json, breaks: bool) -> None:
    assert bool(breaking_differences(_document(**old), _document(**new))) is breaks


def test_a_path_a_method_and_a_problem_stay() -> None:
    bare: Json = {"paths": {"/moves": {}}, "components": {}}
    assert breaking_differences(_document(), bare) == ["the problem gone is gone", "POST /moves is gone"]
    assert breaking_differences(bare, _document()) == []


def test_schemas_that_hold_themselves_are_compared_once_and_by_name() -> None:
    def document(**fields: Json) -> Json:
        node = _object(then={"type": "array", "items": {"$ref": "#/components/schemas/Branch"}}, **fields)
        return _document(answered={"$ref": "#/components/schemas/Branch"}) | {
            "components": {"schemas": {"Branch": node}}
        }

    assert breaking_differences(document(ends=TEXT), document()) == ["Branch: ends is gone"]


def test_the_shape_keeps_fields_that_are_called_like_prose() -> None:
    field = {"type": "string", "description": "Prose."}
    document = _document(answered=_object(summary=field, value=field)) | {"info": {"version": "1", "title": "Prose"}}
    shape = shape_of(document)
    told = shape["paths"]["/moves"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert told["properties"] == {"summary": TEXT, "value": TEXT}
    assert shape["info"] == {"version": "1"}
