"""Fleets: their lists and names, what they may be and are best made of."""
