"""Wars that somebody else arranges for two players, such as those of a season."""

from django.db import transaction

from accounts.models import User
from campaign.models import Seat, War
from campaign.new_war.settings import settings_refusals, start
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.settings import Settings
from campaign.war.log.documents import RULES_VERSION, encoded
from campaign.war.services.seating import seat_person
from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES


@transaction.atomic
def arrange(*, terran: User, talon: User, name: str, settings: Settings, chart: StrategicMap) -> War:
    """A war that begins at once; nobody has to accept it, and nobody is told of it here. It has no host.

    `Refused` if it cannot be begun with these settings on this map.
    """
    refuse_all(settings_refusals(settings, chart))
    war = War.objects.create(
        name=name,
        arranged=True,
        settings=encoded(settings),
        pace=settings.pace,
        chart=encoded(chart),
        rules_version=RULES_VERSION,
        map_name=chart.name,
    )
    for side, user in zip(SIDES, (terran, talon), strict=True):
        seat = Seat(war=war, side=side)
        seat_person(seat, user)
        seat.save()
    start(war)
    return war
