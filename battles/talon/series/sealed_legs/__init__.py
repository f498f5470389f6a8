"""Legs of a campaign game for which each side chooses its fleet in secret (27, S102)."""
