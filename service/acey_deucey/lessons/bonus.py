"""Lessons on doubles and on the 1-2, the acey-deucey, and what they bring; only data."""

from acey_deucey.lessons.lesson import Lesson, Mistake, names, plays, rolls

BONUS = (
    Lesson(
        id="doubles",
        title="A double counts four times",
        ruleset="american",
        position="h15/h15 w roll 0",
        dice=((4, 4),),
        task="Both dice show the same number: you play it four times, not twice. Roll, and bring four checkers in.",
        hints=(
            "Every 4 brings a checker in on point 21.",
            "Play hand/21 hand/21 hand/21 hand/21, or in short hand/21(4).",
        ),
        rules=("doubles",),
        statements=("G27", "H16"),
        answer=(rolls(), plays("hand/21(4)")),
        goal=frozenset({"h11,21x4/h15 b roll 0"}),
        mistake=Mistake((rolls(), plays("hand/21 21/17 17/13 13/9"))),
    ),
    Lesson(
        id="acey-deucey",
        title="The roll that gave the game its name",
        ruleset="american",
        position="h15/h15 w roll 0",
        dice=((2, 1),),
        task="A 1-2 is the best roll there is, the acey-deucey. First play the 1 and the 2. Then name a number you "
        "like and play it four times, as if you had rolled that double. Bring two checkers in with the 1 and the 2, "
        "then four more on your point 19.",
        hints=(
            "The 1 enters on 24 and the 2 on 23: hand/24 hand/23. After that the service waits for your number.",
            "Point 19 is where a 6 enters. Name 6 and play hand/19(4). Then you may even roll again!",
        ),
        rules=("acey-deucey", "naming"),
        statements=("G34", "G35", "H22"),
        answer=(rolls(), plays("hand/24 hand/23"), names(6), plays("hand/19(4)")),
        goal=frozenset({"h9,24,23,19x4/h15 w roll 1"}),
        mistake=Mistake((rolls(), names(6)), "name-before-acey-deucey-played"),
    ),
    Lesson(
        id="naming",
        title="Name the double that wins",
        ruleset="american",
        position="4x4,2,1,o9/h15 w roll 0",
        dice=((2, 1),),
        task="Six of your checkers are left, all at home, where a number takes off a checker that stands on the point "
        "of that number. Roll the 1-2 and win in this very turn.",
        hints=(
            "Use the 2 and the 1 to take off two checkers, 2/off and 1/off. Look at what is left before you name.",
            "Four checkers stand on point 4. Name 4 and play 4/off(4).",
        ),
        rules=("naming", "winning"),
        statements=("G35", "H23", "G37"),
        answer=(rolls(), plays("2/off 1/off"), names(4), plays("4/off(4)")),
        goal=frozenset({"o15/h15 over"}),
        mistake=Mistake((rolls(), plays("2/off 1/off"), names(3), plays("4/1(4)"))),
    ),
    Lesson(
        id="roll-again",
        title="And then you roll again",
        ruleset="american",
        position="h15/h15 w roll 0",
        dice=((2, 1), (6, 5)),
        task="When you have played the double that you named, the turn is still yours: you roll again. Roll the 1-2, "
        "name any double, roll again, and bring a checker in with every single number: eight in all.",
        hints=(
            "Enter two checkers with hand/24 hand/23, name a number, enter four more with it.",
            "Then roll the dice a second time, and enter two more with hand/19 hand/20.",
        ),
        rules=("roll-again", "turns"),
        statements=("G36", "G13"),
        answer=(
            rolls(),
            plays("hand/24 hand/23"),
            names(6),
            plays("hand/19(4)"),
            rolls(),
            plays("hand/19 hand/20"),
        ),
        goal=frozenset(
            {
                "h7,24x5,23,20,19/h15 b roll 0",
                "h7,24,23x5,20,19/h15 b roll 0",
                "h7,24,23,22x4,20,19/h15 b roll 0",
                "h7,24,23,21x4,20,19/h15 b roll 0",
                "h7,24,23,20x5,19/h15 b roll 0",
                "h7,24,23,20,19x5/h15 b roll 0",
            }
        ),
        mistake=Mistake(
            (rolls(), plays("hand/24 hand/23"), names(6), plays("hand/19(4)"), plays("hand/20")), "roll-first"
        ),
    ),
    Lesson(
        id="lost-bonus",
        title="How a 1-2 loses its bonus",
        ruleset="american",
        position="13x13,11,9/h7,19x2,17x2,15x2,13x2 w roll 0",
        dice=((2, 1),),
        task="To name a double you must have played both the 1 and the 2. Black has blocked every 1 that you could "
        "play, so the bonus is lost. The 2 must still be played: roll, and play it so that none of your checkers "
        "stands alone.",
        hints=(
            "Two of your checkers stand alone, on 11 and on 9. They are two points apart.",
            "Play 11/9: now they stand together.",
        ),
        rules=("forfeits", "acey-deucey"),
        statements=("H19", "G34"),
        answer=(rolls(), plays("11/9")),
        goal=frozenset({"13x13,9x2/h7,19x2,17x2,15x2,13x2 b roll 0"}),
        mistake=Mistake((rolls(), plays("9/7"), names(4)), "name-forfeited"),
    ),
    Lesson(
        id="complement",
        title="The European double has a second half",
        ruleset="european",
        position="h15/h15 w roll 0",
        dice=((3, 3),),
        task="In the European game a double is followed by its complement, the number on the other side of the die: "
        "7 minus the number, four times as well. If all eight are played you even roll again. Roll, and bring eight "
        "checkers in.",
        hints=(
            "Four 3s first, hand/22(4). What is 7 minus 3?",
            "Then four 4s: hand/21(4). The next roll is yours.",
        ),
        rules=("complement", "doubles", "roll-again", "all-numbers"),
        statements=("H13", "H16", "H17", "H18"),
        answer=(rolls(), plays("hand/22(4)"), plays("hand/21(4)")),
        goal=frozenset({"h7,22x4,21x4/h15 w roll 1"}),
        mistake=Mistake((rolls(), plays("hand/22(4)"), rolls()), "numbers-still-playable"),
    ),
    Lesson(
        id="european-acey-deucey",
        title="Ten numbers from one roll",
        ruleset="european",
        position="h15/h15 w roll 0",
        dice=((2, 1),),
        task="In the European game a named double has its complement too. So a 1-2 gives you ten numbers: the 1, the "
        "2, four times the number you name, and four times what it lacks to 7; then you roll again. Roll, and bring "
        "ten checkers in.",
        hints=(
            "Never move on a checker that is in already: use each number to enter one. Begin with hand/24 hand/23.",
            "If you name 6, play hand/19(4); then the complement is 1, so play hand/24(4).",
        ),
        rules=("acey-deucey", "naming", "complement", "roll-again"),
        statements=("H22", "H23", "H24", "H25"),
        answer=(rolls(), plays("hand/24 hand/23"), names(6), plays("hand/19(4)"), plays("hand/24(4)")),
        goal=frozenset(
            {
                "h5,24x5,23,19x4/h15 w roll 1",
                "h5,24,23x5,20x4/h15 w roll 1",
                "h5,24,23,22x4,21x4/h15 w roll 1",
            }
        ),
        mistake=Mistake((rolls(), plays("hand/24 hand/23"), names(6), plays("hand/19(4)"), plays("19/18(4)"))),
    ),
    Lesson(
        id="broken-double",
        title="Three of four are not enough",
        ruleset="european",
        position="h3,6x3,5x3,4x3,3x3/h13,10x2 w roll 0",
        dice=((5, 5),),
        task="You roll 5-5, but only three of the four 5s can be played. You still have to play those three; the "
        "complement and the new roll are lost. Roll and do it.",
        hints=(
            "Three checkers are in the hand, and those at home are not allowed to move.",
            "Play hand/20(3). The fourth 5 would lead to point 15, which Black blocks.",
        ),
        rules=("forfeits", "all-numbers"),
        statements=("H19", "H20", "H13"),
        answer=(rolls(), plays("hand/20(3)")),
        goal=frozenset({"20x3,6x3,5x3,4x3,3x3/h13,10x2 b roll 0"}),
        mistake=Mistake((rolls(), plays("hand/20(2)"), rolls()), "numbers-still-playable"),
    ),
)
