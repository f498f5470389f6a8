"""Clubs: groups of players, their organisers, and what these announce."""
