"""Battles fought at a table: their reports."""
