"""What follows when somebody becomes a side's deputy, is one no more, or its seat changes hands (S70)."""

from django.utils import timezone

from accounts.deliveries.owing import cancel_owed
from accounts.live.notices import publish
from accounts.models import User
from battles import services as battles
from campaign.models import Deputy, Engagement, SetAside, War
from campaign.services import waiting
from campaign.services.acting import knows
from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent


def end_deputy(war: War, row: Deputy, how: Deputy.How) -> None:
    """End a deputy's right to act, with all that was owed for it; the caller holds the war."""
    row.ended_at, row.ended_turn, row.how = timezone.now(), war.turn, how
    row.save(update_fields=["ended_at", "ended_turn", "how"])
    side: Side = "terran" if row.side == "terran" else "talon"
    waiting.dismiss_deputy(war, side, row.user)
    cancel_owed(user=row.user, key=owed_key(row))
    follow_deputy(war, side, None)


def follow_deputy(war: War, side: Side, user: User | None) -> None:
    """Let the war's battles know who acts for the side, and open pages that something has changed."""
    battles.set_deputy(battle_ids=battles_of(war), side=side, user=user)
    if user is not None:
        waiting.tell_deputy(war, side, user)
    publish(f"war:{war.pk}")


def battles_of(war: War) -> list[int]:
    """The numbers of all the war's battles, with those that no longer count since it went back (S69)."""
    fought = Engagement.objects.filter(war=war, battle__isnull=False).values_list("battle_id", flat=True)
    return [*fought, *SetAside.objects.filter(war=war).values_list("battle_id", flat=True)]


def end_deputies(war: War) -> None:
    """End the deputies of both sides, as the war has none any more; the caller holds the war."""
    for row in Deputy.objects.filter(war=war, ended_at=None).select_related("user"):
        end_deputy(war, row, Deputy.How.ALONE)


def follow_seat(war: War, side: Side, before: User | None, user: User) -> None:
    """End the side's deputy and remember who had the seat, as it changes hands; the caller holds the war.

    `Refused` if the new player has seen the other side's secrets.
    """
    if knows(war, opponent(side), user):
        raise refuse("S70", f"{user.username} has seen the other side's secrets in this war.")
    row = Deputy.objects.filter(war=war, side=side, ended_at=None).select_related("user").first()
    if row is not None:
        end_deputy(war, row, Deputy.How.MOVED)
    if before is not None and not before.is_computer:
        Deputy.objects.create(
            war=war,
            side=side,
            user=before,
            turn=war.turn,
            given_at=war.made_at,
            ended_turn=war.turn,
            ended_at=timezone.now(),
            how=Deputy.How.HELD,
        )


def owed_key(row: Deputy) -> str:
    """The key of the message to a new deputy."""
    return f"war:{row.war_id}:deputy:{row.pk}"
