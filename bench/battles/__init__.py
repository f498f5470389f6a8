"""Battles between captains: how fast, how well, how even."""
