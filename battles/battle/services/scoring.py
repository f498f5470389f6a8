"""What a battle of no war counts in the lifetime score: for each player of the winner against each of the loser.

Two games that count together are one line if one person has won both (R68).
"""

from accounts.scores import lifetime
from battles.battle.services.pairs import both_won_by_one, first_game
from battles.models import Battle, LegBattle
from engines.seam.series import POINTS
from engines.seam.sides import opponent


def score_single(battle: Battle) -> None:
    """Book the result of a single battle, in the transaction that settles it; harmless when done twice (20.3).

    Neither the computer nor who plays both sides has a score. Battles of a war are booked by the war, and a pair of a
    campaign game once both battles are over (R68).
    """
    result = battle.result_document
    if (
        battle.owner_topic
        or battle.sandbox
        or result is None
        or result.winner is None
        or result.degree is None
        or LegBattle.objects.filter(battle=battle, leg__pair=True).exists()
    ):
        return
    first = first_game(battle)
    if first is not None and both_won_by_one(first, battle):
        words = f"Devastating victory in both games, {battle.place}"[:200]
        lifetime.change(
            source=f"battle:{first.pk}", points=POINTS["devastating"], words=words, other_won=False
        )
        return
    for winner in battle.people_of(result.winner):
        for loser in battle.people_of(opponent(result.winner)):
            if not (winner.is_computer or loser.is_computer):
                fought = "a team battle" if battle.teams else "a single battle"
                pair = f":{winner.pk}-{loser.pk}" if battle.teams else ""
                lifetime.book(
                    source=f"battle:{battle.pk}{pair}",
                    winner=winner,
                    loser=loser,
                    points=POINTS[result.degree],
                    words=f"{result.degree.title()} victory in {fought}, {battle.place}"[:200],
                    path=battle.get_absolute_url(),
                )
