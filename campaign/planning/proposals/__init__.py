"""Proposed plans: what each sends where, why, and how its battles are likely to end."""
