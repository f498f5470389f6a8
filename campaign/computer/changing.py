"""A change of difficulty in a war against the computer (S32)."""

from accounts.models import User
from campaign.models import Seat, War
from campaign.rules.orders import ChangeLevels
from campaign.rules.settings import DIFFICULTIES
from campaign.war.services import log
from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent


def change_difficulty(
    *, war_id: int, side: Side, user: User | None, seen_version: int, difficulty: str
) -> War:
    """The war with both levels of the computer's side changed, from its next decision and battle on.

    `Refused` if there is no such difficulty, the computer has it already, or a person plays the other side;
    `StaleWar` if the page was older than the war.
    """
    if not Seat.objects.filter(war=war_id, side=opponent(side), user__is_computer=True).exists():
        raise refuse("", "You can change the difficulty only against the computer.")
    found = next((meant for name, meant in DIFFICULTIES.items() if name == difficulty), None)
    if found is None:
        raise refuse("", "Choose a difficulty: easy, medium or hard.", "difficulty")
    order = ChangeLevels(found.commander, found.captains)
    return log.submit(war_id=war_id, side=side, user=user, seen_version=seen_version, order=order)
