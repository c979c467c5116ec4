"""The catalogues and the code hold the same messages, with the same placeholders, in all plural forms."""

from collections import Counter
from importlib.resources import files
from io import StringIO
from string import Formatter

import pytest
from acey_deucey.translation import ENGLISH, FILES, LANGUAGES, catalogue_of
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.languages.messages import all_messages, plurals

MESSAGES = all_messages()
PLURALS = plurals()
OTHERS = [language for language in LANGUAGES if language != ENGLISH]

pytestmark = pytest.mark.parametrize("language", OTHERS)


def read(language: str) -> list[Catalog]:
    folder = files("acey_deucey").joinpath("locale", language)
    assert sorted(file.name for file in folder.iterdir()) == sorted(FILES)
    texts = [folder.joinpath(name).read_text("utf-8") for name in FILES]
    return [read_po(StringIO(text), locale=language, abort_invalid=True) for text in texts]


def entries(language: str) -> list[Message]:
    return [message for catalogue in read(language) for message in catalogue if message.id]


def facts_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def has_facts(template: str) -> bool:
    """Whether braces in it are placeholders: texts without facts are never formatted."""
    try:
        return bool(facts_of(template))
    except ValueError:
        return False


def test_no_message_of_the_code_is_without_translation(language: str) -> None:
    assert sorted(MESSAGES - set(catalogue_of(language).forms)) == []


def test_no_translation_is_of_a_message_that_the_code_has_no_more(language: str) -> None:
    assert sorted(set(catalogue_of(language).forms) - MESSAGES) == []
    assert not any(catalogue.obsolete for catalogue in read(language))


def test_nothing_is_empty_fuzzy_or_with_blanks_at_its_ends(language: str) -> None:
    assert not [message.id for message in entries(language) if message.fuzzy]
    for text, forms in catalogue_of(language).forms.items():
        assert all(form and form == form.strip() for form in forms), text


def test_every_translation_names_the_same_facts(language: str) -> None:
    for text, forms in catalogue_of(language).forms.items():
        for form, original in zip(forms, (PLURALS.get(text, text), text), strict=False):
            if has_facts(original):
                assert facts_of(form) == facts_of(original), original


def test_what_depends_on_a_number_has_every_plural_form_and_nothing_else_has(language: str) -> None:
    (expected,) = {catalogue.num_plurals for catalogue in read(language)}
    for text, forms in catalogue_of(language).forms.items():
        assert len(forms) == (expected if text in PLURALS else 1), text


def test_the_english_of_one_is_that_of_the_code(language: str) -> None:
    found = {message.id[1]: message.id[0] for message in entries(language) if isinstance(message.id, tuple)}
    assert found == PLURALS


def test_no_translation_ends_otherwise_than_its_original(language: str) -> None:
    """A full stop more or less would spoil what is put together of several messages."""
    for text, forms in catalogue_of(language).forms.items():
        assert all(form.endswith(".") == text.endswith(".") for form in forms), (text, forms)


def test_no_message_is_translated_in_two_ways(language: str) -> None:
    """The files share a title or two."""
    ways = Counter(str(text) for text, _ in {(entry.id, entry.string) for entry in entries(language)})
    assert [text for text, count in ways.items() if count > 1] == []
