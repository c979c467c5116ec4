"""Sentences with their facts apart, so that they can be put into other languages; it knows no language but English."""

from collections.abc import Iterable, Mapping
from functools import reduce
from types import MappingProxyType
from typing import NamedTuple

NO_FACTS: Mapping[str, object] = MappingProxyType({})


class Plural(str):
    """A template whose wording depends on the fact ``count``: the text itself is for many, ``one`` for a single one."""

    __slots__ = ("one",)
    one: str

    def __new__(cls, one: str, many: str) -> "Plural":
        template = super().__new__(cls, many)
        template.one = one
        return template


class Message(NamedTuple):
    """A ``str.format`` template and its facts, which may be messages too; ``str(message)`` is the English text."""

    template: str
    facts: Mapping[str, object] = NO_FACTS

    def __str__(self) -> str:
        return filled(self.template, self.facts)


def filled(template: str, facts: Mapping[str, object]) -> str:
    """The English text; a template without facts is the text itself, whatever braces it holds."""
    if isinstance(template, Plural) and facts["count"] == 1:
        template = template.one
    return template.format(**facts) if facts else template


def chained(template: str, parts: Iterable[object]) -> object:
    """Two or more parts joined one after the other by a template over ``one`` and ``other``; a single one as it is."""
    return reduce(lambda one, other: Message(template, {"one": one, "other": other}), parts)


def either(parts: Iterable[object]) -> object:
    """What leaves a choice: ``a or b or c``."""
    return chained("{one} or {other}", parts)
