"""The shape of an OpenAPI document: all that programs rely on, without prose and examples; it judges nothing."""

from typing import Any

PROSE = {"description", "summary", "title", "tags", "example"}
# What these hold goes by names of ours, which may be called like prose.
NAMED = {"paths", "properties", "schemas", "responses", "headers", "content", "securitySchemes", "mapping", "links"}


def shape_of(document: dict[str, Any]) -> dict[str, Any]:
    """The document with only the version of its info; of examples, which are the problems, there are only names."""
    shape: dict[str, Any] = _stripped(document)
    return shape | {"info": {"version": document["info"]["version"]}}


def _stripped(node: Any, named: bool = False) -> Any:
    if isinstance(node, list):
        return [_stripped(part) for part in node]
    if not isinstance(node, dict):
        return node
    return {name: _part(name, part, named) for name, part in node.items() if named or name not in PROSE}


def _part(name: str, part: Any, named: bool) -> Any:
    if name == "examples" and not named:
        return sorted(part)
    return _stripped(part, name in NAMED and not named)
