"""A war in which a side has asked for the odds of a battle."""

from random import Random

from msgspec.structs import replace

from accounts.models import User
from bench.battles.fleets import of_classes
from bench.site.played_wars import make_war, state_of, step
from campaign.models import Forecast, War
from campaign.odds import forecasts as odds
from campaign.rules.odds.asked import asked_of, compared_with, may_be_asked
from campaign.rules.sight import view
from engines.seam.documents import Doctrine
from engines.seam.sides import Side


def forecast_in_a_war(terran: str = "DD", talon: str = "FF", other: str = "") -> Forecast:
    """What the side that is asked asks of the first battle of a new war, between two ships to be quick, or these.

    `other` is a stance with which it compares its own.
    """
    number = War.objects.count()
    people = [User.objects.create_user(f"asks-{number}-{side}") for side in ("terran", "talon")]
    war, random = make_war(*people), Random(number)
    while (state := state_of(war)).question is None or state.question.kind != "engage":
        step(war, random)
    side: Side = state.question.side
    seen = view(state, side)
    battle = next(one for one in seen.battles if one.number == state.question.battle)
    if not may_be_asked(battle):
        raise RuntimeError(f"nothing can be asked of battle {battle.number}")
    asked = replace(
        asked_of(seen, side, battle, Doctrine(), "captain"), setup=of_classes(terran, talon), terrains=()
    )
    return odds.ask(war=war, asked=compared_with(asked, other))
