"""Seasons of a club: who plays whom in each round, the standings, and what organisers decide."""
