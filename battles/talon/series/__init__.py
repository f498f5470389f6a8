"""Campaign games: a number of battles against one opponent, and the score of all of them (28)."""
