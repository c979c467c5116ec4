"""What a newer OpenAPI document takes away from clients of an older one; it knows nothing of this service.

Adding is free: paths, answers, fields and enum values of answers, optional parameters, wider ranges of what is sent.
Taking away is breaking, and so is to demand more of requests or to promise less of answers.
"""

import json
import operator
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
# What cannot be compared: whatever is new or other here may refuse what was taken before.
OPAQUE = ("pattern", "format", "not", "if", "then", "else", "multipleOf", "uniqueItems", "dependentRequired")
TYPES = {"null": "null", "bool": "boolean", "int": "integer", "float": "number", "str": "string"}


def breaking_differences(old: Json, new: Json) -> list[str]:
    """One sentence for each thing that clients of the old document may miss or trip over in the new one."""
    return list(dict.fromkeys(_Comparison(old, new).all()))


class _Comparison:
    def __init__(self, old: Json, new: Json) -> None:
        self._old = old
        self._new = new
        self._seen: set[tuple[str, str, bool]] = set()

    def all(self) -> Iterator[str]:
        for slug in _missing(_components(self._old, "examples"), _components(self._new, "examples")):
            yield f"the problem {slug} is gone"
        for path, methods in self._old["paths"].items():
            for method in METHODS:
                if method in methods:
                    yield from self._of_operation(
                        f"{method.upper()} {path}", methods[method], self._new["paths"].get(path, {}).get(method)
                    )

    def _of_operation(self, where: str, old: Json, new: Json | None) -> Iterator[str]:
        if new is None:
            yield f"{where} is gone"
            return
        if old.get("operationId") != new.get("operationId"):
            yield f"{where}: its operationId was {old.get('operationId')}"
        for alternative in old.get("security") or [{}]:
            if alternative not in (new.get("security") or [{}]):
                yield f"{where}: security {json.dumps(alternative)} is no longer enough"
        yield from self._of_parameters(where, _parameters(old), _parameters(new))
        yield from self._of_body(where, old.get("requestBody"), new.get("requestBody"))
        yield from self._of_answers(where, old["responses"], new["responses"])

    def _of_parameters(self, where: str, old: Json, new: Json) -> Iterator[str]:
        for name in _missing(old, new):
            yield f"{where}: the parameter {name} is gone"
        for name, told in new.items():
            if told.get("required") and not old.get(name, {}).get("required"):
                yield f"{where}: the parameter {name} is newly required"
            if name in old:
                yield from self.of_schema(f"{where} {name}", old[name]["schema"], told["schema"], sent=True)

    def _of_body(self, where: str, old: Json | None, new: Json | None) -> Iterator[str]:
        if old and not new:
            yield f"{where}: it takes no body any more"
        if new and new.get("required") and not (old or {}).get("required"):
            yield f"{where}: a body is newly required"
        if old and new:
            yield from self._of_content(f"{where} body", old["content"], new["content"], sent=True)

    def _of_answers(self, where: str, old: Json, new: Json) -> Iterator[str]:
        for status, answer in old.items():
            if status not in new:
                yield f"{where}: the status {status} is gone"
                continue
            for header in _missing(answer.get("headers", {}), new[status].get("headers", {})):
                yield f"{where} {status}: the header {header} is gone"
            yield from self._of_content(
                f"{where} {status}", answer.get("content", {}), new[status].get("content", {}), sent=False
            )

    def _of_content(self, where: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
        for media, told in old.items():
            if media not in new:
                yield f"{where}: {media} is gone"
            else:
                yield from self.of_schema(where, told["schema"], new[media]["schema"], sent=sent)

    def of_schema(self, where: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
        names = old.get("$ref", ""), new.get("$ref", ""), sent
        if any(names[:2]):
            if names in self._seen:
                return
            self._seen.add(names)
            where = names[0].rpartition("/")[2] or where
        old, new = _resolved(self._old, old), _resolved(self._new, new)
        yield from self._of_types(where, old, new, sent)
        yield from _of_enums(where, old, new, sent)
        if sent:
            yield from _of_bounds(where, old, new)
        yield from self._of_fields(where, old, new, sent)
        for part in ("items", "additionalProperties", "propertyNames"):
            yield from self._of_part(f"{where} {part}", old.get(part), new.get(part), sent)
        yield from self._of_branches(where, old, new, sent)

    def _of_types(self, where: str, old: Json, new: Json, sent: bool) -> Iterator[str]:
        was, now = _types(self._old, old), _types(self._new, new)
        lost, come = sorted(was - now), sorted(now - was)
        if sent and lost:
            yield f"{where}: it no longer takes {', '.join(lost)}"
        if not sent and come:
            yield f"{where}: it may now be {', '.join(come)}"

    def _of_fields(self, where: str, old: Json, new: Json, sent: bool) -> Iterator[str]:
        was, now = set(old.get("required", ())), set(new.get("required", ()))
        for name in sorted(now - was if sent else was - now):
            yield f"{where}: {name} is {'newly' if sent else 'no longer'} required"
        fields = new.get("properties", {})
        for name, told in old.get("properties", {}).items():
            if name not in fields:
                yield f"{where}: {name} is gone"
            else:
                yield from self.of_schema(f"{where}.{name}", told, fields[name], sent=sent)

    def _of_part(self, where: str, old: Any, new: Any, sent: bool) -> Iterator[str]:
        if isinstance(old, dict) and isinstance(new, dict):
            yield from self.of_schema(where, old, new, sent=sent)
        elif sent and new not in (None, True, old):
            yield f"{where}: it is newly restricted"

    def _of_branches(self, where: str, old: Json, new: Json, sent: bool) -> Iterator[str]:
        """Every alternative that there was must still be there; others may be added, where types allow it."""
        was, now = _branches(old), _branches(new)
        # Beside a type, alternatives are conditions on it.
        if not now and "type" in old:
            return
        if not was and "type" in new:
            if sent and now:
                yield f"{where}: it is newly restricted"
            return
        was, now = was or [old], now or [new]
        for branch in was:
            fitting = [other for other in now if self._fits(branch, other)]
            if not fitting:
                yield f"{where}: the alternative {json.dumps(branch)} is gone"
            elif (branch, fitting[0]) != (old, new):
                yield from self.of_schema(where, branch, fitting[0], sent=sent)

    def _fits(self, old: Json, new: Json) -> bool:
        if "$ref" in old and "$ref" in new:
            return bool(old["$ref"] == new["$ref"])
        if not _has_type(old) or not _has_type(new):
            return old == new
        return _types(self._old, old) <= _types(self._new, new)


def _of_enums(where: str, old: Json, new: Json, sent: bool) -> Iterator[str]:
    was, now = _enum(old), _enum(new)
    if was is not None and now is not None:
        for value in sorted(was - now):
            yield f"{where}: the value {value} is gone"
    elif sent and now is not None:
        yield f"{where}: it is newly restricted to {', '.join(sorted(now))}"


def _of_bounds(where: str, old: Json, new: Json) -> Iterator[str]:
    for names, tighter in ((UPPER, operator.lt), (LOWER, operator.gt)):
        for name in names:
            least = 0 if name.startswith("min") and name != "minimum" else None
            was, now = old.get(name, least), new.get(name, least)
            if now is not None and (was is None or tighter(now, was)):
                yield f"{where}: {name} is {now}, and was {was}"
    for name in OPAQUE:
        if name in new and new[name] != old.get(name):
            yield f"{where}: {name} is another"


def _components(document: Json, kind: str) -> Json:
    found: Json = document.get("components", {}).get(kind, {})
    return found


def _missing(old: Json, new: Json) -> list[str]:
    return sorted(set(old) - set(new))


def _parameters(operation: Json) -> Json:
    return {f"{told['name']} ({told['in']})": told for told in operation.get("parameters", ())}


def _resolved(document: Json, schema: Json) -> Json:
    while "$ref" in schema:
        schema = _components(document, "schemas")[schema["$ref"].rpartition("/")[2]]
    return schema


def _branches(schema: Json) -> list[Json]:
    found: list[Json] = schema.get("oneOf") or schema.get("anyOf") or []
    return found


def _has_type(schema: Json) -> bool:
    return any(name in schema for name in ("type", "enum", "$ref", "anyOf", "oneOf"))


def _types(document: Json, schema: Json) -> set[str]:
    """The JSON types that a schema lets through, an integer being a number too."""
    schema = _resolved(document, schema)
    given = schema.get("type")
    if given is not None:
        found = {given} if isinstance(given, str) else set(given)
    elif "enum" in schema:
        found = {TYPES.get(type(value).__name__, "null") for value in schema["enum"]}
    elif _branches(schema):
        found = set().union(*(_types(document, branch) for branch in _branches(schema)))
    else:
        found = {*TYPES.values(), "object", "array"}
    return found | {"integer"} if "number" in found else found


def _enum(schema: Json) -> set[str] | None:
    """The values of an enum as JSON, since True is 1 otherwise; both truth values are no restriction."""
    values = {json.dumps(value) for value in schema.get("enum", ())}
    return None if not values or values == {"true", "false"} else values
