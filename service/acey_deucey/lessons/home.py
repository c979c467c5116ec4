"""Lessons on the home board and on bearing off; only data."""

from acey_deucey.lessons.lesson import Lesson, Mistake, plays, rolls

HOME = (
    Lesson(
        id="home-first",
        title="Everybody home, then off",
        ruleset="american",
        position="8,6x4,5x5,4x5/h15 w roll 0",
        dice=((6, 4),),
        task="Your home board is your points 6 to 1. When all your checkers are there you may take them off the "
        "board, but not before. One checker is still outside, on point 8. Roll, and get one checker off.",
        hints=(
            "Bring the last checker home with one number, then use the other one to take a checker off.",
            "Play 8/4 with the 4, then 6/off with the 6.",
        ),
        rules=("home-first",),
        statements=("G38", "G39", "H30"),
        answer=(rolls(), plays("8/4 6/off")),
        goal=frozenset({"6x3,5x5,4x6,o1/h15 b roll 0", "6x4,5x5,4x4,2,o1/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("6/off")), "not-all-home"),
    ),
    Lesson(
        id="bear-off",
        title="A number takes off its checker",
        ruleset="american",
        position="6x2,4x2,o11/h15 w roll 0",
        dice=((4, 1),),
        task="A number takes off a checker that stands on the point of that number. In the American game you may "
        "also move inside the home board. Roll, take a checker off with the 4, and use the 1 to come nearer.",
        hints=(
            "There is no checker on point 1, so the 1 moves a checker one point on.",
            "Play 4/off, and 6/5 or something else with the 1.",
        ),
        rules=("bear-off", "home-moves"),
        statements=("G40", "H31"),
        answer=(rolls(), plays("4/off 6/5")),
        goal=frozenset({"6,5,4,o12/h15 b roll 0", "6x2,3,o12/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("6/2 6/5"))),
    ),
    Lesson(
        id="bear-off-any",
        title="A large number takes off what you like",
        ruleset="american",
        position="5,3,o13/h15 w roll 0",
        dice=((6, 4),),
        task="A number higher than all your checkers takes off any one of them: in the American game you choose which. "
        "Two checkers are left, on 5 and on 3. Roll 6-4 and win at once.",
        hints=(
            "The 6 could take off either of them. What can the 4 then do with the other one?",
            "Take off the checker on 5 with the 6. Now 4 is higher than 3: 5/off 3/off.",
        ),
        rules=("bear-off-any", "winning"),
        statements=("G41", "G42", "G37"),
        answer=(rolls(), plays("5/off 3/off")),
        goal=frozenset({"o15/h15 over"}),
        mistake=Mistake((rolls(), plays("3/off 5/1"))),
    ),
    Lesson(
        id="bear-off-highest",
        title="From the top down",
        ruleset="american-bkgm",
        position="5x2,2,o12/h15 w roll 0",
        dice=((6, 6),),
        task="In another form of the American game a number that is too high takes off only a checker from your "
        "highest point. You roll 6-6 with three checkers left. Roll and win; the fourth 6 is not needed.",
        hints=(
            "Your highest point is 5, and it stays that until both checkers there are off.",
            "Play 5/off 5/off 2/off.",
        ),
        rules=("bear-off-highest", "winning"),
        statements=("B", "G37"),
        answer=(rolls(), plays("5/off 5/off 2/off")),
        goal=frozenset({"o15/h15 over"}),
        mistake=Mistake((rolls(), plays("2/off")), "highest-checker-first"),
    ),
    Lesson(
        id="bear-off-exact",
        title="Only the exact number",
        ruleset="european",
        position="5,4,o13/h15 w roll 0",
        dice=((6, 4),),
        task="In the European game a checker leaves only by the exact number of its point. You roll 6-4 with checkers "
        "on 5 and 4. Roll and use what can be used.",
        hints=(
            "There is no checker on point 6, so the 6 is lost, and only the 6.",
            "The 4 takes off the checker on 4: play 4/off.",
        ),
        rules=("bear-off-exact", "bear-off"),
        statements=("H31", "H32", "H33"),
        answer=(rolls(), plays("4/off")),
        goal=frozenset({"5,o14/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("5/off")), "exact-number-required"),
    ),
    Lesson(
        id="frozen-home",
        title="At home nothing moves",
        ruleset="european",
        position="14,5,3,o12/h15 w roll 0",
        dice=((6, 4),),
        task="In the European game a checker that has come home stands still until it is taken off. Two of yours are "
        "at home, one is outside. Roll and play both numbers.",
        hints=(
            "Only the checker on 14 may move: it has to play both.",
            "Play 14/8 8/4.",
        ),
        rules=("home-moves",),
        statements=("H42",),
        answer=(rolls(), plays("14/8 8/4")),
        goal=frozenset({"5,4,3,o12/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("5/1")), "home-checker-frozen"),
    ),
)
