"""What a battle of no war counts in the lifetime score: for each player of the winner against each of the loser.

Two games that count together are one line if one person has won both (R68). A battle that nobody has won is drawn, and
one line without points (S84).
"""

import re
from dataclasses import replace
from typing import Final

from msgspec import UNSET

from accounts.models import LifetimeLine
from accounts.scores import lifetime
from accounts.scores.lifetime import Facts, score_for
from battles.battle.services.pairs import both_won_by_one, other_game
from battles.models import Battle, LegBattle, SettledHow, Way
from engines.seam.documents import USUAL_TERMS, Result
from engines.seam.series import DEGREES, POINTS
from engines.seam.sides import SIDES, Side, opponent

WAYS: Final = {SettledHow.FOUGHT: Way.WORKER, SettledHow.PLAYED: Way.HAND}
"""How a battle was fought, by what made its report the result; at a table if it is not here."""
MODE: Final = re.compile(r"(?P<title>.+) \((?P<rule>29\.\d+)\)")
"""The rules of a battle mode, as a set-up names them."""
STANDARD: Final = {"last_ship_standing": "Last Ship Standing", "planet": "Over a planet"}


def score_single(battle: Battle) -> None:
    """Book the result of a single battle, in the transaction that settles it; harmless when done twice (20.3).

    Neither the computer nor who plays both sides has a score. Battles of a war are booked by the war, and a pair of a
    campaign game once both battles are over (R68). A leg that nobody has won is fought again, and is not booked (S81).
    What is fought for a game of Space Empires: 4X is not booked either (S95).
    """
    result = battle.result_document
    if battle.owner_topic or battle.sandbox or battle.is_of_space_empires or result is None:
        return
    leg = LegBattle.objects.select_related("leg__series").filter(battle=battle).first()
    if leg is not None and (leg.leg.pair or result.winner is None):
        return
    other = other_game(battle)
    if other is not None and both_won_by_one(other, battle):
        _score_both(*sorted((other, battle), key=lambda game: game.pk))
        return
    facts = facts_of(battle, result, kind=LifetimeLine.Kind.BATTLE if leg is None else LifetimeLine.Kind.LEG)
    if leg is not None and leg.leg.series.legs.filter(number__gt=leg.leg.number).first() is None:
        facts = noted(facts, "The last leg counts double in the campaign game alone (S81).")
    ours: Side = result.winner or SIDES[0]
    for winner in battle.people_of(ours):
        for loser in battle.people_of(opponent(ours)):
            if not (winner.is_computer or loser.is_computer):
                pair = f":{winner.pk}-{loser.pk}" if battle.teams else ""
                lifetime.book(
                    source=f"battle:{battle.pk}{pair}",
                    winner=winner,
                    loser=loser,
                    points=0 if result.degree is None else POINTS[result.degree],
                    words=_words(battle, result),
                    path=battle.get_absolute_url(),
                    facts=facts,
                    drawn=result.degree is None,
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


def facts_of(battle: Battle, result: Result, kind: str) -> Facts:
    """What a line says of a battle besides who won, and which rule caps its degree."""
    setup, facts = battle.setup_document, _of_battle(battle, result, kind)
    terms = USUAL_TERMS if setup.terms is UNSET else setup.terms
    in_mode = MODE.fullmatch(terms.label)
    if in_mode is not None:
        facts = replace(facts, mode=in_mode["title"])
    elif terms.label:
        facts = replace(facts, scenario=battle.place)
    else:
        facts = replace(facts, mode=STANDARD[setup.mode])
    if result.winner is not None and setup.twice:
        return noted(facts, "One game of a pair is a minor victory (R68).")
    if result.degree is not None and result.degree == terms.most != DEGREES[-1]:
        return noted(facts, f"The highest degree of this scenario is {terms.most} (R77).")
    return facts


def _of_battle(battle: Battle, result: Result, kind: str) -> Facts:
    return Facts(kind, side=result.winner or SIDES[0], way=way_of(battle), system=score_for(battle.system))


def way_of(battle: Battle) -> str:
    """How a battle that is settled was fought: on the board, by captains or at a table."""
    return WAYS.get(SettledHow(battle.settled_how), Way.TABLE) if battle.settled_how else ""


def noted(facts: Facts, note: str) -> Facts:
    """The facts with a sentence about the points; a new one replaces the old."""
    return replace(facts, note=note)


def _words(battle: Battle, result: Result) -> str:
    fought = "a team battle" if battle.teams else "a single battle"
    begins = "Draw" if result.degree is None else f"{result.degree.title()} victory"
    return f"{begins} in {fought}, {battle.place}"[:200]


def _score_both(first: Battle, second: Battle) -> None:
    """One line for both games, which the same person has won."""
    result = second.result_document
    if result is None or result.winner is None:
        return
    lifetime.remove(f"battle:{second.pk}")
    facts = replace(facts_of(second, result, LifetimeLine.Kind.BATTLE), side="")
    won = lifetime.Kept(
        source=f"battle:{first.pk}",
        winner=second.user_of(result.winner),
        loser=second.user_of(opponent(result.winner)),
        points=POINTS["devastating"],
        words=f"Devastating victory in both games, {first.place}"[:200],
        path=first.get_absolute_url(),
        facts=noted(facts, "Both games of a pair together are one devastating victory (R68)."),
    )
    lifetime.keep([won])
