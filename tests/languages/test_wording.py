"""Messages on their own: facts that are messages, choices, numbers, and what no catalogue has."""

from acey_deucey.translation import said
from acey_deucey.wording import Message, Plural, chained, either

CHECKERS = Plural("{player} has {count} checker, not 15.", "{player} has {count} checkers, not 15.")


def test_a_fact_that_is_a_message_is_told_in_the_same_language() -> None:
    message = Message("It is {player}'s turn.", {"player": Message("Black")})
    assert [str(message), said("en", message), said("de", message)] == [
        "It is Black's turn.", "It is Black's turn.", "Schwarz ist am Zug.",
    ]  # fmt: skip


def test_english_has_two_forms_too() -> None:
    told = [str(Message(CHECKERS, {"player": Message("White"), "count": count})) for count in (0, 1, 2)]
    assert told == ["White has 0 checkers, not 15.", "White has 1 checker, not 15.", "White has 2 checkers, not 15."]


def test_a_choice_is_joined_part_by_part() -> None:
    assert str(either(["a", "b", "c"])) == "a or b or c"
    assert said("hu", either(["a", "b", "c"])) == "a vagy b vagy c"
    assert said("fr", chained("{one}; {other}", [1, 2])) == "1\u00a0; 2"
    assert either([9]) == 9


def test_values_that_are_no_messages_stay_as_they_are() -> None:
    value = {"code": "White", "list": (1, None, Message("White")), "flag": True}
    assert said("fr", value) == {"code": "White", "list": [1, None, "Blanc"], "flag": True}


def test_what_no_catalogue_has_is_told_in_english_and_braces_without_facts_are_text() -> None:
    unknown = Plural("{count} dragon", "{count} dragons")
    assert [said("de", Message(unknown, {"count": count})) for count in (1, 2)] == ["1 dragon", "2 dragons"]
    assert said("de", Message("a {brace}")) == "a {brace}"
