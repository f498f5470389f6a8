"""Spectators of a battle played by hand."""
