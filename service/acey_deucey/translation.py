"""What people read, in their language, from gettext catalogues read at first use; it knows no request and no game.

English is the language of the code: its texts are the keys of the catalogues.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from acey_deucey.wording import Message, filled

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "fr", "hu")
FILES = ("acey_deucey.po", "lessons.po")


class Catalogue(NamedTuple):
    """The translations of a language by English text, one for each plural form, and which form a number takes."""

    forms: Mapping[str, tuple[str, ...]]
    form_of: Callable[[int], int]


def translated(language: str, template: str, count: object = 1) -> str:
    """The template in that language, in the form for ``count``; as it is where the catalogue has none."""
    if language == ENGLISH:
        return template
    catalogue = catalogue_of(language)
    forms = catalogue.forms.get(template)
    if forms is None:
        return template
    return forms[catalogue.form_of(count)] if isinstance(count, int) and len(forms) > 1 else forms[0]


def said(language: str, value: Any) -> Any:
    """The value with every message in it as text of that language; all else, such as codes, stays as it is."""
    if isinstance(value, Message):
        return _text(language, value)
    if isinstance(value, Mapping):
        return {name: said(language, part) for name, part in value.items()}
    return [said(language, part) for part in value] if isinstance(value, list | tuple) else value


def _text(language: str, message: Message) -> str:
    if language == ENGLISH:
        return str(message)
    facts = said(language, message.facts)
    return filled(translated(language, message.template, facts.get("count", 1)), facts)


@cache
def catalogue_of(language: str) -> Catalogue:
    """What the language's .po files hold."""
    catalogues = [_read(language, name) for name in FILES]
    messages = (message for catalogue in catalogues for message in catalogue if message.id)
    # The text that the code looks for is the last: of two forms the one for many.
    forms = {_forms(message.id)[-1]: _forms(message.string) for message in messages}
    return Catalogue(forms, c2py(catalogues[0].plural_expr))


def _read(language: str, name: str) -> Catalog:
    with files("acey_deucey").joinpath("locale", language, name).open("rb") as file:
        return read_po(file, locale=language)


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())
