"""A referee for acey-deucey, the backgammon variant. Imports nothing: who takes the rules must not load Flask."""
