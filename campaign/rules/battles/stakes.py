"""What hangs on a battle: what follows if one side gives it up, wins it or loses it (31.6, 31.8, S3, S10, S18, S26).

Made from what both sides may see, so that a page can say it before anybody answers.
"""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.map.strategic_map import HOMES, Place, StrategicMap
from campaign.rules.settings import Settings
from campaign.rules.state import Base, Battle
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import can_land, needs_room, role_of, room_aboard

LANDING_PARTY = 2


class Ground(Protocol):
    """What is open to both sides: a war, or a view of it."""

    @property
    def settings(self) -> Settings:
        """What both sides agreed on."""

    @property
    def chart(self) -> StrategicMap:
        """The map."""

    @property
    def markers(self) -> dict[str, int]:
        """Each sector's zone index from the Terran home."""

    @property
    def planets(self) -> dict[Place, Side]:
        """Each planet's owner."""

    def base_of(self, side: Side, place: Place) -> Base | None:
        """The side's base at a place, if one stands."""


class FrontMove(Struct, frozen=True):
    """A marker that would move, zone indices from the Terran home."""

    sector: str
    start: int
    end: int


class Outcome(Struct, frozen=True):
    """What one end of a battle would bring.

    `moves` is empty if a planet of the loser's bars the way or the war ends. `income` is the change of each side's
    income, Ship Points a turn. `stranded` are the loser's ships that would have no room; known for a forfeit only.
    """

    winner: Side
    ends_war: bool = False
    moves: tuple[FrontMove, ...] = ()
    takes_planet: bool = False
    barred: bool = False
    income: dict[Side, int] = {}
    stranded: int = 0


class Stakes(Struct, frozen=True):
    """What both answers of a side put at stake in a revealed battle.

    `given_up`: the side declines and the enemy engages; None if the enemy has declined. `handed_over`: the enemy
    declines and the side engages; None if the enemy has engaged. `won` and `lost`: the battle is fought, and the
    degree is enough to move the marker. `won_landing` and `lost_landing`: the same with the planet taken; None if it
    cannot be.
    """

    given_up: Outcome | None
    handed_over: Outcome | None
    won: Outcome
    won_landing: Outcome | None
    lost: Outcome
    lost_landing: Outcome | None


def stakes(ground: Ground, battle: Battle, side: Side) -> Stakes:
    """What hangs on the side's answer in a battle whose forces are revealed."""
    enemy = opponent(side)
    answered = battle.answers.get(enemy)
    return Stakes(
        given_up=None if answered is False else forfeit(ground, battle, side),
        handed_over=None if answered else forfeit(ground, battle, enemy),
        won=victory(ground, battle, side),
        won_landing=landing(ground, battle, side),
        lost=victory(ground, battle, enemy),
        lost_landing=landing(ground, battle, enemy),
    )


def loses_something(outcome: Outcome | None) -> bool:
    """Whether an outcome costs its loser anything: the war, ground, income or ships."""
    if outcome is None:
        return False
    loses_income = outcome.income.get(opponent(outcome.winner), 0) < 0
    return outcome.ends_war or bool(outcome.moves) or loses_income or outcome.stranded > 0


def forfeit(ground: Ground, battle: Battle, loser: Side) -> Outcome:
    """What follows if the side gives the battle up (S3, S10, S26)."""
    winner = opponent(loser)
    unguarded = ground.base_of(loser, battle.place) is None
    lands = unguarded and _landing_is_possible(ground, battle, winner)
    found = _outcome(ground, battle, winner, captured=lands)
    if found.ends_war:
        return found
    return replace(found, stranded=_without_room(ground, battle, loser, moved=bool(found.moves)))


def victory(ground: Ground, battle: Battle, winner: Side) -> Outcome:
    """What follows if the side wins the fight by a degree that moves the marker, and takes no planet (31.6.4, 31.8)."""
    return _outcome(ground, battle, winner, captured=False)


def landing(ground: Ground, battle: Battle, winner: Side) -> Outcome | None:
    """What follows if the side wins the fight and takes the loser's planet; None if it has none, or too few ships land.

    A base over the planet must be destroyed first (S22, S23).
    """
    if battle.place == HOMES[opponent(winner)] or not _landing_is_possible(ground, battle, winner):
        return None
    return _outcome(ground, battle, winner, captured=True)


def _landing_is_possible(ground: Ground, battle: Battle, winner: Side) -> bool:
    owned = ground.planets.get(battle.place) == opponent(winner)
    return owned and _able_to_land(battle.forces.get(winner, ())) >= LANDING_PARTY


def _able_to_land(units: tuple[Unit, ...]) -> int:
    return sum(can_land(unit.ship_class) for unit in units)


def _outcome(ground: Ground, battle: Battle, winner: Side, *, captured: bool) -> Outcome:
    loser = opponent(winner)
    if battle.place == HOMES[loser]:
        return Outcome(winner, ends_war=True)
    if ground.planets.get(battle.place) == loser and not captured:
        return Outcome(winner, barred=True, income=dict.fromkeys(SIDES, 0))
    step = 1 if winner == "terran" else -1
    moves = tuple(
        FrontMove(sector, ground.markers[sector], ground.markers[sector] + step) for sector in battle.sectors
    )
    return Outcome(winner, moves=moves, takes_planet=captured, income=_change(ground.chart, moves))


def _change(chart: StrategicMap, moves: tuple[FrontMove, ...]) -> dict[Side, int]:
    return {
        side: sum(
            chart.zone(move.sector, move.end).income[which]
            - chart.zone(move.sector, move.start).income[which]
            for move in moves
        )
        for which, side in enumerate(SIDES)
    }


def _without_room(ground: Ground, battle: Battle, side: Side, *, moved: bool) -> int:
    """How many of the side's units neither another nor a base in the zone has room for (S26)."""
    units = battle.forces.get(side, ())
    room = room_aboard(side, [unit for unit in units if role_of(unit.ship_class) != "base"])
    if ground.base_of(side, battle.place) is not None and not moved:
        room += ground.settings.catalogue.base_class(side).carries
    return max(0, sum(needs_room(unit.ship_class) for unit in units) - room)
