"""The chat of a war."""
