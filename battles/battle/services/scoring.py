"""What a battle of teams counts in the lifetime score: for each player of the winner against each of the loser."""

from typing import Final

from accounts.scores import lifetime
from battles.models import Battle
from engines.seam.sides import opponent

POINTS: Final = {"minor": 1, "great": 2, "devastating": 3}
"""What a victory counts by its degree (20.2)."""


def score_teams(battle: Battle) -> None:
    """Book the result of a battle of teams, in the transaction that settles it; harmless when done twice.

    The computer has no score. Any other battle counts nothing here: those of a war are booked by the war.
    """
    result = battle.result_document
    if not battle.teams or battle.sandbox or result is None or result.winner is None or result.degree is None:
        return
    for winner in battle.people_of(result.winner):
        for loser in battle.people_of(opponent(result.winner)):
            if not (winner.is_computer or loser.is_computer):
                lifetime.book(
                    source=f"battle:{battle.pk}:{winner.pk}-{loser.pk}",
                    winner=winner,
                    loser=loser,
                    points=POINTS[result.degree],
                    words=f"{result.degree.title()} victory in a team battle, {battle.place}"[:200],
                    path=battle.get_absolute_url(),
                )
