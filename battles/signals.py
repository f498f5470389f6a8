"""News for whoever opened a battle."""

from django.dispatch import Signal

battle_changed = Signal()
"""Sent with `battle_id` inside the transaction of every change, to keep in step what waits for whom."""

battle_settled = Signal()
"""Sent with `battle_id` after commit; a lost one is found again among `selectors.unabsorbed()`."""

owner_asked = Signal()
"""Sent with `battle` when a page asks what a booked result moved; its owner answers with sentences."""
