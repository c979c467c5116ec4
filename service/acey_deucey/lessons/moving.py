"""Lessons on moving: numbers, open points, and what must be played; only data."""

from acey_deucey.lessons.lesson import Lesson, Mistake, plays, rolls

MOVING = (
    Lesson(
        id="two-numbers",
        title="Two dice are two numbers",
        ruleset="american",
        position="13x15/h15 w roll 0",
        dice=((5, 3),),
        task="You roll a 5 and a 3. They are two numbers, not eight points to share out as you like: a 6 and a 2 "
        "would be eight as well, but you did not roll them. Roll and move two different checkers.",
        hints=(
            "One checker goes exactly five points, another exactly three.",
            "Play 13/8 with the 5 and 13/10 with the 3.",
        ),
        rules=("dice",),
        statements=("G13", "G24", "G25", "G26", "H10"),
        answer=(rolls(), plays("13/8 13/10")),
        goal=frozenset({"13x13,10,8/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("13/7 13/11")), "number-not-rolled"),
    ),
    Lesson(
        id="open-points",
        title="Two checkers block a point",
        ruleset="american",
        position="18,13x14/h13,17x2 w roll 0",
        dice=((5, 3),),
        task="A point with two or more checkers of the opponent is blocked: you cannot land there. Black holds your "
        "point 8 in that way. Roll and play both numbers.",
        hints=(
            "From point 13 the 5 would lead to point 8. Find another checker for the 5.",
            "The checker on 18 can play it: 18/13. Then the 3 can be played with 13/10.",
        ),
        rules=("open-points",),
        statements=("G21", "H11"),
        answer=(rolls(), plays("18/13 13/10")),
        goal=frozenset({"13x14,10/h13,17x2 b roll 0", "18,13x13,5/h13,17x2 b roll 0"}),
        mistake=Mistake((rolls(), plays("13/8")), "point-blocked"),
    ),
    Lesson(
        id="stop-over",
        title="A stop on the way",
        ruleset="american",
        position="20,13x14/h11,18x2,13x2 w roll 0",
        dice=((6, 1),),
        task="One checker may play both numbers, but it stops after the first one, and the point where it stops must "
        "be open. Black blocks your points 12 and 7. Roll, and carry one checker over seven points.",
        hints=(
            "From 13 the checker would have to stop on 12 or on 7: both are blocked.",
            "From 20 it can stop on 14: play 20/14 14/13.",
        ),
        rules=("stop-over",),
        statements=("G18", "G19", "G20", "H12"),
        answer=(rolls(), plays("20/14 14/13")),
        goal=frozenset({"13x15/h11,18x2,13x2 b roll 0"}),
        mistake=Mistake((rolls(), plays("13/6")), "stop-over-blocked"),
    ),
    Lesson(
        id="use-everything",
        title="Play all that can be played",
        ruleset="american",
        position="19,10,o13/h11,16x2,12x2 w roll 0",
        dice=((6, 4),),
        task="You may never waste a number that can be used. Two checkers are left, and two numbers are to be "
        "played. There are two ways to play the 4, but only one of them leaves you a 6. Roll and find it.",
        hints=(
            "Look for the 6 first: which of the two checkers can play it at all?",
            "The 6 is played by 10/4. So the 4 has to be 19/15.",
        ),
        rules=("all-numbers",),
        statements=("H13",),
        answer=(rolls(), plays("10/4 19/15")),
        goal=frozenset({"15,4,o13/h11,16x2,12x2 b roll 0"}),
        mistake=Mistake((rolls(), plays("10/6")), "maximum-play-compulsory"),
    ),
    Lesson(
        id="larger-number",
        title="If only one, then the larger",
        ruleset="american",
        position="13,o14/h13,22x2 w roll 0",
        dice=((6, 4),),
        task="Your last checker stands on 13. It can play the 6 or the 4, but not both: Black blocks point 3, where "
        "it would end. Roll and make the move that is allowed.",
        hints=(
            "When only one of two numbers can be played, the larger one must be.",
            "Play the 6: 13/7. The 4 is lost.",
        ),
        rules=("larger-number",),
        statements=("H14",),
        answer=(rolls(), plays("13/7")),
        goal=frozenset({"7,o14/h13,22x2 b roll 0"}),
        mistake=Mistake((rolls(), plays("13/9")), "larger-number-compulsory"),
    ),
)
