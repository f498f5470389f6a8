"""What a war waits for where the result of a battle is to be corrected: the other side's answer (S67)."""

from campaign.models import Correction, Engagement, Waiting, War
from campaign.rules import state as core
from campaign.war.services.waiting import Wait
from campaign.war.waiting import Task
from engines.seam.sides import Side, as_side, opponent

KIND = Waiting.Kind.CORRECT
TASK = Task(
    "Answer the corrected result ({place})",
    theirs="still has to answer your corrected result ({place})",
    title="A corrected result for {place}",
    words="See what it would change, then agree or decline.",
    action="View correction",
    of_the_player=True,
    proposed=True,
)


def waits(war: War, _state: core.War) -> dict[Side, Wait]:
    """The answer to the open proposal, of who did not make it."""
    row = Correction.objects.filter(war=war, status=Correction.Status.OPEN).order_by("pk").first()
    if row is None:
        return {}
    place = Engagement.objects.values_list("place", flat=True).get(war=war, number=row.battle)
    side = opponent(as_side(row.side))
    path = f"/wars/{war.pk}/{side}/correct/{row.battle}/"
    return {side: Wait(f"correct:{row.pk}", KIND, path, turn=war.turn, place=place)}
