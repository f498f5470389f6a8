"""What a war waits for where a side proposes other deadlines, or a pause: the other side's answer (S63)."""

from battles.pace import PAUSE
from campaign.models import Waiting, War
from campaign.rules import state as core
from campaign.war.services.waiting import Wait
from campaign.war.waiting import Task
from engines.seam.sides import SIDES, Side, opponent

KIND = Waiting.Kind.TIME
TASK = Task(
    "Answer the proposal about {about}",
    theirs="still has to answer your proposal about {about}",
    title="A proposal about {about}",
    words="The war goes on as it is until you agree.",
    action="Answer",
    of_the_player=True,
    proposed=True,
)


def waits(war: War, state: core.War) -> dict[Side, Wait]:
    """The answer to the open proposal, of who did not make it; none once the war is over."""
    asked_by = next((side for side in SIDES if side == war.time_asked_by), None)
    if asked_by is None or state.phase == "over":
        return {}
    side, asked = opponent(asked_by), war.time_notes.filter(kind="asked").count()
    about = "pause" if war.time_asked == PAUSE else "pace"
    return {side: Wait(f"time:{asked}:{about}", KIND, f"/wars/{war.pk}/{side}/time/", turn=war.turn)}
