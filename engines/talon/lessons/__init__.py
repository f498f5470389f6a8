"""Lessons on the real board: positions, steps with a goal, and what is said to the player (`docs/lessons.md`)."""
