"""Each language over HTTP: refusals, rules, rule sets, boards and pages; codes and field names stay."""

import re
from importlib.resources import files
from typing import Any

import pytest
from acey_deucey.translation import ENGLISH, LANGUAGES

from tests.api.table import Table

START = files("acey_deucey.api").joinpath("templates", "start.html")
SCRIPT = {"mode": "scripted", "rolls": [[6, 3], [5, 2]]}

REFUSALS = {
    "en": ("That number was not rolled", "hand/21 takes a 4; still to play: 5, 2."),
    "de": ("Diese Zahl wurde nicht gewürfelt", "hand/21 braucht eine 4; noch zu spielen: 5, 2."),
    "fr": ("Ce nombre n’a pas été lancé", "hand/21 demande un 4\u00a0; encore à jouer\u00a0: 5, 2."),
    "hu": ("Ezt a számot nem dobtad", "hand/21: ehhez 4 kell; még lelépendő: 5, 2."),
}
RULES = {
    "en": ("Hitting", "it goes to the bar"),
    "de": ("Schlagen", "kommt auf die Bar"),
    "fr": ("Frapper", "il va à la barre"),
    "hu": ("Ütés", "a bárba (a sorompóra) kerül"),
}
RULESETS = {
    "en": ("European acey-deucey", "Nothing: only the exact number bears a checker off."),
    "de": ("Europäisches Acey-deucey", "Keinen: Nur die genaue Zahl trägt einen Stein ab."),
    "fr": ("Acey-deucey européen", "Aucun\u00a0: seul le nombre exact sort un pion."),
    "hu": ("Európai acey-deucey", "Semmit: csak a pontos szám léptet ki korongot."),
}
PAGES = {
    "en": ("That point is blocked", "Rule", "Point 20 is blocked"),
    "de": ("Dieses Feld ist gesperrt", "Regel", "Feld 20 ist gesperrt"),
    "fr": ("Cette flèche est bloquée", "Règle", "La flèche 20 est bloquée"),
    "hu": ("Ez a mező zárt", "Szabály", "Zárt mező: 20."),
}
STARTS = {
    "en": "Backgammon that begins with an empty board",
    "de": "Backgammon, das mit einem leeren Brett beginnt",
    "fr": "Un backgammon qui commence sur un tablier vide",
    "hu": "Backgammon, amely üres táblával kezdődik",
}
BARS = {
    "en": ("enter your checker on the bar.", "enter your 2 checkers on the bar."),
    "de": ("deinen Stein auf der Bar einsetzen.", "deine 2 Steine auf der Bar einsetzen."),
    "fr": ("votre pion à la barre.", "vos 2 pions à la barre."),
    "hu": ("a bárban álló korongodat.", "a bárban álló 2 korongodat."),
}
BOARDS = {
    "en": ("White to move: roll 5-2; to play: 5 2", "15 in hand", "White to play 5 2"),
    "de": ("Weiß am Zug: Wurf 5-2; zu spielen: 5 2", "15 in der Hand", "Weiß spielt 5 2"),
    "fr": ("Blanc au trait\u00a0: jet 5-2\u00a0; à jouer\u00a0: 5 2", "15 en main", "Blanc doit jouer 5 2"),
    "hu": ("Világos lép: dobás: 5-2; lépendő: 5 2", "15 kézben", "Világos lépendő számai: 5 2"),
}


# A record whose second command was never rolled for, and one that tells another result than its commands give.
FALSE_PLAYS = {
    "en": "Command 1 of the record (White plays hand/20) does not follow from the rules: Roll the dice first.",
    "de": "Befehl 1 der Aufzeichnung (Weiß zieht hand/20) folgt nicht aus den Regeln: Würfle zuerst.",
    "fr": "La commande 1 de l’enregistrement (Blanc joue hand/20) ne découle pas des règles\u00a0: "
    "Lancez d’abord les dés.",
    "hu": "A feljegyzés 1. parancsa (Világos lépése: hand/20) nem felel meg a szabályoknak: Előbb dobj a kockákkal.",
}
FALSE_RESULTS = {
    "en": "the commands end it otherwise: White wins 15 points by resignation.",
    "de": "die Befehle beenden sie anders: Weiß gewinnt 15 Punkte durch Aufgabe.",
    "fr": "les commandes la terminent autrement\u00a0: Blanc gagne 15 points par abandon.",
    "hu": "a parancsok másképp fejezik be: Világos nyer 15 pontot, az ellenfél feladta.",
}


@pytest.fixture
def rolled(table: Any) -> Table:
    """White has rolled 5-2 with everything in hand."""
    played: Table = table(dice=SCRIPT)
    played.does("rolls")
    return played


def asked(client: Any, path: str, language: str, accept: str = "application/json") -> Any:
    answer = client.get(path, headers={"Accept-Language": language, "Accept": accept})
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    return answer


@pytest.mark.parametrize(("language", "told"), REFUSALS.items())
def test_a_refusal_by_the_rules_is_told_in_the_language(rolled: Table, language: str, told: tuple[str, str]) -> None:
    answer = rolled.post("moves", {"play": "hand/21"}, Accept_Language=language)
    assert (answer.json["title"], answer.json["detail"]) == told
    assert answer.headers["Content-Language"] == language
    assert (answer.json["type"], answer.json["rule"]["id"]) == ("/problems/number-not-rolled", "B-dice")
    assert (answer.json["number"], answer.json["legal_example"]) == (4, "hand/20")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_a_record_is_told_in_the_language_to_its_last_word(client: Any, language: str) -> None:
    def detail(*commands: Any, **more: Any) -> str:
        record = {"format": 1, "ruleset": {"id": "american", "version": 1}, "commands": commands, **more}
        answer = client.post("/v1/games", json={"record": record}, headers={"Accept-Language": language})
        assert (answer.status_code, answer.json["type"]) == (422, "/problems/broken-record")
        told: str = answer.json["detail"]
        return told

    opening = {"opening": [6, 1]}
    assert detail(opening, {"player": "white", "play": "hand/20"}) == FALSE_PLAYS[language]
    result = {"winner": "white", "reason": "resigned", "points": 3}
    assert detail(opening, {"player": "black", "resign": True}, result=result).endswith(FALSE_RESULTS[language])


@pytest.mark.parametrize(("language", "told"), RULES.items())
def test_a_rule_is_told_in_the_language(client: Any, language: str, told: tuple[str, str]) -> None:
    rule = asked(client, "/v1/rules/hitting", language).json
    assert rule["title"] == told[0]
    assert told[1] in rule["text"]
    assert (rule["slug"], rule["id"]) == ("hitting", "C-hitting")
    assert rule in asked(client, "/v1/rules", language).json["rules"]


@pytest.mark.parametrize(("language", "told"), RULESETS.items())
def test_a_rule_set_and_its_options_are_told_in_the_language(client: Any, language: str, told: tuple[str, str]) -> None:
    ruleset = asked(client, "/v1/rulesets/european", language).json
    assert (ruleset["id"], ruleset["title"]) == ("european", told[0])
    bear_off = next(detail for detail in ruleset["details"] if detail["option"] == "bear_off")
    assert (bear_off["value"], bear_off["meaning"]) == ("exact", told[1])
    compared = asked(client, "/v1/rulesets/compare?left=american&right=european", language).json
    assert compared["right"]["title"] == told[0]


@pytest.mark.parametrize(("language", "told"), PAGES.items())
def test_a_problem_has_its_page_in_the_language(client: Any, language: str, told: tuple[str, str, str]) -> None:
    page = asked(client, "/problems/point-blocked", language, "text/html").text
    assert f'<html lang="{language}">' in page
    assert all(text in page for text in told)
    assert told[0] in asked(client, "/problems", language, "text/html").text
    body = asked(client, "/problems/point-blocked", language).json
    assert body["title"] == told[0]
    assert body["example"].startswith(told[2])


@pytest.mark.parametrize(("language", "told"), STARTS.items())
def test_the_page_that_greets_is_in_the_language_to_its_last_word(client: Any, language: str, told: str) -> None:
    page = asked(client, "/", language, "text/html").text
    assert f'<html lang="{language}">' in page
    assert told in page
    english = set(re.findall(r'text\("([^"]+)"\)', START.read_text("utf-8")))
    assert len(english) > 8
    assert (language == ENGLISH) == any(sentence in page for sentence in english)


@pytest.mark.parametrize(("language", "told"), BARS.items())
def test_a_number_decides_the_form_of_the_sentence(client: Any, language: str, told: tuple[str, str]) -> None:
    for count, ending in enumerate(told, start=1):
        position = f"h13,b{count}{',24' if count == 1 else ''}/h15 w move plain 52 52 - 1"
        body = {"position": position, "command": {"play": "hand/20"}}
        answer = client.post("/v1/referee/apply", json=body, headers={"Accept-Language": language})
        assert answer.json["type"] == "/problems/bar-first"
        assert answer.json["detail"].endswith(ending)


def test_french_counts_none_as_one() -> None:
    from acey_deucey.translation import said
    from acey_deucey.wording import Message, Plural

    pips = Plural("{count} pip", "{count} pips")
    assert [said("fr", Message(pips, {"count": count})) for count in (0, 1, 2)] == ["0 pip", "1 pip", "2 pips"]
    assert [said("de", Message(pips, {"count": count})) for count in (0, 1, 2)] == ["0 Pips", "1 Pip", "2 Pips"]


@pytest.mark.parametrize(("language", "told"), BOARDS.items())
def test_the_board_is_described_in_the_language(rolled: Table, language: str, told: tuple[str, str, str]) -> None:
    picture = rolled.get("/board.svg", Accept_Language=language)
    assert picture.headers["Content-Language"] == language
    assert f"{told[0]}</title>" in picture.text
    assert told[1] in picture.text
    assert told[2] in rolled.get("/board.txt", Accept_Language=language).text


def test_a_copy_in_one_language_is_no_copy_in_another(client: Any, rolled: Table) -> None:
    for path in ("/v1/rules", f"{rolled.url}/board.svg", f"{rolled.url}/board.txt"):
        tag = client.get(path, headers={"Accept-Language": "de"}).headers["ETag"]
        again = {language: {"If-None-Match": tag, "Accept-Language": language} for language in ("de", "fr")}
        assert [client.get(path, headers=headers).status_code for headers in again.values()] == [304, 200]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"), ("DE", "de"), ("de-CH", "de"), ("hu-HU,en;q=0.9", "hu"), ("fr-CA, de;q=0.5", "fr"),
        ("en;q=0.3, hu;q=0.7, de;q=0.5", "hu"), ("en;q=0.8,fr;q=0.801", "fr"),
        ("da, fr;q=0.2", "fr"), ("da, sv", "en"), ("tlh", "en"), ("", "en"), ("*", "en"), ("da, *;q=0.1", "en"),
        ("en;q=0, *", "de"), ("en;q=0", "en"), ("de;q=0", "en"), ("fr, de", "fr"), ("de, fr", "de"),
        (";;q=,,", "en"), ("de;q=nonsense, fr;q=0.1", "fr"),
    ],
)  # fmt: skip
def test_the_best_liked_language_is_taken_and_english_when_none_fits(client: Any, header: str, language: str) -> None:
    answer = client.get("/v1/rules/hitting", headers={"Accept-Language": header})
    assert (answer.headers["Content-Language"], answer.json["title"]) == (language, RULES[language][0])


def test_without_a_wish_it_is_english_and_a_game_says_the_same_in_every_language(client: Any, rolled: Table) -> None:
    assert client.get("/v1/rules/hitting").headers["Content-Language"] == "en"
    told = [rolled.get(Accept_Language=language).data for language in LANGUAGES]
    assert len(set(told)) == 1


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_wrong_request_is_told_in_the_language_down_to_each_fault(client: Any, language: str) -> None:
    wrong = {
        "dice": {"mode": "loaded"},
        "private": 1,
        "labels": [],
        "seats": {"white": "x"},
        "hobby": 1,
        "ruleset": "é" * 50,
    }
    answers = {
        spoken: client.post("/v1/games", json=wrong, headers={"Accept-Language": spoken}).json
        for spoken in ("en", language)
    }
    english, other = answers["en"], answers[language]
    assert [fault["where"] for fault in english["errors"]] == [fault["where"] for fault in other["errors"]]
    for fault, there in zip(english["errors"], other["errors"], strict=True):
        assert fault["reason"] != there["reason"]
    assert english["detail"] != other["detail"]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_an_impossible_option_is_told_in_the_language(client: Any, language: str) -> None:
    wrong = {"options": {"bear_off": "sometimes", "max_rolls_per_turn": 10**30, "jokers": True}}
    answer = client.post("/v1/games", json=wrong, headers={"Accept-Language": language}).json
    english = client.post("/v1/games", json=wrong).json
    assert set(answer["faults"]) == set(english["faults"]) == set(wrong["options"])
    assert all(answer["faults"][name] != english["faults"][name] for name in answer["faults"])
    assert '"any", "highest", "exact"' in answer["detail"]
    assert "a very large number" not in answer["detail"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_told_in_the_language_down_to_its_hints(client: Any, language: str) -> None:
    lesson, english = (asked(client, "/v1/lessons/hitting", spoken).json for spoken in (language, "en"))
    told = zip(_texts(lesson), _texts(english), strict=True)
    assert all((text == original) == (language == "en") for text, original in told)
    assert (lesson["answer"], lesson["goal"]) == (english["answer"], english["goal"])


def _texts(lesson: dict[str, Any]) -> list[str]:
    return [lesson["title"], lesson["task"], *lesson["hints"], *(rule["title"] for rule in lesson["rules"])]
