"""Wars made, and called off before they begin (S32)."""

import secrets
from datetime import timedelta
from typing import Literal

from django.db import transaction

from accounts.clock import lately
from accounts.live.notices import publish, topic_of
from accounts.models import User
from campaign.models import Seat, War
from campaign.new_war.invitations import close_invitation, invite
from campaign.new_war.open_wars import check_may_list
from campaign.new_war.settings import open_war, settings_refusals, start
from campaign.rules.map.map_files import check_names
from campaign.rules.map.strategic_map import StrategicMap, check_map
from campaign.rules.paper.taken import Taken
from campaign.rules.paper.taking_over import taken_refusals
from campaign.rules.settings import CommanderLevel, Settings
from campaign.war.log.documents import RULES_VERSION, encoded
from campaign.war.services.log import locked
from campaign.war.services.seating import seat_computer, seat_person
from engines.seam.refusals import refuse, refuse_all
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.names import fault, tidy

__all__ = ["Opponent", "call_off", "create_war", "just_made", "start"]
DOUBLE_CLICK = timedelta(seconds=5)
Opponent = Literal["link", "name", "anybody", "one_screen", "computer"]


def create_war(
    *,
    host: User,
    name: str,
    settings: Settings,
    chart: StrategicMap,
    side: Side | Literal["lot"],
    opponent: Opponent,
    invited: User | None = None,
    taken: Taken | None = None,
) -> War:
    """A new war: begun at once at one screen or against the computer, else open with an invitation to the other seat.

    `side` is the host's, or drawn by lot; `taken` is where a war from paper stands.
    `Refused` if the name, the settings or what is taken over cannot be, or nobody is there to be invited.
    """
    called = tidy(name)
    if wrong := fault(called, what="name of the war"):
        raise refuse("", wrong, "name")
    refuse_all(settings_refusals(settings, chart))
    check_map(chart)
    check_names(chart)
    if taken is not None:
        refuse_all(taken_refusals(chart, taken, system_key=settings.system))
    if opponent == "name" and invited is None:
        raise refuse("", "Enter your opponent's callsign, or send a link instead.", "callsign")
    mine: Side = secrets.choice(SIDES) if side == "lot" else side
    with transaction.atomic():
        if opponent == "anybody":
            check_may_list(host)
        war = War.objects.create(
            name=called,
            host=host,
            one_screen=opponent == "one_screen",
            settings=encoded(settings),
            pace=settings.pace,
            chart=encoded(chart),
            rules_version=RULES_VERSION,
            map_name=chart.name,
            taken=None if taken is None else encoded(taken),
            taken_turn=0 if taken is None else taken.turn,
        )
        _seat(war, host, mine, settings.commander if opponent == "computer" else None)
        if war.one_screen or opponent == "computer":
            start(war)
        else:
            named = invited if opponent == "name" else None
            invite(war_id=war.pk, host=host, invited=named, listed=opponent == "anybody")
    return war


def _seat(war: War, host: User, mine: Side, commander: CommanderLevel | None) -> None:
    seats = {side: Seat(war=war, side=side, user=host) for side in SIDES}
    other = seats[opponent(mine)]
    if commander is not None:
        seat_computer(other, commander)
    elif not war.one_screen:
        seat_person(other, None)
    Seat.objects.bulk_create(seats.values())


def just_made(user: User, name: str) -> War | None:
    """The war of that name that the user began a moment ago, as by the first of two clicks."""
    just_now = lately(DOUBLE_CLICK)
    return War.objects.filter(host=user, name=name, made_at__range=just_now, sandbox_of=None).last()


def call_off(*, war_id: int, host: User) -> War:
    """Call off a war that has not begun; its invitation is withdrawn with it."""
    with locked(war_id) as war:
        open_war(war, host)
        war.status = War.Status.CALLED_OFF
        war.save(update_fields=["status"])
        close_invitation(war)
        publish(topic_of(host.pk))
    return war
