"""Odds: how long they take, and what becomes of them when workers are killed."""
