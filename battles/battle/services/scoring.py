"""What a battle of no war counts in the lifetime score: for each player of the winner against each of the loser.

Two games that count together are one line if one person has won both (R68).
"""

from accounts.scores import lifetime
from battles.battle.services.pairs import both_won_by_one, other_game
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
    other = other_game(battle)
    if other is not None and both_won_by_one(other, battle):
        _score_both(*sorted((other, battle), key=lambda game: game.pk))
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


def unscore_single(battle: Battle) -> None:
    """Take back what the result of a single battle of two people counts, once the battle has none any more.

    Of two games that counted together, the other one counts by itself then.
    """
    lifetime.remove(f"battle:{battle.pk}")
    other = other_game(battle)
    if other is not None:
        lifetime.remove(f"battle:{other.pk}")
        score_single(other)


def _score_both(first: Battle, second: Battle) -> None:
    """One line for both games, which the same person has won."""
    result = second.result_document
    if result is None or result.winner is None:
        return
    lifetime.remove(f"battle:{second.pk}")
    won = lifetime.Kept(
        source=f"battle:{first.pk}",
        winner=second.user_of(result.winner),
        loser=second.user_of(opponent(result.winner)),
        points=POINTS["devastating"],
        words=f"Devastating victory in both games, {first.place}"[:200],
        path=first.get_absolute_url(),
    )
    lifetime.keep([won])
