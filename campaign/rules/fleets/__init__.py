"""Ships of a fleet: bought, named and sent out, within reach and above the minimum (31.4, 31.5)."""
