"""Before a war has begun: which settings can be agreed on, and the moment it begins (31.2, S32, S50)."""

from collections.abc import Iterator

from accounts.models import User
from battles.pace import read_pace
from campaign.models import Seat, War
from campaign.rules.events import WarBegan
from campaign.rules.map.map_files import settings_faults
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.paper.taking_over import taken_over
from campaign.rules.settings import Settings
from campaign.rules.state import RULES
from campaign.war.log.documents import decode_chart, decode_settings, decode_taken
from campaign.war.services import log
from engines.seam.refusals import Refusal, refuse


def settings_refusals(settings: Settings, chart: StrategicMap) -> Iterator[Refusal]:
    """Every reason why a war cannot be begun with these settings on this map; `where` is the setting's name."""
    yield from settings_faults(settings, chart)
    try:
        read_pace(settings.pace)
    except ValueError:
        yield Refusal("S63", "Choose one of the deadlines on offer.", "pace")


def start(war: War) -> None:
    """Begin a war whose two seats are taken: its first entry lays out the map (31.2).

    Of a war from paper it says where the war stood. In a transaction only.
    """
    if war.status != War.Status.OPEN:
        raise refuse("", "This war has already begun or was called off.")
    if Seat.objects.filter(war=war, user=None).exists():
        raise refuse("", "This war still needs an opponent.")
    settings, chart = decode_settings(bytes(war.settings)), decode_chart(bytes(war.chart))
    began = WarBegan(settings, chart, RULES)
    if war.taken is None:
        log.start(war, began)
    else:
        log.start(war, began, *taken_over(began, decode_taken(bytes(war.taken)))[1:])


def open_war(war: War, host: User) -> War:
    """The war, if that host may still arrange its seats; `Refused` if not."""
    if war.host_id != host.pk:
        raise refuse("", "Only the player who set up the war can do that.")
    if war.status != War.Status.OPEN:
        raise refuse("", "This war has already begun or was called off.")
    return war
