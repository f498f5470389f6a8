"""Signals for the owner of a battle."""

from django.dispatch import Signal

battle_changed = Signal()
"""Sent with `battle_id` inside the transaction of every change, so that the owner updates who must act."""

battle_settled = Signal()
"""Sent with `battle_id` after commit; a lost one is found again among `selectors.unabsorbed()`."""

chat_asked = Signal()
"""Sent with `battle` and `side` when a page asks for the chat about it; its owner answers with a `BattleChat`."""

correction_asked = Signal()
"""Sent with `battle` and `side` when a page asks where a result is corrected; its owner answers as for odds."""

odds_asked = Signal()
"""Sent with `battle` and `side` when a page asks where odds are; its owner answers with a path, "" without any."""

absence_asked = Signal()
"""Sent with `battle` and `side` when time is to run for the side; its owner says until when it is away, None if not."""

time_asked = Signal()
"""Sent with `battle`, `side` and `play` when a page asks by when it is due; its owner answers with a `BattleTime`."""

onlookers_asked = Signal()
"""Sent with `battle` when a page asks whether its owner lets onlookers see it too; its owner answers yes or no."""

effect_asked = Signal()
"""Sent with `battle` when a page asks what a booked result changed; its owner answers with sentences."""
