"""Messages owed to people: rows first, then e-mail and webhooks, at most one for each thing."""

from accounts.deliveries.owing import cancel_owed, owe, owe_chat

__all__ = ["cancel_owed", "owe", "owe_chat"]
