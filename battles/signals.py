"""News for whoever opened a battle."""

from django.dispatch import Signal

battle_settled = Signal()
"""Sent after commit with `battle_id`; a lost one is found again among `selectors.unabsorbed()`."""
