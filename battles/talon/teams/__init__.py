"""Battles of teams (25): who sits where, which units each player has, and the talk of a side."""
