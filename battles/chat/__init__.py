"""The chat of a skirmish."""
