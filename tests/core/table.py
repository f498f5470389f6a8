"""A war on a table in the test: short words for positions, orders, and what to look for afterwards.

Forces are written as on a tracking sheet, one item a ship, items separated by commas:

    "CA Patton, DD, 2 SC, CL Thor hull=2 thrusters=1 lost=0, FTR fighters=201"

`ABBR [Name]` with optional damage: `hull=` boxes marked, `lost=` indices of weapon groups lost (`lost=0+1`),
`thrusters=`, `relays=`, `fighters=` boxes marked on each of three fighters, `stranded`. A number in front makes several
without names; a ship without a name gets the next free one of its class (S34). Abbreviations: SC DD CL CA BC BB CV
FTR Tran Base (Terran), FF DD CL CA BC BB DN Tran Base (Talon). Names of more than one word are written with
underscores: "BC Sun_Tzu".

Zones are numbered from 1 at the Terran home, as on the map; places are "Antares/4", "home/terran", "home/talon".
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import pytest

from campaign.rules import decide as decide_module
from campaign.rules import orders as o
from campaign.rules.dice import ScriptedDice
from campaign.rules.event import Event
from campaign.rules.events import AnyEvent, TurnBegan, WarBegan
from campaign.rules.evolve import evolve
from campaign.rules.fleets.ship_names import next_name
from campaign.rules.map.map_files import read_map
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.settings import Settings
from campaign.rules.state import RULES, Base, Ship, War
from engines.seam.documents import BattleSetup, Ending, Fate, Report, Result, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import classes_of
from engines.talon.damage import TalonDamage
from engines.talon.results.check import refusals
from engines.talon.results.degree import result_for
from engines.talon.terrain import TalonTerrain

E = TypeVar("E", bound=Event)
MAPS = Path(__file__).parents[2] / "campaign" / "war" / "maps"


def four_sectors() -> StrategicMap:
    """The default map."""
    return read_map((MAPS / "four_sectors.toml").read_text())


def three_sectors() -> StrategicMap:
    """The second map: three sectors, fixed bases, a black hole zone."""
    return read_map((MAPS / "three_gates.toml").read_text())


def _class_key(side: Side, abbreviation: str) -> str:
    return next(kind.key for kind in classes_of(side) if kind.abbreviation == abbreviation)


def _damage(words: list[str]) -> TalonDamage:
    found: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key == "lost":
            found["weapons_lost"] = tuple(int(group) for group in value.split("+"))
        elif key == "fighters":
            found["fighters"] = tuple(int(boxes) for boxes in value)
        elif key in ("hull", "thrusters", "relays"):
            found[key] = int(value)
    return msgspec.convert(found, TalonDamage)


def units(side: Side, text: str, taken: set[str] | None = None) -> list[tuple[str, str, TalonDamage, bool]]:
    """Name, class key, damage and whether stranded of each ship in a force text."""
    taken = set() if taken is None else taken
    found = []
    for item in filter(None, (part.strip() for part in text.split(","))):
        words = item.split()
        number = int(words.pop(0)) if words[0].isdigit() else 1
        key = _class_key(side, words.pop(0))
        name = (
            words.pop(0).replace("_", " ") if words and "=" not in words[0] and words[0] != "stranded" else ""
        )
        for _ in range(number):
            called = name or next_name(side, key, taken)
            taken.add(called)
            found.append((called, key, _damage(words), "stranded" in words))
    return found


def setup(
    terran: str,
    talon: str,
    *,
    owner: Side | None = None,
    boxes: int = 1,
    place: str = "Antares/5",
    terrain: TalonTerrain | None = None,
) -> BattleSetup:
    """A battle's set-up document from two force texts; with `owner` it is fought over that side's planet (31.8)."""
    forces = {}
    for side, text in zip(SIDES, (terran, talon), strict=True):
        forces[side] = tuple(Unit(name, key, damage) for name, key, damage, _ in units(side, text))
    return BattleSetup(
        place=place,
        mode="planet" if owner else "last_ship_standing",
        terran=forces["terran"],
        talon=forces["talon"],
        planet_owner=owner,
        boxes=boxes,
        terrain=terrain or TalonTerrain(),
    )


def report(
    battle: BattleSetup,
    winner: Side | None,
    *,
    ending: Ending = "held",
    rounds: int = 20,
    terran: str = "",
    talon: str = "",
) -> Report:
    """A report: "Patton destroyed, Achilles stands hull=2"; a unit not named keeps its damage.

    Not named: the winner's units stand, the loser's jumped (its bases stand); in a draw everything stands.
    """
    fates = {
        side: _fates(battle, side, text, winner) for side, text in zip(SIDES, (terran, talon), strict=True)
    }
    return Report(rounds=rounds, ending=ending, terran=fates["terran"], talon=fates["talon"], winner=winner)


def _fates(battle: BattleSetup, side: Side, text: str, winner: Side | None) -> tuple[Fate, ...]:
    told = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, fate, *words = item.split()
        told[name.replace("_", " ")] = (fate, _damage(words) if words else None)
    found = []
    for unit in battle.force(side):
        usual = "stands" if winner in (side, None) or unit.ship_class == "base" else "jumped"
        fate, damage = told.pop(unit.name, (usual, None))
        found.append(Fate(unit.name, cast("Any", fate), unit.damage if damage is None else damage))
    assert not told, f"not in the battle: {told}"
    return tuple(found)


def rules_against(battle: BattleSetup, told: Report) -> set[str]:
    """The rules by which the report is refused; empty if it can be."""
    return {refusal.rule for refusal in refusals(battle, told)}


def result_of(battle: BattleSetup, winner: Side | None, **what: Any) -> Result:
    """The result (points lost, degree, captured) of a report in `report`'s words."""
    return result_for(battle, report(battle, winner, **what))


class Table:
    """A war in progress. `events` are all since it was set up; `dice` are the rolls to come, in order."""

    def __init__(self, chart: StrategicMap | None = None, **settings: Any) -> None:
        """A new war in the bases phase of turn 1."""
        chart = chart or four_sectors()
        self.war: War
        self.events: list[Event] = []
        self.dice = ScriptedDice([])
        begun = WarBegan(msgspec.convert(settings, Settings), chart, RULES)
        self.war = evolve(None, begun)

    @classmethod
    def midway(
        cls,
        *,
        terran: dict[str, str],
        talon: dict[str, str],
        turn: int = 3,
        markers: dict[str, int] | None = None,
        planets: dict[str, Side] | None = None,
        bases: dict[str, tuple[Side, str]] | None = None,
        treasury: tuple[int, int] = (0, 0),
        minimum: tuple[int, int] = (1, 1),
        chart: StrategicMap | None = None,
        **settings: Any,
    ) -> "Table":
        """A war in the planning phase of a later turn, before either side has planned.

        `terran` and `talon` map a sector, or "reserve", to a force text: where ships were last turn. `markers` and
        `planets` override the start; `bases` map a place to its owner and a damage text ("" or "hull=3"), and none
        stand otherwise. The turn's income is already in `treasury`, its repairs done; `minimum` is as given.
        """
        table = cls(chart, **settings)
        war = table.war
        war.phase, war.turn = "planning", turn
        for sector, zone in (markers or {}).items():
            war.markers[sector] = zone - 1
        war.planets.update(planets or {})
        war.bases.clear()
        for number, (place, (side, text)) in enumerate((bases or {}).items()):
            war.bases[place] = Base(side, f"Base {number + 2}", _damage(text.split()))
        for side, forces, points, least in zip(SIDES, (terran, talon), treasury, minimum, strict=True):
            table._fill(side, forces, points, least)
        return table

    def _fill(self, side: Side, forces: dict[str, str], points: int, least: int) -> None:
        fleet = self.war.fleet(side)
        fleet.treasury, fleet.minimum, fleet.bases_placed = points, least, True
        taken: set[str] = set()
        for where, text in forces.items():
            for name, key, damage, stranded in units(side, text, taken):
                fleet.ships[name] = Ship(key, where, damage, stranded)
        fleet.active_lp = sum(s.class_of(side).lp for s in fleet.ships.values() if s.where != o.RESERVE)

    # -- orders ---------------------------------------------------------------------------------------------

    def give(self, side: Side | None, order: o.AnyOrder) -> list[AnyEvent]:
        """Give any order; returns and keeps its events."""
        return self._book(decide_module.decide(self.war, side, order, self.dice))

    def _book(self, found: list[AnyEvent]) -> list[AnyEvent]:
        for event in found:
            self.war = evolve(self.war, event)
        self.events += found
        return found

    def begin_turn(self) -> list[AnyEvent]:
        """Begin this turn anew from the present position (31.4): counting, income, repairs."""
        return self._book(decide_module.begin_turn(self.war, self.war.turn))

    def roll(self, *values: int) -> None:
        """Script the next dice."""
        self.dice.values.extend(values)

    def bases(self, side: Side, *places: str) -> list[AnyEvent]:
        """Place the first bases."""
        return self.give(side, o.PlaceBases(places))

    def plan(
        self,
        side: Side,
        *,
        buy: str = "",
        scrap: str = "",
        send: dict[str, str] | None = None,
        standing: dict[str, o.StandingInstruction] | None = None,
    ) -> list[AnyEvent]:
        """Plan a turn: `buy` "2 DD, SC"; `scrap` "Patton, Achilles"; `send` a sector or "reserve" to names.

        Ships not sent stay where they are; stranded and new ones not sent go to the Reserve. `send` takes names with
        underscores, or "all" for every ship not named elsewhere.
        """
        return self.give(side, self.planned(side, buy=buy, scrap=scrap, send=send, standing=standing))

    def planned(
        self,
        side: Side,
        *,
        buy: str = "",
        scrap: str = "",
        send: dict[str, str] | None = None,
        standing: dict[str, o.StandingInstruction] | None = None,
    ) -> o.Plan:
        """The plan that `plan` would give."""
        gone = {name.strip().replace("_", " ") for name in scrap.split(",") if name.strip()}
        counts: dict[str, int] = {}
        for item in filter(None, (part.strip() for part in buy.split(","))):
            words = item.split()
            number = int(words.pop(0)) if words[0].isdigit() else 1
            key = _class_key(side, words[0])
            counts[key] = counts.get(key, 0) + number
        kept = {name: ship for name, ship in self.war.fleet(side).ships.items() if name not in gone}
        assign = {
            name: o.RESERVE if ship.stranded or not ship.where else ship.where for name, ship in kept.items()
        }
        taken = set(kept)
        for key, number in counts.items():
            for _ in range(number):
                name = next_name(side, key, taken)
                taken.add(name)
                assign[name] = o.RESERVE
        for where, names in (send or {}).items():
            wanted = [name.strip().replace("_", " ") for name in names.split(",") if name.strip()]
            for name in list(assign) if wanted == ["all"] else wanted:
                assign[name] = where
        return o.Plan(tuple(sorted(gone)), counts, assign, standing or {})

    def engage(self, side: Side, engage: bool = True) -> list[AnyEvent]:
        """Answer 31.6 for the battle that is asking."""
        battle = self.war.current_battle()
        assert battle is not None
        return self.give(side, o.Engage(battle.number, engage))

    def fought(self, winner: Side | None, **what: Any) -> list[AnyEvent]:
        """Record the present battle in `report`'s words."""
        battle = self.war.current_battle()
        assert battle is not None
        assert battle.setup is not None
        return self.give(None, o.AcceptResult(battle.number, report(battle.setup, winner, **what)))

    def go_on(self, side: Side = "terran") -> list[AnyEvent]:
        """Reveal the next battle after a recorded one."""
        return self.give(side, o.RevealNext())

    # -- looking --------------------------------------------------------------------------------------------

    @contextmanager
    def refused(self, rule: str) -> Iterator[None]:
        """What is done inside must be refused, by that rule among others, and change nothing."""
        before = msgspec.json.encode(self.war)
        with pytest.raises(Refused) as caught:
            yield
        assert rule in {refusal.rule for refusal in caught.value.refusals}, caught.value
        assert msgspec.json.encode(self.war) == before

    def marker(self, sector: str) -> int:
        """The number of the zone under the sector's marker, from 1 at the Terran home."""
        return self.war.markers[sector] + 1

    def ship(self, side: Side, name: str) -> Ship:
        """A living ship; KeyError if there is none of that name."""
        return self.war.fleet(side).ships[name]

    def where(self, side: Side, name: str) -> str | None:
        """Where a ship is assigned: a sector or "reserve"."""
        return self.ship(side, name).where

    def alive(self, side: Side, name: str) -> bool:
        """Whether the side still has a ship of that name."""
        return name in self.war.fleet(side).ships

    def treasury(self, side: Side) -> int:
        """The side's Ship Points."""
        return self.war.fleet(side).treasury

    def happened(self, kind: type[E]) -> list[E]:
        """All events of a kind so far, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def turn_began(self) -> bool:
        """Whether a new turn has begun since the table was set up."""
        return bool(self.happened(TurnBegan))
