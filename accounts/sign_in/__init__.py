"""Signing in and up, beyond what allauth does: guesses counted, browsers known, the second factor."""
