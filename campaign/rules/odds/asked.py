"""What a side asks of a battle, made from its view alone; and what the ends would do to the war."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.battles.forces import has_forces, laid_out, largest_first
from campaign.rules.battles.predicting import STANCES
from campaign.rules.battles.stakes import forfeit
from campaign.rules.battles.terrain import possible_terrains
from campaign.rules.fleets.assignment import movers
from campaign.rules.fleets.logistics import SURRENDER_BELOW, active_lp, minimum_of
from campaign.rules.fleets.shortfall import least_shortfall
from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.odds.assumptions import Assumption, Expected, Force
from campaign.rules.orders import RESERVE, Plan
from campaign.rules.sight import WarView
from campaign.rules.state import Battle, Fleet, Ship
from engines.odds.playing import Question, seed_of
from engines.odds.tally import Ended
from engines.seam.documents import BattleSetup, Doctrine, Level, Terrain, Unit
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, opponent

UNDECIDED: Final = ("revealed", "asking")


class Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="asked odds"):
    """How may this battle end if `side` fights it by its doctrine, and the enemy by each of the stances?

    `number` is 0 for a battle that is only expected, with what is assumed of the enemy: `forces` are those drawn for
    it, none if the set-up has its force; `fleet` are then all ships of the side, where it plans to send them.
    `position` is where a battle stands that has begun. `terrains` are those the battle may have, each as likely;
    `level` is that of both sides' captains. `other` is a doctrine of the side to compare its own with.
    """

    side: Side
    turn: int
    number: int
    setup: BattleSetup
    terrains: tuple[Terrain, ...]
    doctrine: Doctrine
    level: Level = "captain"
    assumption: Assumption | Literal[""] = ""
    forces: tuple[Force, ...] = ()
    position: str = ""
    fleet: dict[str, Ship] = {}
    other: Doctrine | None = None
    format: Literal[1] = 1

    def case(self, number: int) -> Question:
        """The question with the enemy's stance of that number; all have one seed, so they are fought on common dice."""
        return self._fought(self.doctrine, number)

    def other_case(self, number: int) -> Question:
        """The same question with the other doctrine, on the same dice; LookupError if none is compared."""
        if self.other is None:
            raise LookupError("no other doctrine is compared")
        return self._fought(self.other, number)

    def _fought(self, doctrine: Doctrine, number: int) -> Question:
        enemy = opponent(self.side)
        doctrines: dict[Side, Doctrine] = {self.side: doctrine, enemy: Doctrine(stance=STANCES[number])}
        levels: dict[Side, Level] = {} if self.level == "captain" else dict.fromkeys(SIDES, self.level)
        drawn: dict[Side, tuple[Force, ...]] = {enemy: self.forces} if self.forces else {}
        return Question(
            self.setup, doctrines, seed_of(self.setup), levels, self.terrains, drawn, self.position
        )


def compared_with(asked: Asked, stance: str) -> Asked:
    """What is asked, with another stance of the side beside its own and all else alike; as it is for no stance.

    `Refused` if there is no such stance, or it is the one that the side has.
    """
    other = next((one for one in STANCES if one == stance), None)
    if not stance:
        return asked
    if other is None or other == asked.doctrine.stance:
        raise refuse("", "Choose another doctrine to compare yours with.")
    return replace(asked, other=replace(asked.doctrine, stance=other))


def may_be_asked(battle: Battle) -> bool:
    """Whether a battle's forces are revealed, and it is not decided yet whether it is fought."""
    return battle.status in UNDECIDED and all(has_forces(battle.forces.get(side, ())) for side in SIDES)


def asked_of(view: WarView, side: Side, battle: Battle, doctrine: Doctrine, level: Level) -> Asked:
    """What the side asks of a battle whose forces are given.

    Admirals are played by captains, as they would think for minutes.
    """
    terrains = possible_terrains(view.settings, view.chart, battle.place)
    return Asked(
        side=side,
        turn=view.turn,
        number=battle.number,
        setup=laid_out(view, battle.place, battle.forces, terrains[0]),
        terrains=terrains,
        doctrine=doctrine,
        level="ensign" if level == "ensign" else "captain",
    )


def asked_under_way(
    view: WarView, setup: BattleSetup, number: int, *, doctrine: Doctrine, level: Level, position: str
) -> Asked:
    """What the view's side asks of a battle that is joined: from a position that it may know, or from the beginning.

    LookupError for the view of nobody.
    """
    return Asked(
        side=_viewer(view),
        turn=view.turn,
        number=number,
        setup=setup,
        terrains=(),
        doctrine=doctrine,
        level="ensign" if level == "ensign" else "captain",
        position=position,
    )


def _viewer(view: WarView) -> Side:
    """Whose view it is; LookupError for that of nobody."""
    if view.viewer is None:
        raise LookupError("nobody's view asks for odds")
    return view.viewer


def asked_ahead(
    view: WarView,
    place: Place,
    fleet: Mapping[str, Ship],
    enemy: Expected,
    *,
    doctrine: Doctrine,
    level: Level,
) -> Asked:
    """What the view's side asks of a battle that it expects at a place with those ships of a planned fleet.

    LookupError for the view of nobody.
    """
    side, sectors = _viewer(view), view.markers_on(place)
    own = {name: ship for name, ship in fleet.items() if ship.where in sectors}
    base = _base(view, opponent(side), place)
    forces = tuple((*force, *base) for force in enemy.forces)
    battle = expected_battle(view, side, place, own, () if len(forces) > 1 else enemy.forces[0])
    asked = asked_of(view, side, battle, doctrine, level)
    drawn = forces if len(forces) > 1 else ()
    return replace(asked, assumption=enemy.assumption, forces=drawn, fleet=dict(fleet))


def expected_battle(
    view: WarView, side: Side, place: Place, own: Mapping[str, Ship], enemy: Iterable[Unit]
) -> Battle:
    """The battle that would be fought over a place if these ships came; its bases are there too, the number is 0."""
    forces: dict[Side, tuple[Unit, ...]] = {
        side: tuple(Unit(name, ship.ship_class, ship.damage) for name, ship in own.items()),
        opponent(side): tuple(enemy),
    }
    ordered = {one: (*largest_first(one, forces[one]), *_base(view, one, place)) for one in SIDES}
    return Battle(0, place, view.markers_on(place), "revealed", forces=ordered)


def _base(view: WarView, side: Side, place: Place) -> tuple[Unit, ...]:
    base = view.base_of(side, place)
    return () if base is None else (base.unit(view.settings),)


def ends_war(battle: Battle, ended: Ended) -> bool:
    """Whether a battle that ends so ends the war (31.6)."""
    return bool(ended.winner) and battle.place == HOMES[opponent(ended.winner)]  # type: ignore[arg-type]


def takes_planet(view: WarView, battle: Battle, ended: Ended) -> bool:
    """Whether a battle that ends so takes a planet: in the fight, or after a battle without one (31.8, S3)."""
    if ended.unfought and ended.winner:
        return forfeit(view, battle, opponent(ended.winner)).takes_planet
    return ended.captured


def moves_front(view: WarView, battle: Battle, ended: Ended) -> bool:
    """Whether a battle that ends so moves the front (31.6.4, 31.8, S3, S9)."""
    if not ended.winner or ends_war(battle, ended):
        return False
    if ended.unfought:
        return bool(forfeit(view, battle, opponent(ended.winner)).moves)
    if ended.degree == "minor" and not ended.unhurt:
        return False
    return ended.captured or view.planets.get(battle.place) != opponent(ended.winner)


def misses_minimum(view: WarView, side: Side, fleet: Mapping[str, Ship], lost: Collection[str]) -> bool:
    """Whether a fleet without the ships lost, and with none bought, is short of a minimum next turn (31.5, S8, S16).

    Too few LP to go on at all count too. Nothing else of this turn is looked at.
    """
    ships = {name: ship for name, ship in fleet.items() if name not in lost}
    active = active_lp(side, Fleet(ships=ships))
    if active < SURRENDER_BELOW:
        return True
    stay = Plan(assign={name: ship.where or RESERVE for name, ship in ships.items()})
    minimum = minimum_of(view, side, active)
    return least_shortfall(movers(view, side, ships, stay), len(view.chart.order), minimum) > 0
