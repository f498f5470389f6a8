"""Sandboxes: a war tried out from one of its moments by one player, against the enemy as that player supposes it.

A sandbox is a war of its own against the computer, made from the side's view alone. It counts nowhere.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec.structs import replace

from accounts.live.notices import publish
from accounts.models import User
from campaign.models import Entry, Seat, War
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.evolve import fold
from campaign.rules.moments import Moment, moments
from campaign.rules.odds.assumed_fleet import Supposition, assumed_fleet, is_first_plan, real_fleet
from campaign.rules.orders import Plan
from campaign.rules.sandbox import beginning, sandbox
from campaign.rules.sight import WarView, view
from campaign.war.log.documents import RULES_VERSION, decode_events, decode_order, decode_state, encoded
from campaign.war.log.fold import in_force, log_of
from campaign.war.services import log
from campaign.war.services import secret_orders as planning
from campaign.war.services.deleting import delete_wars
from campaign.war.services.seating import seat_computer
from campaign.war.words.band import may_be_tried
from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent

MOST = 5
"""Sandboxes that a person may have at a time."""
SEED_BYTES = 16
KEPT = timedelta(days=7)
"""How long a sandbox stays after the last order in it."""


@dataclass(frozen=True)
class Past:
    """What has happened in a war: the entries that count, their events, and how many had happened at each moment."""

    entries: Sequence[Entry]
    events: Sequence[e.AnyEvent]
    moments: Mapping[Moment, int]

    def known(self, side: Side, moment: Moment) -> WarView:
        """What the side knew at a moment; LookupError if there has been none such."""
        return view(self.war(moment), side)

    def war(self, moment: Moment) -> core.War:
        """The war at a moment, with both sides' secrets; LookupError if there has been none such."""
        return fold(self.events[: self.moments[moment]])


def past_of(war: War, side: Side) -> Past:
    """The past of a war, with the moments of a side; one query."""
    entries = in_force(log_of(war.pk))
    events = [event for entry in entries for event in decode_events(bytes(entry.events))]
    return Past(entries, events, moments(events, side))


def begin_sandbox(*, war: War, side: Side, user: User, moment: Moment, supposition: Supposition) -> War:
    """A new sandbox of the war, from a moment of it.

    LookupError if there has been no such moment, `Refused` if there can be none or the user has too many.
    """
    if not may_be_tried(war):
        raise refuse("", "This war cannot be tried out.")
    past = past_of(war, side)
    known = past.known(side, moment)
    supposition = replace(supposition, seed=secrets.token_hex(SEED_BYTES))
    state = sandbox(known, _enemy(war, past.war(moment), known, supposition))
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if sandboxes_of(user).count() >= MOST:
            raise refuse("", f"You have {MOST} sandboxes. Discard one first.")
        made = War.objects.create(
            name=war.name,
            host=user,
            settings=encoded(state.settings),
            chart=encoded(state.chart),
            rules_version=RULES_VERSION,
            map_name=war.map_name,
            sandbox_of=war,
            sandbox_turn=moment.turn,
            sandbox_battle=moment.battle,
            sandbox_how="" if is_first_plan(known) else supposition.how,
        )
        _begin(made, side, user, state)
        order = _plan_of(war, side, past.entries, moment)
        if isinstance(order, Plan):
            planning.save_draft(war=made, state=state, side=side, order=order, new=True)
    return made


def _enemy(war: War, then: core.War, known: WarView, supposition: Supposition) -> core.Fleet:
    """The enemy's fleet as it is supposed; what it really had is open only once the war is over (S15)."""
    enemy: Side = "talon" if known.viewer == "terran" else "terran"
    if supposition.how != "real" or is_first_plan(known):
        return assumed_fleet(known, enemy, supposition)
    if war.status != War.Status.OVER:
        raise refuse("S15", "What the enemy really has is secret until the war is over.")
    return real_fleet(then.fleet(enemy))


def _begin(made: War, side: Side, user: User, state: core.War) -> None:
    """Seat the player and a commander of the war's level, and write the first entry."""
    enemy = Seat(war=made, side=opponent(side))
    seat_computer(enemy, state.settings.commander)
    Seat.objects.bulk_create([Seat(war=made, side=side, user=user), enemy])
    log.start(made, *beginning(state))


def _plan_of(war: War, side: Side, entries: Sequence[Entry], moment: Moment) -> planning.Sealed | None:
    """The side's own plan for a moment: what it ordered then, or is working on; None before an answer."""
    if not moment.planning:
        return None
    for entry in entries:
        if (entry.kind, entry.seat, entry.turn) == ("plan", side, moment.turn):
            order = decode_order(bytes(entry.document))
            return order if isinstance(order, Plan) else None
    state = decode_state(bytes(war.state or b""))
    return (
        planning.draft_of(war, state, side)
        if (state.turn, state.phase) == (moment.turn, "planning")
        else None
    )


def sandboxes_of(user: User) -> QuerySet[War]:
    """The user's sandboxes, the newest first, without their documents."""
    found = War.objects.filter(host=user, sandbox_of__isnull=False)
    return found.defer("state", "settings", "chart").order_by("-pk")


def page_of_origin(*, war_id: int, user: User) -> str | None:
    """The page of sandboxes of the war that a sandbox of the user's was made of; None without such a sandbox.

    It is that of the user's wars if somebody else has the seat now.
    """
    found = Seat.objects.filter(war=war_id, war__host=user, user=user, war__sandbox_of__isnull=False)
    row = found.values_list("war__sandbox_of", "side").first()
    if row is None:
        return None
    mine = Seat.objects.filter(war=row[0], side=row[1], user=user).exists()
    return f"/wars/{row[0]}/{row[1]}/sandbox/" if mine else "/wars/"


@transaction.atomic
def throw_away(*, war_id: int, user: User) -> bool:
    """Whether the user had a sandbox of that number, which is gone now."""
    found = sandboxes_of(user).filter(pk=war_id).first()
    if found is not None:
        delete_wars([found])
        publish(f"war:{war_id}")
    return found is not None


@transaction.atomic
def prune_sandboxes() -> int:
    """How many sandboxes were deleted in which nothing was ordered for a week."""
    old = list(War.objects.filter(sandbox_of__isnull=False, moved_at__lt=timezone.now() - KEPT).only("pk"))
    delete_wars(old)
    return len(old)
