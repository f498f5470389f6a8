"""What one side sees of a battle: an allow-list over the state, for captains and pages."""

from collections.abc import Sequence

from engines.seam.documents import Quality
from engines.seam.sides import Side, opponent
from engines.talon import teams
from engines.talon.aim_documents import Aim
from engines.talon.aims import bombardment, by_hole
from engines.talon.hexes import Hex
from engines.talon.layout import Arrival, Zone
from engines.talon.orders import AnyOrder
from engines.talon.qualities import Edge, edge, has_extra, quality_of, spared
from engines.talon.state import Battle, Seat, Task, Window
from engines.talon.units import Missile, Unit


class View:
    """A battle through the eyes of `side`; it follows the battle, and what it returns is not to be changed.

    With a `player` of a team it lists the orders of that player alone (25). He sees what his side sees. Nearly all of a
    battle is open. Hidden is which ship is where while the side that deploys first has shown only its hexes (21, R37).
    """

    __slots__ = ("_battle", "enemy_side", "player", "side")

    def __init__(self, battle: Battle, side: Side, player: int | None = None) -> None:
        self._battle = battle
        self.side = side
        self.player = player
        self.enemy_side = opponent(side)

    @property
    def round(self) -> int:
        """The round, 0 while setting up."""
        return self._battle.round

    @property
    def impulse(self) -> int:
        """The impulse, 0 for A to 5 for F."""
        return self._battle.impulse

    @property
    def step(self) -> str:
        """The step of the sequence of play."""
        return self._battle.step

    @property
    def turn_of(self) -> Side:
        """Whose turn it is."""
        return self._battle.side

    @property
    def initiative(self) -> Side:
        """The Initiative Player."""
        return self._battle.initiative

    @property
    def top(self) -> Side:
        """The side whose long edge is row 1."""
        return self._battle.top

    @property
    def mode(self) -> str:
        """Last ship standing, or over a planet to capture."""
        return self._battle.mode

    @property
    def aims(self) -> tuple[Aim, ...]:
        """What is fought for besides the field."""
        return self._battle.aims

    def arrival_of(self, unit: Unit) -> Arrival | None:
        """When and where a unit comes in that the battle brings later; None of all others (22, 26)."""
        layout = self._battle.layout
        return None if layout is None else layout.arrival_of(unit.side, unit.name)

    def zone_of(self, unit: Unit) -> Zone | None:
        """Where a unit is set up; None if in the usual rows (21, 26)."""
        layout = self._battle.layout
        return None if layout is None else layout.zone_of(unit.side, unit.name)

    @property
    def owner(self) -> Side | None:
        """Whose planet it is."""
        return self._battle.owner

    @property
    def capital(self) -> Hex | None:
        """Where the planet is."""
        return self._battle.capital

    @property
    def moon(self) -> Hex | None:
        """Where the planet of the other side is, if each has one (29.3)."""
        return self._battle.moon

    @property
    def planets(self) -> list[Hex]:
        """The planets that can be landed on."""
        return self._battle.planets

    def way_out(self, side: Side) -> Hex | None:
        """The worm hole by which a side's transports are to escape; None if they are not (29.5)."""
        if not by_hole(self.aims, side, "transport"):
            return None
        return next((place for place, kind in self.terrain.items() if kind == "worm-hole"), None)

    @property
    def landing_place(self) -> Hex | None:
        """The planet to which this side's transports go."""
        return self._battle.landing_place(self.side)

    @property
    def bombarded(self) -> Hex | None:
        """Where the planet is that a side may fire at; None if planets are no targets (26.8)."""
        return None if bombardment(self.aims) is None else self._battle.bombarded

    @property
    def planet_damage(self) -> int:
        """The points of damage done to that planet."""
        return self._battle.planet_damage

    @property
    def terrain(self) -> dict[Hex, str]:
        """Terrain by hex."""
        return self._battle.terrain

    @property
    def pattern(self) -> tuple[int, int] | None:
        """The dice of a terrain pattern that is not placed yet: everybody sees them (30.3)."""
        return self._battle.pattern

    @property
    def patterns_after(self) -> int:
        """How many patterns are laid after the one that is laid now (30.1)."""
        return len(self._battle.more)

    @property
    def window(self) -> Window:
        """Where the map lies."""
        return self._battle.window

    @property
    def missiles(self) -> list[Missile]:
        """Missiles in flight."""
        return self._battle.missiles

    @property
    def power_shift(self) -> bool:
        """Whether the players have agreed on power shifts (24)."""
        return self._battle.power_shift

    @property
    def bases_fall(self) -> bool:
        """Whether a base is lost wherever it is, if its side concedes (R30)."""
        return self._battle.bases_fall

    def quality(self, number: int) -> Quality | None:
        """What a unit's technology and crew are worth; None where neither counts (32.4, 32.5)."""
        return None if self._battle.qualities is None else quality_of(self._battle, number)

    def edge(self, firer: int, target: int) -> Edge:
        """What a unit that fires has over its target: by technology, and by the crews (32.4, 32.5)."""
        return edge(self._battle, firer, target)

    def spared(self, source: int, target: int) -> int:
        """The point that the target's crew is spared of each hit (32.5)."""
        return spared(self._battle, source, target)

    def has_extra(self, unit: Unit) -> bool:
        """Whether the extra AP of a legendary crew is there (32.5)."""
        return has_extra(self._battle, unit)

    @property
    def tactics(self) -> Side | None:
        """The side that may still change the initiative at the start of an impulse (32.4)."""
        return self._battle.tactics

    @property
    def no_retreat(self) -> Side | None:
        """The side whose ships never leave the battle (32.2)."""
        return self._battle.no_retreat

    @property
    def unloaded(self) -> tuple[int, ...]:
        """The transports whose troops are on the planet, by number (32.3)."""
        return self._battle.unloaded

    @property
    def quiet(self) -> int:
        """Rounds running without damage or departure (R29)."""
        return self._battle.quiet

    @property
    def offers(self) -> list[Side]:
        """Who offers a draw (R29)."""
        return self._battle.offers

    @property
    def over(self) -> bool:
        """Whether the battle is over."""
        return bool(self._battle.ending)

    @property
    def veiled(self) -> bool:
        """Whether the enemy's counters are covered: until this side has deployed (21, R37)."""
        battle = self._battle
        if battle.step != "deploy":
            return False
        own = (unit for unit in battle.units if unit.side == self.side and not unit.kind.fighters)
        return battle.side == self.side or any(unit.status == "undeployed" for unit in own)

    def conceals(self, side: Side) -> bool:
        """Whether a side's counters are covered from this view."""
        return side != self.side and self.veiled

    @property
    def covered(self) -> list[Hex]:
        """The hexes of covered enemy counters."""
        return sorted(unit.place for unit in self._battle.present[self.enemy_side]) if self.veiled else []

    @property
    def own(self) -> list[Unit]:
        """This side's units on the map."""
        battle = self._battle
        return battle.terrans if self.side == "terran" else battle.talons

    @property
    def commanded(self) -> list[Unit]:
        """Those of them that this view's player gives orders to: all, but in a team (25)."""
        return self.own if self.player is None else [unit for unit in self.own if self.is_own(unit.number)]

    def is_in_turn(self, unit: Unit) -> bool:
        """Whether it is the turn of the unit's side, in a team of its player, who may spend AP in this round (25)."""
        battle = self._battle
        if unit.side != battle.side or not battle.has_turn(unit):
            return False
        return not teams.barred(battle, self.seat_of(unit.number))

    @property
    def enemies(self) -> list[Unit]:
        """The enemy's units on the map, as far as it is known which is where."""
        battle = self._battle
        if battle.step == "deploy" and self.veiled:
            return []
        return battle.talons if self.side == "terran" else battle.terrans

    def unit(self, number: int) -> Unit:
        """A unit by its number; of a covered one everything but where it is, and whether it is down yet."""
        battle = self._battle
        unit = battle.units[number]
        if battle.step == "deploy" and unit.side != self.side and self.veiled and self._is_covered(unit):
            covered = unit.clone()
            covered.stand(0, 0)
            covered.status = "covered"
            return covered
        return unit

    def _is_covered(self, unit: Unit) -> bool:
        """Whether a unit of the enemy that sets up is covered: while it does, nobody sees which counters are down."""
        if unit.status == "undeployed":
            return self._battle.side == unit.side and not unit.kind.fighters
        return unit.status == "map"

    def units(self, side: Side) -> list[Unit]:
        """Every unit of a side, wherever it is; of covered ones everything but where they are."""
        units = self._battle.force(side)
        return [self.unit(unit.number) for unit in units] if self.veiled else units

    def missile(self, number: int) -> Missile | None:
        """A missile in flight by its number."""
        return self._battle.missile(number)

    def imagined(self) -> Battle:
        """The battle once more, to be played on in thought; not while counters are covered (21, R37)."""
        if self.veiled:
            raise LookupError("the enemy's counters are covered: nobody can play on from here")
        battle = self._battle.copy()
        teams.forget_wishes(battle, [self.side])
        return battle

    def known(self) -> Battle:
        """A copy as far as this side knows it, to be looked at and not to be played on.

        Covered counters are not on its map, and while the other side decides it lists one of its orders at most.
        """
        battle = self._battle.copy()
        if self.veiled:
            for unit in list(battle.present[self.enemy_side]):
                unit.stand(0, 0)
                unit.status = "undeployed"
            battle.muster()
        battle.options = self.orders or battle.options[:1]
        return battle

    @property
    def question(self) -> Task | None:
        """What is being worked out and waits for an answer."""
        return self._battle.agenda[-1] if self._battle.agenda else None

    @property
    def decides(self) -> Side | None:
        """The side that has to decide now, or None when the battle is over."""
        return decider(self._battle)

    @property
    def orders(self) -> Sequence[AnyOrder]:
        """The orders of which this side has to give one; none while it is the other's decision."""
        options = self._battle.options
        if not options or options[0].side != self.side:
            return []
        if self.player is not None and self._battle.players is not None:
            return options if teams.acting(self._battle) == Seat(self.side, self.player) else []
        return options

    @property
    def is_asked(self) -> bool:
        """Whether this view's player has to decide now, or its side, if it is that of a whole side."""
        return bool(self.orders)

    @property
    def acting(self) -> Seat | None:
        """The player who has to decide now, or None when the battle is over (25)."""
        return teams.acting(self._battle)

    def players(self, side: Side) -> int:
        """How many players a side has (25)."""
        return teams.players(self._battle, side)

    @property
    def seat(self) -> Seat:
        """The player through whose eyes this is; of a whole side its first."""
        return Seat(self.side, self.player or 0)

    def seat_of(self, number: int) -> Seat:
        """Whose a unit or a missile in flight is, by its number (25)."""
        return teams.owner(self._battle, number)

    def is_own(self, number: int) -> bool:
        """Whether a unit belongs to this view's player, or to its side if it is that of a whole side (25)."""
        found = self.seat_of(number)
        return found.side == self.side and self.player in (None, found.player)

    @property
    def wishes(self) -> tuple[list[Seat], list[Seat]]:
        """The players of a team who would concede, and those who would have a draw, each of this side alone (R112)."""
        players = self._battle.players
        if players is None:
            return [], []
        conceding = [seat for seat in players.conceding if seat.side == self.side]
        return conceding, [seat for seat in players.drawing if seat.side == self.side]

    @property
    def barred(self) -> list[Seat]:
        """The players who spend no AP in this round (25)."""
        return [] if self._battle.players is None else self._battle.players.barred


def decider(battle: Battle) -> Side | None:
    """The side that has to decide now, or None when the battle is over."""
    return battle.options[0].side if battle.options else None
