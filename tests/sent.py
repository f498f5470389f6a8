"""Messages sent in a test as the workers would, by whichever channel they are owed."""

from accounts.deliveries.sending import MAILS, POSTS


def send(number: int) -> bool:
    """Whether the message was sent and booked."""
    return MAILS.attempt(number) or POSTS.attempt(number)


def sweep_deliveries() -> int:
    """How many messages were rung for again."""
    return MAILS.sweep() + POSTS.sweep()
