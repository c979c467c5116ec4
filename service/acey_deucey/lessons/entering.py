"""Lessons on how a game begins and how checkers enter; only data."""

from acey_deucey.lessons.lesson import Lesson, Mistake, plays, rolls

ENTERING = (
    Lesson(
        id="first-roll",
        title="An empty board and a first roll",
        ruleset="american",
        position="h15/h15 opening",
        dice=((4, 4), (5, 2), (6, 3)),
        task="The board is empty: all fifteen checkers of each player wait in his hand. Each player threw one die; "
        "4 and 4 was a tie and was thrown again, then your 5 beat Black's 2. So you, White, begin. Throw two fresh "
        "dice and bring a checker in with each of them.",
        hints=(
            "The 5 and the 2 only decided who begins; you cannot play them. Roll first.",
            "A number n brings a checker in on point 25 minus n. Play hand/19 with the 6 and hand/22 with the 3.",
        ),
        rules=("start", "opening", "turns"),
        statements=("G5", "H1", "H5", "H6", "G13"),
        answer=(rolls(), plays("hand/19 hand/22")),
        goal=frozenset({"h13,22,19/h15 b roll 0"}),
        mistake=Mistake((plays("hand/20"),), "roll-first"),
    ),
    Lesson(
        id="entering",
        title="Where a checker comes in",
        ruleset="american",
        position="h15/h15 w roll 0",
        dice=((5, 2),),
        task="Checkers enter in the opponent's home board, the far quarter for you: your points 24 to 19. Roll, "
        "then enter one checker for each of your two numbers.",
        hints=(
            "Point 24 is the first point for a checker that comes in, so a 1 leads there, a 2 to point 23, and so on.",
            "The 5 enters on point 20 and the 2 on point 23: hand/20 hand/23.",
        ),
        rules=("entering",),
        statements=("G6", "G14", "G15", "G16", "H7", "H8"),
        answer=(rolls(), plays("hand/20 hand/23")),
        goal=frozenset({"h13,23,20/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("hand/20 20/18"))),
    ),
    Lesson(
        id="way-round",
        title="The way round the board",
        ruleset="american",
        position="24,13x14/h15 w roll 0",
        dice=((5, 3),),
        task="You travel from your point 24 down to your point 1, where your home is, and then off the board; Black "
        "travels the other way. One of your checkers is far behind, on point 24. Roll and run with it, using both "
        "numbers.",
        hints=(
            "Point numbers only ever get smaller on your way.",
            "The 5 leads from 24 to 19, the 3 on to 16: 24/19 19/16.",
        ),
        rules=("direction", "entering"),
        statements=("G10", "G11", "G12", "H2"),
        answer=(rolls(), plays("24/19 19/16")),
        goal=frozenset({"16,13x14/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("13/18")), "wrong-direction"),
    ),
    Lesson(
        id="moving-early",
        title="Moving on before all are in",
        ruleset="american",
        position="h13,23,20/h15 w roll 0",
        dice=((6, 4),),
        task="You have two checkers on the board and thirteen still in the hand. Nothing obliges you to enter first. "
        "Roll, and play both numbers with checkers that are on the board already.",
        hints=(
            "Either let each of the two checkers play one number, or let one checker play both.",
            "One way: the 6 takes 23/17 and the 4 takes 20/16.",
        ),
        rules=("enter-before-moving",),
        statements=("G17", "H9"),
        answer=(rolls(), plays("23/17 20/16")),
        goal=frozenset(
            {
                "h13,17,16/h15 b roll 0",
                "h13,19,14/h15 b roll 0",
                "h13,20,13/h15 b roll 0",
                "h13,23,10/h15 b roll 0",
            }
        ),
        mistake=Mistake((rolls(), plays("hand/19 hand/21"))),
    ),
    Lesson(
        id="all-in-first",
        title="When everyone must enter first",
        ruleset="american",
        options={"enter_before_moving": True},
        position="h1,20x14/h15 w roll 0",
        dice=((5, 2),),
        task="Some players agree that no checker moves on before the hand is empty; an option does that. Your last "
        "checker is still in the hand. Roll, bring it in, and move that same checker on with the other number.",
        hints=(
            "Before it is in, no other checker may move. Either number brings it in.",
            "Enter with the 5 and go on with the 2, hand/20 20/18.",
        ),
        rules=("enter-before-moving",),
        statements=("G17",),
        answer=(rolls(), plays("hand/20 20/18")),
        goal=frozenset({"20x14,18/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("20/15")), "enter-before-moving"),
    ),
    Lesson(
        id="closed-door",
        title="When only some rolls open the door",
        ruleset="australian",
        position="h3,13x12/h15 w roll 0",
        dice=((5, 2),),
        task="In the Australian game checkers enter only on a double or on a 1-2. You roll 5-2 while three of your "
        "checkers wait in the hand. Use the roll all the same.",
        hints=(
            "The hand has to wait. The checkers on point 13 may move.",
            "For instance 13/8 with the 5 and 13/11 with the 2.",
        ),
        rules=("entry-roll",),
        statements=("G14", "H7", "LEE"),
        answer=(rolls(), plays("13/8 13/11")),
        goal=frozenset({"h3,13x10,11,8/h15 b roll 0", "h3,13x11,6/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("hand/20")), "entry-needs-double"),
    ),
)
