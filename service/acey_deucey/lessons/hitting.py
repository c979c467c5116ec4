"""Lessons on hitting and on the bar; only data."""

from acey_deucey.lessons.lesson import Lesson, Mistake, plays, rolls

HITTING = (
    Lesson(
        id="hitting",
        title="Send a lone checker back",
        ruleset="american",
        position="13x15/h14,17 w roll 0",
        dice=((5, 3),),
        task="A checker that stands alone can be hit: whoever lands on it sends it to the bar, and it must come in "
        "again from there. One black checker stands alone on your point 8. Roll and hit it.",
        hints=(
            "From 13 it is five points to the black checker.",
            "Play 13/8 with the 5, then any 3, for example 13/10.",
        ),
        rules=("hitting",),
        statements=("G28", "G29", "H26"),
        answer=(rolls(), plays("13/8 13/10")),
        goal=frozenset({"13x13,10,8/h14,b1 b roll 0", "13x14,5/h14,b1 b roll 0"}),
        mistake=Mistake((rolls(), plays("13/10 10/5"))),
    ),
    Lesson(
        id="bar-first",
        title="The bar comes first",
        ruleset="american",
        position="b1,13x14/h13,6x2 w roll 0",
        dice=((6, 3),),
        task="One of your checkers was hit and waits on the bar. As long as it is there, nothing else of yours may "
        "move. Roll, bring it in, and then use the other number.",
        hints=(
            "A 6 would enter on point 19, but Black blocks it. The 3 enters on point 22.",
            "Play bar/22 first, then the 6, for example 13/7.",
        ),
        rules=("bar-first",),
        statements=("G30", "H27"),
        answer=(rolls(), plays("bar/22 13/7")),
        goal=frozenset({"22,13x13,7/h13,6x2 b roll 0", "16,13x14/h13,6x2 b roll 0"}),
        mistake=Mistake((rolls(), plays("13/7")), "bar-first"),
    ),
    Lesson(
        id="bar-entry",
        title="Hand and bar are two places",
        ruleset="american",
        position="h3,b2,13x10/h14,4 w roll 0",
        dice=((5, 4),),
        task="Two of your checkers are on the bar, three have never been on the board and are in the hand. All of "
        "them enter in the same way, on an open point of a rolled number, but those on the bar go first. Roll and "
        "bring both of them in.",
        hints=(
            "Each number brings in one checker: neither is left for the hand.",
            "The 4 enters on 21 and hits a lone black checker there. Play bar/20 bar/21.",
        ),
        rules=("bar-entry", "bar-first", "hitting"),
        statements=("G32", "H28", "G30", "H26"),
        answer=(rolls(), plays("bar/20 bar/21")),
        goal=frozenset({"h3,21,20,13x10/h14,b1 b roll 0"}),
        mistake=Mistake((rolls(), plays("hand/20 bar/21")), "bar-first"),
    ),
    Lesson(
        id="shut-out",
        title="A turn that is lost",
        ruleset="american",
        position="b1,13x14/h9,9,7,6x2,3x2 w roll 0",
        dice=((6, 3), (5, 3)),
        task="Your checker on the bar needs an open point, and Black has blocked both points that this roll allows. "
        "Roll for White and see what happens. Then roll for Black and block a third point in Black's home board, "
        "with two checkers.",
        hints=(
            "White's turn ends by itself. After that it is Black's turn to roll.",
            "Black counts his points his own way, and holds 6 and 3. With 9/4 and 7/4 he makes his point 4.",
        ),
        rules=("bar-first", "turns"),
        statements=("G31", "H29"),
        answer=(rolls(), rolls("black"), plays("9/4 7/4", "black")),
        goal=frozenset({"b1,13x14/h9,6x2,4x2,3x2 w roll 0"}),
        mistake=Mistake((rolls(), plays("13/7")), "not-your-turn"),
    ),
    Lesson(
        id="bar-may-wait",
        title="A bar that may wait",
        ruleset="jacoby-crawford",
        position="b1,13x14/h15 w roll 0",
        dice=((6, 3),),
        task="Under the rules of Jacoby and Crawford a checker on the bar may wait. Roll, and play both numbers "
        "without bringing it in.",
        hints=(
            "The checkers on point 13 are free to move.",
            "For example 13/7 with the 6 and 13/10 with the 3.",
        ),
        rules=("bar-first",),
        statements=("G30",),
        answer=(rolls(), plays("13/7 13/10")),
        goal=frozenset({"b1,13x12,10,7/h15 b roll 0", "b1,13x13,4/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("bar/22 13/7"))),
    ),
)
