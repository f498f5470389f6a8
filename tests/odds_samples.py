"""Odds that are worked out, for pictures."""

from django.utils import timezone

from campaign.models import War
from campaign.odds import forecasts as odds
from campaign.rules.battles.predicting import STANCES
from campaign.rules.odds.asked import asked_of, compared_with, may_be_asked
from campaign.rules.sight import view
from campaign.war.log.documents import encoded
from engines.odds.comparing import comparisons
from engines.seam.documents import Doctrine
from engines.seam.sides import Side
from engines.seeded import SeededDice
from tests.site.wars import state_of


def compared_odds(war: War, side: Side) -> str:
    """The address of odds in which two doctrines are compared, with forty play-outs of each."""
    seen = view(state_of(war), side)
    battle = next(one for one in seen.battles if may_be_asked(one))
    asked = compared_with(asked_of(seen, side, battle, Doctrine(stance="hold"), "captain"), "preserve")
    forecast = odds.ask(war=war, asked=asked)
    forecast.chunks.all().delete()
    for case in range(len(STANCES)):
        found = comparisons(asked.case(case), asked.other_case(case), range(40), SeededDice)
        booked = {"tally": encoded(found), "fought": found.fought, "status": "done"}
        forecast.chunks.create(case=case, start=0, due_at=timezone.now(), **booked)
    return f"/wars/{war.pk}/{side}/odds/{forecast.key}/"
