"""The named, versioned sets of option values that are shipped; it knows no game in play."""

from typing import NamedTuple

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.options import Options

DEFAULT_RULESET = "american"


class Ruleset(NamedTuple):
    """A named set of options. ``version`` rises when a value changes, so that old games keep theirs."""

    id: str
    version: int
    title: str
    summary: str
    options: Options
    sources: tuple[str, ...]


class UnknownRuleset(AceyDeuceyError):
    """No rule set has that id; the details list those that exist."""

    def __init__(self, ruleset_id: str) -> None:
        known = ", ".join(RULESETS)
        details = {"ruleset": ruleset_id[:40], "known": known}
        super().__init__("unknown-ruleset", "There is no rule set {ruleset!r}; there are {known}.", details)


_AMERICAN = Options()
_EUROPEAN = Options(
    doubles_complement=True,
    doubles_roll_again="if_all_played",
    named_complement=True,
    bear_off="exact",
    home_moves="never",
    scoring="one_point",
)
_WIKIPEDIA = Options(bear_off="exact", home_moves="never", doubles_roll_again="if_all_played")

RULESETS = {
    ruleset.id: ruleset
    for ruleset in (
        Ruleset(
            "american",
            1,
            "American acey-deucey",
            "Doubles are played four times; after a 1-2 you name a double, play it and roll again; "
            "a number above all your checkers bears off any of them.",
            _AMERICAN,
            ("G", "F", "B"),
        ),
        Ruleset(
            "american-bkgm",
            1,
            "American acey-deucey after bkgm.com",
            "As American, but a number above all your checkers bears off only from the highest point.",
            Options(bear_off="highest"),
            ("B",),
        ),
        Ruleset(
            "european",
            1,
            "European acey-deucey",
            "Every double is followed by its complement (7 less the number), four times, and a new roll; "
            "checkers at home are frozen and leave only by their exact number; a game is worth one point.",
            _EUROPEAN,
            ("H",),
        ),
        Ruleset(
            "bgammon",
            1,
            "Acey-deucey as the program bgammon plays it",
            "As American, but exact numbers bear off and a named double always gives a further roll.",
            Options(bear_off="exact", named_roll_again="always"),
            ("BG",),
        ),
        Ruleset(
            "jacoby-crawford",
            1,
            "Acey-deucey after Jacoby and Crawford",
            "As American, but a checker on the bar may wait, and a number above all your checkers "
            "bears off only from the highest point.",
            Options(bear_off="highest", bar_first=False),
            ("FAQ",),
        ),
        Ruleset(
            "wikipedia",
            1,
            "Acey-deucey after Wikipedia",
            "As American, but doubles that are fully played give a further roll, checkers at home are "
            "frozen, and only exact numbers bear off.",
            _WIKIPEDIA,
            ("WP",),
        ),
        Ruleset(
            "australian",
            1,
            "Australian acey-deucey",
            "As Wikipedia's, but checkers enter only on doubles and on a 1-2.",
            _WIKIPEDIA.override({"entry_requires": "double_or_acey_deucey"}),
            ("LEE",),
        ),
    )
}


def ruleset_by_id(ruleset_id: str) -> Ruleset:
    """The shipped rule set of that id.

    :raises UnknownRuleset: there is none.
    """
    ruleset = RULESETS.get(ruleset_id)
    if ruleset is None:
        raise UnknownRuleset(ruleset_id)
    return ruleset
