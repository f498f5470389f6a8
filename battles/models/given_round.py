"""Orders for the round, stored for one side of a battle played by hand."""

from django.db import models

from battles.models.play import DraftLine


class GivenRound(models.Model):
    """What one side ordered last for a round; it is followed while the play says so, and shown to nobody else.

    `document` are the orders, for the `round`; `seen` is what the side saw when it gave them. `told` are the lines that
    followed them, with what was not possible; `asked` are the stops that were met.
    """

    draft = models.OneToOneField(DraftLine, models.CASCADE, related_name="given_round", primary_key=True)
    round = models.PositiveSmallIntegerField()
    document = models.BinaryField()
    seen = models.BinaryField()
    told = models.BinaryField(default=b"[]")
    asked = models.BinaryField(default=b"[]")

    def __str__(self) -> str:
        return f"orders for round {self.round} of draft {self.draft_id}"
