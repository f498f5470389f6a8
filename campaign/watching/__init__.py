"""Spectators: a link, and pages that show what neither side hides."""
