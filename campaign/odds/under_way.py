"""A battle of a war that is joined and has no report: where it stands for one side, to ask for its odds."""

from dataclasses import dataclass

from battles.battle.boards import board_for
from battles.battle.standing import standing_of
from battles.models import Battle, Status
from campaign.models import Engagement, War
from campaign.war.services.engagements import engagement_of
from engines.seam.documents import BattleSetup
from engines.seam.sides import Side

JOINED = "joined"


@dataclass(frozen=True)
class UnderWay:
    """A battle as one side knows it: `position` is where it stands, "" before its first line.

    `covered`: the enemy's counters are covered, so that nobody can play on; `when` says how far it is. `path` is the
    battle's page.
    """

    setup: BattleSetup
    position: str
    covered: bool
    when: str
    path: str


def odds_path(battle: Battle, side: Side) -> str:
    """Where the side asks for the odds of a battle that is joined; "" if it is of no war; one query at most."""
    found = engagement_of(battle)
    if found is None or found.outcome != JOINED or found.war.frozen:
        return ""
    return f"/wars/{found.war_id}/{side}/odds/under-way/{found.number}/"


def under_way(war: War, side: Side, number: int) -> UnderWay | None:
    """The battle as the side knows it; None if it is not joined, or has a report; two queries."""
    rows = Engagement.objects.filter(war=war, number=number, outcome=JOINED, battle__status=Status.OPEN)
    engagement = rows.select_related("battle").first()
    if engagement is None or engagement.battle is None:
        return None
    battle = engagement.battle
    found = standing_of(battle, side)
    path = board_for(battle).path(battle) if found.when else battle.get_absolute_url()
    return UnderWay(battle.setup_document, found.position, found.covered, found.when, path)
