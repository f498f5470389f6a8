"""Two games of one battle with sides changed, which count together (R68)."""

from battles.models import Battle, Challenge


def first_game(battle: Battle) -> Battle | None:
    """The first game if this battle is the second of two; None if it is a first, or is played once.

    The second is the rematch of two people after the first, and the next rematch is a first game again.
    """
    if not battle.setup_document.twice:
        return None
    asked = Challenge.objects.select_related("rematch_of").filter(battle=battle).first()
    before = None if asked is None else asked.rematch_of
    return before if before is not None and first_game(before) is None else None


def other_game(battle: Battle) -> Battle | None:
    """The game that counts together with this one; None without one, or before it has begun."""
    if not battle.setup_document.twice:
        return None
    first = first_game(battle)
    if first is not None:
        return first
    asked = Challenge.objects.select_related("battle").filter(rematch_of=battle).first()
    return None if asked is None else asked.battle


def is_first_game(battle: Battle) -> bool:
    """Whether the rematch of its two people is a second game that counts with this one; a campaign game has its own."""
    counts = battle.two_people and not battle.teams and not battle.owner_path
    return counts and battle.setup_document.twice and first_game(battle) is None


def both_won_by_one(first: Battle, second: Battle) -> bool:
    """Whether the same person has won both games."""
    winners = [_winner(first), _winner(second)]
    return winners[0] is not None and winners[0] == winners[1]


def pair_in_words(battle: Battle) -> str:
    """What a battle that is settled means as one game of two, as a sentence; "" if it is played once."""
    if battle.owner_path and not battle.owner_topic and battle.setup_document.twice:
        return "It counts together with the other battle of its leg in the campaign game."
    return _both_games(battle)


def _both_games(battle: Battle) -> str:
    if is_first_game(battle):
        return "This was the first of two games. Who wins both has a devastating victory, worth 3 points."
    first = first_game(battle)
    if first is None:
        return ""
    if both_won_by_one(first, battle):
        return f"{_winner(battle)} has won both games: a devastating victory, worth 3 points."
    winners = [name for name in (_winner(first), _winner(battle)) if name is not None]
    if len(winners) == len((first, battle)):
        return f"{winners[0]} and {winners[1]} have won a game each: two minor victories, worth 1 point each."
    if winners:
        return f"{winners[0]} has won one game of two, and nobody the other."
    return "Nobody has won either of the two games."


def _winner(battle: Battle) -> str | None:
    """The callsign of who has won a battle; None if nobody has."""
    result = battle.result_document
    if result is None or result.winner is None:
        return None
    return str(battle.user_of(result.winner).username)
