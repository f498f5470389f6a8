"""What a side, or a stranger, may know of a war (S15): built up from what is open, never stripped down."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.event import Event
from campaign.rules.map.strategic_map import HOMES, Place, StrategicMap
from campaign.rules.settings import Settings
from campaign.rules.state import Base, Battle, Fleet, Loss, Phase, Question, Rules, Sighting, War, WarEnd
from engines.seam.sides import Side, opponent

OPEN_EVENTS: tuple[type[Event], ...] = (
    e.WarBegan,
    e.BasesPlaced,
    e.TurnBegan,
    e.IncomePaid,
    e.BaseRepaired,
    e.DieRolled,
    e.BattlePlanned,
    e.BattleOrderSet,
    e.ForcesRevealed,
    e.SidesAsked,
    e.QuestionAsked,
    e.Answered,
    e.BattleJoined,
    e.TerrainRolled,
    e.Forfeited,
    e.NotFought,
    e.ResultAccepted,
    e.ShipsLanded,
    e.PlanetTaken,
    e.MarkerMoved,
    e.FrontHeld,
    e.ShipsStranded,
    e.BattleClosed,
    e.Paused,
    e.Resumed,
    e.DrawOffered,
    e.DrawDeclined,
    e.LevelsChanged,
    e.DeadlinePassed,
    e.SeatLent,
    e.SeatTakenBack,
    a.ResultAmended,
    a.FatesAmended,
    a.BaseAmended,
    a.MarkerAmended,
    a.PlanetAmended,
    a.IncomeAmended,
    a.LogCorrected,
    e.WarEnded,
)
OWN_EVENTS = (
    e.FleetCounted,
    e.ShipsRepaired,
    e.ShipsScrapped,
    e.ShipsBought,
    e.FleetAssigned,
    e.Instructed,
    e.AnsweredAhead,
    e.HopelessSettled,
    a.FleetAmended,
    a.TreasuryAmended,
)
PLAYERS_EVENTS = (e.TakenOver,)
"""What both players may read, who have agreed on it, and no onlooker."""
HIDDEN_EVENTS = (e.SandboxBegan,)
"""What no side may read, not even once the war is over."""


class WarView(Struct, frozen=True):
    """A war as one side may see it; `own` is that side's fleet, `enemy` is filled only when the war is over."""

    viewer: Side | None
    settings: Settings
    chart: StrategicMap
    phase: Phase
    turn: int
    markers: dict[str, int]
    planets: dict[Place, Side]
    bases: dict[Place, Base]
    battles: tuple[Battle, ...]
    question: Question | None
    paused: bool
    draw_offered_by: Side | None
    losses: tuple[Loss, ...]
    sightings: dict[Side, dict[str, Sighting]]
    winner: Side | None
    ended: WarEnd | None
    rules: Rules
    lent: tuple[Side, ...] = ()
    own: Fleet | None = None
    enemy: Fleet | None = None

    def fleet(self, side: Side) -> Fleet:
        """The fleet of one side; LookupError if the viewer may not see it."""
        found = self.own if side == self.viewer else self.enemy
        if found is None:
            raise LookupError(f"the {side} fleet is not for this viewer to see")
        return found

    def place_of(self, sector: str) -> Place:
        """The place under a sector's front line marker."""
        return self.chart.place(sector, self.markers[sector])

    def markers_on(self, place: Place) -> tuple[str, ...]:
        """The sectors, in battle order, whose marker stands on a place."""
        return tuple(sector for sector in self.chart.order if self.place_of(sector) == place)

    def base_of(self, side: Side, place: Place) -> Base | None:
        """The side's base at a place, if one stands."""
        base = self.bases.get(place)
        return base if base is not None and base.side == side else None

    def battle(self, number: int) -> Battle:
        """This turn's battle of that number; LookupError if there is none."""
        for battle in self.battles:
            if battle.number == number:
                return battle
        raise LookupError(f"no battle {number} this turn")


Known = War | WarView
"""A war whole, or as one side sees it; either is enough for what that side may plan."""


def view(war: War, viewer: Side | None) -> WarView:
    """The war as `viewer` may see it (S15); a stranger is None and sees only what is open to both sides."""
    over = war.phase == "over"
    own = war.fleet(viewer) if viewer is not None else None
    enemy = war.fleet(opponent(viewer)) if viewer is not None and over else None
    return WarView(
        viewer=viewer,
        settings=war.settings,
        chart=war.chart,
        phase=war.phase,
        turn=war.turn,
        markers=war.markers,
        planets=war.planets,
        bases=war.bases,
        battles=tuple(war.battles),
        question=war.question,
        paused=war.paused,
        draw_offered_by=war.draw_offered_by,
        losses=tuple(war.losses),
        sightings=war.sightings,
        winner=war.winner,
        ended=war.ended,
        rules=war.rules,
        lent=war.lent,
        own=own,
        enemy=enemy,
    )


def last_sightings(war: Known, enemy: Side, sector: str) -> dict[str, Sighting]:
    """The latest look at the enemy in a sector: the ships by name that have not been seen elsewhere since (S15)."""
    here = {
        name: sighting
        for name, sighting in war.sightings[enemy].items()
        if sector in _sectors_of(war, sighting.place)
    }
    turn = max((sighting.turn for sighting in here.values()), default=0)
    return {name: sighting for name, sighting in here.items() if sighting.turn == turn}


def missed_since(war: Known, enemy: Side) -> dict[str, Sighting]:
    """The enemy's ships by name that a later look at their sector did not find, nor any look elsewhere (S15)."""
    placed = {name for sector in war.chart.order for name in last_sightings(war, enemy, sector)}
    return {name: one for name, one in war.sightings[enemy].items() if name not in placed}


def _sectors_of(war: Known, place: Place) -> tuple[str, ...]:
    """The sectors whose ships are seen at a place: at a home those whose front line is there, or else the nearest."""
    if place not in HOMES.values():
        return (place.partition("/")[0],)
    return war.markers_on(place) or (
        min(war.chart.order, key=lambda sector: _zones_from(war, sector, place)),
    )


def _zones_from(war: Known, sector: str, home: Place) -> int:
    """How many zones a sector's front line is from a home."""
    at = war.markers[sector]
    return at if home == HOMES["terran"] else len(war.chart.zones(sector)) - 1 - at


def may_see(event: Event, viewer: Side | None, *, over: bool) -> bool:
    """Whether the viewer may read an event (S15): what is open, its own, and everything once the war is over."""
    if isinstance(event, OPEN_EVENTS):
        return True
    if isinstance(event, PLAYERS_EVENTS):
        return viewer is not None
    if isinstance(event, OWN_EVENTS):
        return (over and viewer is not None) or event.side == viewer
    return False


def seen(events: Iterable[e.AnyEvent], viewer: Side | None, *, over: bool) -> list[e.AnyEvent]:
    """The events that the viewer may read, in order; that an answer came from instructions is its side's own (S36)."""
    readable = (event for event in events if may_see(event, viewer, over=over))
    return [event if over else _without_instructions(event, viewer) for event in readable]


def _without_instructions(event: e.AnyEvent, viewer: Side | None) -> e.AnyEvent:
    if isinstance(event, e.Answered) and event.side != viewer:
        return replace(event, standing=False, odds=None, gain=None)
    return event
