"""The chat of a single battle."""
