"""Which value network serves which options; it knows no weights."""

from typing import Literal, get_args

from acey_deucey.rules.options import Options

Family = Literal["american", "european"]
FAMILIES: tuple[Family, ...] = get_args(Family)


def family_of(options: Options) -> Family:
    """``european`` where checkers at home are frozen for the whole game, else ``american``."""
    return "european" if options.home_moves == "never" else "american"
