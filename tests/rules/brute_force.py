"""A second, naive referee for the tests: it must know the rule text only, never the package under test.

Every order of the numbers and every checker is tried step by step; nothing is pruned, ordered or made clever.
Points are the mover's own numbering 24..1, and the mover's point p is the opponent's point 25-p.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

CHECKERS = 15
HOME = range(1, 7)
POINTS = range(1, 25)

AMERICAN: dict[str, object] = {
    "opening_roll": "fresh",
    "enter_before_moving": False,
    "entry_requires": "any",
    "bar_first": True,
    "doubles_complement": False,
    "doubles_roll_again": "never",
    "naming_requires": "all_played",
    "named_must_be_playable": False,
    "named_complement": False,
    "named_roll_again": "if_all_played",
    "max_rolls_per_turn": None,
    "bear_off": "any",
    "home_moves": "always",
    "scoring": "checkers_left",
    "stake_doubles_on_acey_deucey": False,
}
EUROPEAN: dict[str, object] = {
    **AMERICAN,
    "doubles_complement": True,
    "doubles_roll_again": "if_all_played",
    "named_complement": True,
    "bear_off": "exact",
    "home_moves": "never",
    "scoring": "one_point",
}
WIKIPEDIA: dict[str, object] = {
    **AMERICAN,
    "bear_off": "exact",
    "home_moves": "never",
    "doubles_roll_again": "if_all_played",
}
RULESETS: dict[str, dict[str, object]] = {
    "american": AMERICAN,
    "american-bkgm": {**AMERICAN, "bear_off": "highest"},
    "european": EUROPEAN,
    "bgammon": {**AMERICAN, "bear_off": "exact", "named_roll_again": "always"},
    "jacoby-crawford": {**AMERICAN, "bear_off": "highest", "bar_first": False},
    "wikipedia": WIKIPEDIA,
    "australian": {**WIKIPEDIA, "entry_requires": "double_or_acey_deucey"},
}

Options = Mapping[str, object]
Numbers = tuple[int, ...]


class Side(TypedDict):
    """One player's 15 checkers; `points` in his own numbering, only occupied points."""

    hand: int
    bar: int
    off: int
    points: dict[int, int]


class Step(NamedTuple):
    """One checker moved by one number; source 1..24, "bar" or "hand", target 1..24 or "off"."""

    source: int | str
    target: int | str
    number: int
    hit: bool


class Board(NamedTuple):
    """Both sides in the mover's numbering; points[0] is unused. Hashable: it is its own key."""

    hand: int
    bar: int
    off: int
    points: tuple[int, ...]
    foe_hand: int
    foe_bar: int
    foe_off: int
    foe_points: tuple[int, ...]


Sequence = tuple[Step, ...]
Ending = tuple[Sequence, Board]


def board_of(mover: Side, opponent: Side) -> Board:
    """The key of a position, seen by the mover. Zero counts in `points` make no difference."""
    mine = tuple(mover["points"].get(point, 0) for point in range(25))
    theirs = tuple(opponent["points"].get(25 - point, 0) for point in range(25))
    foe = (opponent["hand"], opponent["bar"], opponent["off"])
    return Board(mover["hand"], mover["bar"], mover["off"], mine, *foe, theirs)


def sides_of(board: Board) -> tuple[Side, Side]:
    """Mover and opponent of a key, each in his own numbering: the inverse of `board_of`."""
    mine = {point: board.points[point] for point in POINTS if board.points[point]}
    theirs = {25 - point: board.foe_points[point] for point in POINTS if board.foe_points[point]}
    return (
        {"hand": board.hand, "bar": board.bar, "off": board.off, "points": mine},
        {"hand": board.foe_hand, "bar": board.foe_bar, "off": board.foe_off, "points": theirs},
    )


def has_won(board: Board) -> bool:
    """The mover's fifteenth checker is off."""
    return board.off == CHECKERS


def is_open(board: Board, point: int) -> bool:
    """Fewer than two opposing checkers stand there (G21, H11)."""
    return board.foe_points[point] < 2


def is_all_home(board: Board) -> bool:
    """All remaining checkers stand in the home, hand and bar are empty (G38, H30)."""
    return board.hand == 0 and board.bar == 0 and not any(board.points[7:])


def bar_holds_the_rest(board: Board, options: Options) -> bool:
    """A checker on the bar keeps everything else from moving, the hand included (G30, H27)."""
    return board.bar > 0 and options["bar_first"] is True


def may_enter(stage: str, options: Options) -> bool:
    """Whether the stage lets checkers in from hand and bar at all (LEE)."""
    return options["entry_requires"] == "any" or stage != "plain"


def may_move_on_board(board: Board, options: Options) -> bool:
    """Whether checkers on the board may move, be it to a point or off."""
    if options["enter_before_moving"] and board.hand > 0:
        return False
    return not bar_holds_the_rest(board, options)


def is_frozen(board: Board, point: int, options: Options) -> bool:
    """A checker on this point may not move on to another point (H42)."""
    if point not in HOME or options["home_moves"] == "always":
        return False
    return options["home_moves"] == "never" or is_all_home(board)


def leaves_with(board: Board, point: int, number: int, options: Options) -> bool:
    """A checker on this home point may be borne off with the number (G41, H32), given that all are home."""
    highest = max(p for p in HOME if board.points[p])
    if number == point or options["bear_off"] == "exact":
        return number == point
    return number > highest if options["bear_off"] == "any" else number > point == highest


def step_to(board: Board, source: int | str, target: int, number: int) -> Step:
    """The step with its hit filled in (G28, H26)."""
    return Step(source, target, number, board.foe_points[target] == 1)


def entries(board: Board, stage: str, number: int, options: Options) -> list[Step]:
    """Steps from bar and hand: number n lands on 25-n (G14, H7)."""
    target = 25 - number
    if not (may_enter(stage, options) and is_open(board, target)):
        return []
    sources = ["bar"] if board.bar else []
    if board.hand and not bar_holds_the_rest(board, options):
        sources.append("hand")
    return [step_to(board, source, target, number) for source in sources]


def moves(board: Board, number: int, options: Options) -> list[Step]:
    """Steps from point to point."""
    if not may_move_on_board(board, options):
        return []
    return [
        step_to(board, point, point - number, number)
        for point in range(number + 1, 25)
        if board.points[point] and is_open(board, point - number) and not is_frozen(board, point, options)
    ]


def bear_offs(board: Board, number: int, options: Options) -> list[Step]:
    """Steps off the board. With all checkers home no bar or hand can stand in the way."""
    if not is_all_home(board):
        return []
    return [
        Step(point, "off", number, False)
        for point in HOME
        if board.points[point] and leaves_with(board, point, number, options)
    ]


def single_steps(board: Board, stage: str, number: int, options: Options) -> list[Step]:
    """Every step with this one number, the rest of the stage not yet considered."""
    onto_points = entries(board, stage, number, options) + moves(board, number, options)
    return onto_points + bear_offs(board, number, options)


def changed(points: tuple[int, ...], point: int, by: int) -> tuple[int, ...]:
    """The points with one count changed."""
    return (*points[:point], points[point] + by, *points[point + 1 :])


def after(board: Board, step: Step) -> Board:
    """The position after one step by the mover."""
    hand, bar, off, points, foe_hand, foe_bar, foe_off, foe_points = board
    if isinstance(step.source, int):
        points = changed(points, step.source, -1)
    hand -= step.source == "hand"
    bar -= step.source == "bar"
    off += step.target == "off"
    if isinstance(step.target, int):
        points = changed(points, step.target, +1)
        if step.hit:
            foe_points, foe_bar = changed(foe_points, step.target, -1), foe_bar + 1
    return Board(hand, bar, off, points, foe_hand, foe_bar, foe_off, foe_points)


def without(numbers: Numbers, number: int) -> Numbers:
    """The numbers with one of this value taken out."""
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


def all_sequences(
    board: Board,
    stage: str,
    numbers: Numbers,
    options: Options,
    seen: dict[tuple[Board, Numbers], list[Ending]],
) -> list[Ending]:
    """Every sequence, played on until nothing can be played or the game is won, with its last position.

    `seen` only spares working out a position with the same numbers left a second time.
    """
    if (board, numbers) in seen:
        return seen[board, numbers]
    endings: list[Ending] = []
    for number in () if has_won(board) else sorted(set(numbers)):
        for step in single_steps(board, stage, number, options):
            rest = all_sequences(after(board, step), stage, without(numbers, number), options, seen)
            endings += [((step, *later), end) for later, end in rest]
    seen[board, numbers] = endings or [((), board)]
    return seen[board, numbers]


def obliged(mover: Side, opponent: Side, stage: str, numbers: list[int] | Numbers, options: Options) -> list[Ending]:
    """The sequences that satisfy the obligation (2.1): most numbers, the larger one, a win is full."""
    todo = tuple(numbers)
    endings = all_sequences(board_of(mover, opponent), stage, todo, options, {})
    played = [len(todo) if has_won(end) else len(sequence) for sequence, end in endings]
    most = max(played)
    kept = [ending for ending, count in zip(endings, played, strict=True) if count == most]
    if most == 1 and len(set(todo)) == 2:
        larger = [ending for ending in kept if ending[0][0].number == max(todo)]
        return larger or kept
    return kept


def complete_plays(
    mover: Side, opponent: Side, stage: str, numbers: list[int] | Numbers, options: Options
) -> dict[Board, list[Sequence]]:
    """All legal plays of the numbers left, by the position they end in; empty if nothing is playable.

    Each position comes with every sequence that reaches it; for four numbers that may be tens of thousands.
    """
    plays: dict[Board, list[Sequence]] = {}
    for sequence, end in obliged(mover, opponent, stage, numbers, options):
        if sequence:
            plays.setdefault(end, []).append(sequence)
    return plays


def legal_steps(mover: Side, opponent: Side, stage: str, numbers: list[int] | Numbers, options: Options) -> set[Step]:
    """The first steps of all sequences that satisfy the obligation; empty if nothing is playable."""
    return {sequence[0] for sequence, _ in obliged(mover, opponent, stage, numbers, options) if sequence}


def rolls_again(full: bool, rule: object) -> bool:
    """Whether a new roll is due under `never`, `if_all_played` or `always`."""
    return rule == "always" or (full and rule == "if_all_played")


def next_after(
    stage: str,
    numbers: list[int] | Numbers,
    sequence: Sequence,
    end: Board,
    options: Options,
    origin: str = "double",
) -> str:
    """What follows when `sequence` was all that could be played of `numbers`: END NAME ROLL COMP1..COMP6 WIN.

    `origin` says what a complement completes, "double" or "named". A complement follows only a double played
    four times (section 2); under `always` a short double, or a short complement, gives the roll at once.
    `max_rolls_per_turn` is not looked at.
    """
    full = len(sequence) == len(numbers)
    if has_won(end):
        return "WIN"
    if stage == "plain":
        return "END"
    if stage == "acey_deucey":
        return "NAME" if full or options["naming_requires"] == "nothing" else "END"
    kind = {"double": "doubles", "named": "named"}[origin if stage == "complement" else stage]
    again = options[f"{kind}_roll_again"]
    if stage != "complement" and options[f"{kind}_complement"] and full:
        return f"COMP{7 - numbers[0]}"
    return "ROLL" if rolls_again(full, again) else "END"


def is_dead(white: Side, black: Side, options: Options) -> bool:
    """No number 1..6 gives either side a step, in a stage that lets everything enter (section 2.7)."""
    boards = (board_of(white, black), board_of(black, white))
    return not any(single_steps(board, "named", number, options) for board in boards for number in range(1, 7))
