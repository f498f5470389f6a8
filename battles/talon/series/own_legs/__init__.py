"""Legs of a campaign game that are no scenarios: fleets and a battle mode of one's own, added before it begins (28)."""
