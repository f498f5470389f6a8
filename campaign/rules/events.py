"""What has happened in a war. Frozen, tagged, stored for ever; `evolve` books them, `sight` says who may read them."""

from msgspec import Struct

from campaign.rules.corrections.amended_events import AnyAmended
from campaign.rules.deadlines import DefaultAction
from campaign.rules.event import Event
from campaign.rules.map.strategic_map import Place, StrategicMap
from campaign.rules.map.zone_terrain import ZoneTerrain
from campaign.rules.orders import Hopeless, LaterAnswer, StandingInstruction, Target
from campaign.rules.paper.taken import Taken
from campaign.rules.settings import CommanderLevel, Settings
from campaign.rules.state import Question, Rules, War, WarEnd
from engines.seam.documents import BattleSetup, Damage, Level, Result, Unit
from engines.seam.sides import Side


class WarBegan(Event, frozen=True, tag="war-began"):
    """The map is laid out, markers on their start zones, treasuries filled (31.2).

    By `rules` 1 the name of a ship that is gone is free again, and each far move is judged alone; 2 has S34 and S48.
    By 3 a name is what `engines.seam.words.names` says, and two that look alike are one.
    By 4 ships have names where those printed are used up (S34), and not numbers.
    """

    settings: Settings
    chart: StrategicMap
    rules: Rules


class BasesPlaced(Event, frozen=True, tag="bases-placed"):
    """A side's first bases stand, by place with their names; `cost` Ship Points for those beyond the free (31.2)."""

    side: Side
    bases: dict[Place, str]
    cost: int


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A strategic turn has begun (31.3)."""

    turn: int


class FleetCounted(Event, frozen=True, tag="fleet-counted"):
    """A side's active LP and minimum per sector for this turn (31.5, S16). Its own secret."""

    side: Side
    active_lp: int
    minimum: int


class IncomePaid(Event, frozen=True, tag="income-paid"):
    """What each sector's zone pays a side, Ship Points (31.4)."""

    side: Side
    by_sector: dict[str, int]

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.by_sector.values())


class ShipsRepaired(Event, frozen=True, tag="ships-repaired"):
    """Ships in the Fleet Reserve made as new (31.4). The side's secret."""

    side: Side
    names: tuple[str, ...]


class BaseRepaired(Event, frozen=True, tag="base-repaired"):
    """A base is repaired, as far as its system says (31.4, S14)."""

    place: Place
    damage: Damage


class ShipsScrapped(Event, frozen=True, tag="ships-scrapped"):
    """Ships given up for nothing (31.4). The side's secret."""

    side: Side
    names: tuple[str, ...]


class Purchase(Struct, frozen=True, forbid_unknown_fields=True):
    """One ship bought, with its price in Ship Points."""

    name: str
    ship_class: str
    price: int


class ShipsBought(Event, frozen=True, tag="ships-bought"):
    """What a side bought (31.2, 31.4). Its secret."""

    side: Side
    purchases: tuple[Purchase, ...]

    @property
    def total(self) -> int:
        """The price of all of it."""
        return sum(purchase.price for purchase in self.purchases)


class FleetAssigned(Event, frozen=True, tag="fleet-assigned"):
    """Where a side sent each ship, and its standing instructions (31.5, S36). Its secret until revealed."""

    side: Side
    targets: dict[str, Target]
    standing: dict[str, StandingInstruction] = {}


class Instructed(Event, frozen=True, tag="instructed"):
    """A side's new instructions for some sectors, left with an answer (S60). Its secret."""

    side: Side
    standing: dict[str, StandingInstruction]


class AnsweredAhead(Event, frozen=True, tag="answered-ahead"):
    """How a side will answer in later battles of the turn (S62). Its secret until the rules ask it."""

    side: Side
    answers: tuple[LaterAnswer, ...]


class HopelessSettled(Event, frozen=True, tag="hopeless-settled"):
    """Whether a side declines hopeless battles unasked for the rest of the turn (S78). Its secret."""

    side: Side
    answer: Hopeless


class DieRolled(Event, frozen=True, tag="die-rolled"):
    """A die of the site, 1 to 6, and what it was for."""

    cause: str
    value: int


class BattlePlanned(Event, frozen=True, tag="battle-planned"):
    """A battle is due this turn (31.6): over one zone, or one home with all its sectors (S17)."""

    number: int
    place: Place
    sectors: tuple[str, ...]


class BattleOrderSet(Event, frozen=True, tag="battle-order-set"):
    """The order of this turn's battles, by number (31.6, S19)."""

    numbers: tuple[int, ...]


class ForcesRevealed(Event, frozen=True, tag="forces-revealed"):
    """Both sides' forces in a battle, with the damage they carry and their LP (31.6)."""

    battle: int
    terran: tuple[Unit, ...]
    talon: tuple[Unit, ...]
    terran_lp: int
    talon_lp: int


class SidesAsked(Event, frozen=True, tag="sides-asked"):
    """Both sides have forces and are asked whether they engage, in this order (31.6, S28)."""

    battle: int
    order: tuple[Side, ...]


class QuestionAsked(Event, frozen=True, tag="question-asked"):
    """A choice is now somebody's to make."""

    question: Question


class Answered(Event, frozen=True, tag="answered"):
    """A side said openly whether it engages; `standing`: by its instructions (31.6, S28, S36).

    `odds`: in how many of 100 it stands its ground by the estimate, where that decided (S76, S78). `gain`: by how many
    Ship Points it is worth more to engage than to decline, where that decided (S83). All three are its secret.
    """

    battle: int
    side: Side
    engage: bool
    standing: bool = False
    odds: int | None = None
    gain: int | None = None


class BattleJoined(Event, frozen=True, tag="battle-joined"):
    """Both engage: terrain is known and the battle can be set up (31.6, 31.7)."""

    battle: int
    setup: BattleSetup


class TerrainRolled(Event, frozen=True, tag="terrain-rolled"):
    """The zone's terrain from the Astrometrics Lab (31.7)."""

    battle: int
    terrain: ZoneTerrain


class Forfeited(Event, frozen=True, tag="forfeited"):
    """A side gave up the battle without fighting (31.6, S3); `unasked`: it had no forces (S4)."""

    battle: int
    side: Side
    unasked: bool = False


class NotFought(Event, frozen=True, tag="not-fought"):
    """Neither side had forces, or both declined: nothing moves (S4)."""

    battle: int


class ResultAccepted(Event, frozen=True, tag="result-accepted"):
    """A battle's result as it enters the war; `fought` by the computer, it cannot have been recorded wrongly."""

    battle: int
    result: Result
    fought: bool = False


class ShipsLanded(Event, frozen=True, tag="transports-landed"):
    """Ships landed without a battle, and are in the Fleet Reserve (S3)."""

    battle: int
    side: Side
    names: tuple[str, ...]


class PlanetTaken(Event, frozen=True, tag="planet-taken"):
    """A planet has a new owner (31.8)."""

    place: Place
    side: Side


class MarkerMoved(Event, frozen=True, tag="marker-moved"):
    """A front line marker moved, zone indices from the Terran home (31.6)."""

    sector: str
    start: int
    end: int
    battle: int


class FrontHeld(Event, frozen=True, tag="front-held"):
    """A battle was decided but no marker moved; `rule` says why (31.6, S9, S29)."""

    battle: int
    rule: str
    reason: str


class ShipsStranded(Event, frozen=True, tag="fighters-stranded"):
    """Ships left without the room that they need aboard others or at a base (31.6, S26)."""

    battle: int
    side: Side
    names: tuple[str, ...]


class BattleClosed(Event, frozen=True, tag="battle-closed"):
    """All that follows from a battle is done."""

    battle: int


class Paused(Event, frozen=True, tag="paused"):
    """A recorded result may still be withdrawn; the next battle waits for somebody to go on."""


class Resumed(Event, frozen=True, tag="resumed"):
    """Somebody went on: the last result stands for good."""


class DrawOffered(Event, frozen=True, tag="draw-offered"):
    """A side offers to end the war as a draw (S33)."""

    side: Side


class DrawDeclined(Event, frozen=True, tag="draw-declined"):
    """The offer was declined (S33)."""

    side: Side


class LevelsChanged(Event, frozen=True, tag="levels-changed"):
    """A side has changed how well the computer plays the other side, from the next decision and battle on (S32)."""

    side: Side
    commander: CommanderLevel
    captains: Level


class DeadlinePassed(Event, frozen=True, tag="deadline-passed"):
    """A deadline has passed for a side, or for both, and this was done; in `battle`, 0 for none (S63)."""

    doing: DefaultAction
    side: Side | None = None
    battle: int = 0


class SeatLent(Event, frozen=True, tag="seat-lent"):
    """The computer plays the side until its player is back (S64)."""

    side: Side


class SeatTakenBack(Event, frozen=True, tag="seat-taken-back"):
    """The player of a lent side is back (S64)."""

    side: Side


class SandboxBegan(Event, frozen=True, tag="sandbox-began"):
    """A sandbox is laid out: the whole war in it, with an enemy that is only supposed. Nobody reads it."""

    war: War


class TakenOver(Event, frozen=True, tag="taken-over"):
    """A war from paper goes on here from where it stood, as one player entered it and the other agreed."""

    taken: Taken


class WarEnded(Event, frozen=True, tag="war-ended"):
    """The war is over (31.1, 31.5, S33)."""

    winner: Side | None
    why: WarEnd


AnyEvent = (
    WarBegan
    | BasesPlaced
    | TurnBegan
    | FleetCounted
    | IncomePaid
    | ShipsRepaired
    | BaseRepaired
    | ShipsScrapped
    | ShipsBought
    | FleetAssigned
    | Instructed
    | AnsweredAhead
    | HopelessSettled
    | DieRolled
    | BattlePlanned
    | BattleOrderSet
    | ForcesRevealed
    | SidesAsked
    | QuestionAsked
    | Answered
    | BattleJoined
    | TerrainRolled
    | Forfeited
    | NotFought
    | ResultAccepted
    | ShipsLanded
    | PlanetTaken
    | MarkerMoved
    | FrontHeld
    | ShipsStranded
    | BattleClosed
    | Paused
    | Resumed
    | DrawOffered
    | DrawDeclined
    | LevelsChanged
    | DeadlinePassed
    | SeatLent
    | SeatTakenBack
    | AnyAmended
    | SandboxBegan
    | TakenOver
    | WarEnded
)
