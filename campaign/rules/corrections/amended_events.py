"""What a corrected result of an earlier turn changes now (S67); `amended_booking` books it."""

from campaign.rules.event import Event
from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import Way
from campaign.rules.state import Loss, Ship, Sighting
from engines.seam.documents import Damage, Result, Unit
from engines.seam.sides import Side


class Amended(Event, frozen=True):
    """A part of a corrected result, or of what follows from it."""


class ResultAmended(Amended, frozen=True, tag="result-amended"):
    """The result of an earlier turn's battle is corrected (S67).

    With `ships` the fleets follow, with `front` the front line and the planet, with `income` the treasuries; `moved`
    is how far the result moves the marker of each of the battle's sectors.
    """

    battle: int
    turn: int
    place: Place
    before: Result
    result: Result
    ships: bool
    front: bool
    income: bool
    moved: dict[str, int]


class FatesAmended(Amended, frozen=True, tag="fates-amended"):
    """What the corrected result says of a side's units: those not lost, those lost, and other damage (S67).

    `withdrawn` and `recorded` are the losses that this changes, `seen` the last look at each ship, None if it is lost.
    """

    battle: int
    turn: int
    place: Place
    side: Side
    alive: tuple[Unit, ...] = ()
    lost: tuple[Unit, ...] = ()
    hurt: tuple[Unit, ...] = ()
    withdrawn: tuple[Loss, ...] = ()
    recorded: tuple[Loss, ...] = ()
    seen: dict[str, Sighting | None] = {}


class FleetAmended(Amended, frozen=True, tag="fleet-amended"):
    """Ships that are back, ships gone, and other damage, as the fleet is now (S67). The side's secret.

    `named` has the name in the battle of each ship that is back with another (S34).
    """

    battle: int
    side: Side
    back: dict[str, Ship] = {}
    gone: tuple[str, ...] = ()
    damage: dict[str, Damage] = {}
    named: dict[str, str] = {}


class BaseAmended(Amended, frozen=True, tag="base-amended"):
    """A base stands with this damage, or is gone (S67)."""

    battle: int
    place: Place
    side: Side
    name: str
    damage: Damage
    stands: bool


class MarkerAmended(Amended, frozen=True, tag="marker-amended"):
    """A front line marker is moved to where the corrected result has it, zone indices from the Terran home (S67).

    The result moves it `by` so many zones, of which a home may stop some.
    """

    sector: str
    start: int
    end: int
    battle: int
    by: int


class PlanetAmended(Amended, frozen=True, tag="planet-amended"):
    """A planet is another side's by the corrected result (S67)."""

    place: Place
    side: Side
    battle: int


class IncomeAmended(Amended, frozen=True, tag="income-amended"):
    """What the turns since would have paid a side more, or less, had the front line been right (S67)."""

    battle: int
    side: Side
    points: int


class TreasuryAmended(Amended, frozen=True, tag="treasury-amended"):
    """What a side's treasury gains or loses by it: it loses no more than it has (S67). The side's secret."""

    battle: int
    side: Side
    points: int
    nth: int


class LogCorrected(Amended, frozen=True, tag="retold"):
    """The result is corrected in the log, and the war is replayed from there (S69); `turn` is that of the battle.

    By a rewind nothing counts any more that happened after it, until turn `until`.
    """

    battle: int
    turn: int
    place: Place
    before: Result
    result: Result
    way: Way
    until: int


AnyAmended = (
    ResultAmended
    | FatesAmended
    | FleetAmended
    | BaseAmended
    | MarkerAmended
    | PlanetAmended
    | IncomeAmended
    | TreasuryAmended
    | LogCorrected
)
