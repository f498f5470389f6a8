"""Wars as they are kept: the log is the truth; snapshot and rows are derived from it and can be rebuilt."""

from campaign.models.agreements import Holiday, TimeNote
from campaign.models.corrections import Correction, SetAside
from campaign.models.deadline import Deadline
from campaign.models.deputies import Deputy, DeputyRequest
from campaign.models.log import Draft, Entry, GivenDoctrine, SealedOrder
from campaign.models.maps import MapVersion, PlayerMap, ShelfMap
from campaign.models.odds import Forecast, ForecastChunk
from campaign.models.rows import Assignment, Base, Engagement, FrontLine, LedgerLine, Loss, Ship, Waiting
from campaign.models.war import SEATS, SIDES, ChatLine, Invitation, Seat, War, WarImport

__all__ = [
    "SEATS",
    "SIDES",
    "Assignment",
    "Base",
    "ChatLine",
    "Correction",
    "Deadline",
    "Deputy",
    "DeputyRequest",
    "Draft",
    "Engagement",
    "Entry",
    "Forecast",
    "ForecastChunk",
    "FrontLine",
    "GivenDoctrine",
    "Holiday",
    "Invitation",
    "LedgerLine",
    "Loss",
    "MapVersion",
    "PlayerMap",
    "SealedOrder",
    "Seat",
    "SetAside",
    "ShelfMap",
    "Ship",
    "TimeNote",
    "Waiting",
    "War",
    "WarImport",
]
