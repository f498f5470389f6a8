"""What follows when somebody becomes a side's deputy, is one no more, or its seat changes hands (S70)."""

from django.utils import timezone

from accounts.deliveries.owing import cancel_owed
from accounts.live.notices import publish, topic_of
from accounts.models import User
from battles import services as battles
from battles.deputies import DeputyPlace
from campaign.models import Deputy, DeputyRequest, Engagement, SetAside, War
from campaign.war.services import waiting
from campaign.war.services.acting import knows
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side, opponent


def end_deputy(war: War, row: Deputy, how: Deputy.How) -> None:
    """End a deputy's right to act, with all that was owed for it; the caller holds the war."""
    row.ended_at, row.ended_turn, row.how = timezone.now(), war.turn, how
    row.save(update_fields=["ended_at", "ended_turn", "how"])
    side = as_side(row.side)
    waiting.dismiss_deputy(war, side, row.user)
    cancel_owed(user=row.user, key=place_of(war, side).term_key(row))
    follow_deputy(war, side, None)


def follow_deputy(war: War, side: Side, user: User | None) -> None:
    """Let the war's battles know who acts for the side, and open pages that something has changed."""
    battles.set_deputy(battle_ids=battles_of(war), side=side, user=user)
    if user is not None:
        waiting.notify_deputy(war, side, user)
    publish(f"war:{war.pk}")


def battles_of(war: War) -> list[int]:
    """The numbers of all the war's battles, with those that no longer count since it went back (S69)."""
    fought = Engagement.objects.filter(war=war, battle__isnull=False).values_list("battle_id", flat=True)
    return [*fought, *SetAside.objects.filter(war=war).values_list("battle_id", flat=True)]


def end_deputies(war: War) -> None:
    """End the deputies of both sides, as the war has none any more, nor asks for any; the caller holds the war."""
    forget_requests(war)
    for row in Deputy.objects.filter(war=war, ended_at=None).select_related("user"):
        end_deputy(war, row, Deputy.How.ALONE)


def follow_seat(war: War, side: Side, before: User, user: User, how: Deputy.How) -> Deputy:
    """End the side's deputy and remember who had the seat, as it changes hands; the caller holds the war.

    `Refused` if the new player has seen the other side's secrets.
    """
    if knows(war, opponent(side), user):
        raise refuse("S70", f"{user.username} has seen the other side's secrets in this war.")
    forget_requests(war, side)
    row = Deputy.objects.filter(war=war, side=side, ended_at=None).select_related("user").first()
    if row is not None:
        end_deputy(war, row, Deputy.How.MOVED)
    return Deputy.objects.create(
        war=war,
        side=side,
        user=before,
        turn=war.turn,
        given_at=war.made_at,
        ended_turn=war.turn,
        ended_at=timezone.now(),
        how=how,
    )


def forget_requests(war: War, *sides: Side) -> None:
    """Ask nobody to be a deputy of these sides any more, of either if none is named."""
    rows = DeputyRequest.objects.filter(war=war, side__in=sides or SIDES)
    for row in rows.select_related("user"):
        forget_request(war, row)


def forget_request(war: War, row: DeputyRequest) -> None:
    """Take a request back, with the message about it; the caller holds the war."""
    cancel_owed(user=row.user, key=place_of(war, as_side(row.side)).request_key(row))
    publish(topic_of(row.user.pk), f"war:{war.pk}")
    row.delete()


def place_of(war: War, side: Side) -> DeputyPlace:
    """The war as somebody is a deputy of that side in it."""
    path = f"/wars/{war.pk}/{side}/"
    return DeputyPlace(
        name=war.name,
        key=f"war:{war.pk}",
        question=f"{path}deputy/",
        time=f"{path}time/",
        home="/wars/",
    )
