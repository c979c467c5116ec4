"""Made-up input for parsers: what was written properly, damaged a little, and texts of the grammar's own words.

It must not know what any parser does.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

Path = tuple[str | int, ...]

# What parsers written by hand get wrong: other digits, other spaces, other line ends, large numbers, nothing at all.
ODD = (
    "",
    "\0",
    "٣",
    "²",
    "½",
    "Ⅳ",
    "\u2028",
    "\x85",
    "\ud800",
    "é",
    "ﬀ",
    "İ",
    "9" * 30,
    "9" * 5000,
    "-0",
    "1e9",
    "0x1",
)
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(allow_nan=False), st.sampled_from(ODD),
    st.text(max_size=9), st.lists(st.integers(0, 9), max_size=3), st.dictionaries(st.text(max_size=5), st.none()),
)  # fmt: skip


def texts(words: Sequence[str], proper: Sequence[str]) -> st.SearchStrategy[str]:
    """Texts of these words and of odd ones, and texts like the proper ones."""
    of_words = st.lists(st.one_of(st.sampled_from([*words, " ", "\n"]), st.sampled_from(ODD)), max_size=12).map("".join)
    return st.one_of(of_words, damaged_texts(words, proper), st.text(max_size=40))


@st.composite
def damaged_texts(draw: st.DrawFn, words: Sequence[str], proper: Sequence[str]) -> str:
    """A proper text in which up to three pieces were cut out and others put in."""
    text = draw(st.sampled_from(proper))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from((*words, *ODD))) + text[at + draw(st.integers(0, 5)) :]
    return text


@st.composite
def damaged_bytes(draw: st.DrawFn, proper: Sequence[bytes]) -> bytes:
    """Proper bytes in which up to three pieces were cut out and others put in."""
    data = draw(st.sampled_from(proper))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=4)) + data[at + draw(st.integers(0, 4)) :]
    return data


@st.composite
def damaged_values(draw: st.DrawFn, proper: Sequence[Any]) -> Any:
    """A proper JSON value of which up to two parts are something else, or are gone."""
    value = draw(st.sampled_from(proper))
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.sampled_from(places(value)))
        value = replaced(value, place, draw(JUNK), draw(st.booleans()) and bool(place))
    return value


def places(value: Any) -> list[Path]:
    """Where there are parts in a JSON value, itself among them; of a long list only the first and the last."""
    if isinstance(value, dict):
        inside = [(name, part) for name, part in value.items()]
    elif isinstance(value, list):
        inside = [(at, value[at]) for at in sorted({*range(min(3, len(value))), len(value) - 1} - {-1})]
    else:
        inside = []
    return [(), *((name, *more) for name, part in inside for more in places(part))]


def replaced(value: Any, place: Path, part: Any, is_gone: bool) -> Any:
    """The value with another part at that place, or without it."""
    if not place:
        return part
    first, *rest = place
    copy = value.copy()
    if is_gone and not rest:
        del copy[first]
    else:
        copy[first] = replaced(value[first], tuple(rest), part, is_gone)
    return copy
