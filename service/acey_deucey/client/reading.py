"""From JSON to frozen values, by the types of their fields; it knows none of those values.

What a newer service adds is let pass, and words that it adds to a choice are taken as they are.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Reader = Callable[[Any], Any]

# In a field's metadata: its name in JSON, where that is no name in Python. A field with _ in front is not told.
JSON_NAME = "json_name"


def read(kind: type[T], data: Any) -> T:
    """The JSON value as a value of this kind: a dataclass, or a tuple or mapping of such.

    :raises LookupError, TypeError, ValueError, AttributeError: it is none.
    """
    reader: Reader = _reader(kind)  # type: ignore[arg-type]
    value: T = reader(data)
    return value


@cache
def _reader(kind: Any) -> Reader:
    if "of_json" in getattr(kind, "__dict__", {}):
        return kind.of_json  # type: ignore[no-any-return]
    if is_dataclass(kind):
        return _dataclass_reader(kind)
    if kind is datetime:
        return datetime.fromisoformat
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _tuple_reader(arguments[0])
    if origin is Mapping:
        return _mapping_reader(*arguments)
    if origin in (Union, UnionType):
        return _union_reader(arguments)
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _dataclass_reader(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    told = [field for field in fields(kind) if not field.name.startswith("_")]

    def read_object(data: Any) -> Any:
        return kind(**{field.name: value for field in told for value in _values(field, hints[field.name], data)})

    return read_object


def _values(field: Field[Any], hint: Any, data: Mapping[str, Any]) -> list[Any]:
    """The value of the field, or none where the service does not tell it and the field has a default."""
    name = field.metadata.get(JSON_NAME, field.name)
    if name not in data and (field.default is not MISSING or field.default_factory is not MISSING):
        return []
    return [_reader(hint)(data[name])]


def _tuple_reader(kind: Any) -> Reader:
    inner = _reader(kind)
    return lambda data: tuple(inner(item) for item in data)


def _mapping_reader(key: Any, kind: Any) -> Reader:
    outer, inner = int if key is int else _as_it_is, _reader(kind)
    return lambda data: {outer(name): inner(item) for name, item in data.items()}


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    """A value or nothing; or one of several objects, told apart by their ``type``: the last takes what is new."""
    objects: list[Any] = [kind for kind in kinds if is_dataclass(kind)]
    if len(objects) > 1:
        by_type = {getattr(kind, "type", ""): _reader(kind) for kind in objects[:-1]}
        other = _reader(objects[-1])
        return lambda data: by_type.get(data["type"], other)(data)
    inner = _reader(kinds[0]) if NoneType in kinds and len(kinds) == 2 else _as_it_is
    return lambda data: None if data is None else inner(data)
