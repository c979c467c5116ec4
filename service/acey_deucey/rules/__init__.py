"""The game of acey-deucey (a backgammon variant): standard library only, no I/O, clock, chance or JSON."""
