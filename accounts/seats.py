"""What is told to somebody whose seat in a war or battle has become another's while they gave an order."""

from django.core.exceptions import PermissionDenied


class SeatLost(PermissionDenied):
    """Somebody may act for a side no more; nothing has changed. The answer is 403, without any page of the side."""

    def __init__(self) -> None:
        super().__init__("You may not give this side's orders any more.")
