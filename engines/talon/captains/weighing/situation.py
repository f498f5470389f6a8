"""What a captain weighs while it decides: its view, its doctrine, and how the fleets lie to each other now."""

from typing import Final

from engines.talon.aims import docks
from engines.talon.captains.doctrine import RiskWeights
from engines.talon.captains.weighing.evaluation import REMAINING, chance_of, factions_of, worth
from engines.talon.captains.weighing.exchange import exchange
from engines.talon.captains.weighing.foresight import next_impulse
from engines.talon.captains.weighing.formation import is_near, near_friends
from engines.talon.captains.weighing.homes import Homes
from engines.talon.captains.weighing.leaving import bound
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.precedence import precedence
from engines.talon.captains.weighing.raid import Raid, raid_of
from engines.talon.captains.weighing.salvos import Advantage, Salvo
from engines.talon.captains.weighing.shielding import covers_of
from engines.talon.captains.weighing.siege import Siege
from engines.talon.captains.weighing.sightings import Foe
from engines.talon.captains.weighing.spots import Spot
from engines.talon.hexes import RANGE, Hex
from engines.talon.orders import MISSILES, Fire
from engines.talon.units import Missile, Unit
from engines.talon.view import View

COVERED: Final = 6
"""So near an enemy is to what is to dock with a base when its escort turns to that enemy first."""


class Situation:
    """The fleets as they lie now. `refreshed` before each decision, it is what a new one would be.

    `leaving` are own ships that are on their way out: those that are hurt, or all once the side gives the field up, and
    `bound` those that are to escape, which is an aim; `couriers` are those of them that are to dock with a base.
    `quiet` counts the rounds in which nothing was damaged (R29).
    `salvos` are what is known of fire that was thought of, kept until a unit moves, comes or goes.
    `crowded` is whether own units may collide: there are several; `bases` is whether there is a base among them, and
    `landing` whether there are units that may dock or land.
    `siege` is about a planet that a side is to bombard.
    """

    __slots__ = (
        "_awaited",
        "_contact",
        "_damage",
        "_enemies",
        "_factions",
        "_foes",
        "_mine",
        "_own",
        "_round",
        "_saved",
        "_shaken",
        "_spots",
        "_turn",
        "bases",
        "bound",
        "caution",
        "couriers",
        "crowded",
        "eagerness",
        "foes",
        "giving_up",
        "homes",
        "hunt",
        "landing",
        "leaving",
        "missiles",
        "owns",
        "quiet",
        "raid",
        "salvos",
        "siege",
        "temper",
        "terrain",
        "view",
    )

    def __init__(self, view: View, temper: RiskWeights, saved: tuple[str, ...]) -> None:
        self.view = view
        self._factions = factions_of(view)
        self.temper = temper
        self._saved = saved
        self.terrain: dict[Hex, str] = view.terrain
        self.missiles: list[Missile] = view.missiles
        self.caution = self.eagerness = 0.0
        self._enemies: list[Unit] = []
        self._own: list[Unit] = []
        self._mine: list[Own] = []
        self.foes: list[Foe] = []
        self.hunt = False
        self.siege = Siege(view)
        self._foes: dict[int, Foe] = {}
        self.owns: dict[int, Own] = {}
        self.bases = self.crowded = self.landing = False
        self.leaving: set[int] = set()
        self.bound: set[int] = set()
        self.couriers: set[int] = set()
        self.giving_up = False
        self._round = self.quiet = self._awaited = self._turn = self._damage = -1
        self._shaken = True
        self.homes = Homes(view)
        self._contact: tuple[float, float] | None = None
        self._spots: dict[Hex, Spot] = {}
        self.salvos: dict[Fire, Salvo] = {}
        self.raid = raid_of(view)
        self.refresh()

    def refresh(self) -> None:
        """Look again: what has not changed is kept."""
        view = self.view
        self.missiles = view.missiles
        if self.terrain is not view.terrain:
            self.terrain, self._foes, self.owns = view.terrain, {}, {}
            self._enemies, self._own = [], []
            self.siege.look()
        self._follow_raid()
        changed = self._see_foes()
        mine = self._see_own()
        changed = self._escort(changed or mine) or changed
        now, quiet = view.round, view.quiet
        if now != self._round or quiet != self.quiet:
            self._round, self.quiet = now, quiet
            changed = self._shaken = True
            self.caution = self.temper.caution * max(0.25, 1 - now / 40 - 0.1 * quiet)
            self.eagerness = self.temper.eagerness * (1 + 0.5 * quiet)
        self._shaken = self._shaken or view.planet_damage != self._damage
        self._damage = view.planet_damage
        if changed or mine:
            self._contact = None
        if self._shaken:
            self._judge()
            self._shaken = False
        if changed:
            for own in self._mine:
                own.forget()
        turn = 6 * now + view.impulse
        if turn != self._turn:
            self._turn = turn
            for own in self._mine:
                if own.rated:
                    own.rated = []

    def _follow_raid(self) -> None:
        """If others are to board, to come home, or are hunted now, everybody thinks again (26.9)."""
        if self.raid is None:
            return
        if self.raid.carrier in self.owns:
            self.owns[self.raid.carrier].ways, self.owns[self.raid.carrier].rated = {}, []
        if not self.raid.look():
            return
        self._shaken = True
        self._enemies, self._own, self._foes = [], [], {}
        for own in self.owns.values():
            own.ways, own.rated = {}, []

    def _see_foes(self) -> bool:
        """Look at the enemies that have changed; whether one has, or has come or gone."""
        view = self.view
        changed = False
        enemies = view.enemies
        if enemies is not self._enemies or len(enemies) != len(self.foes):
            self._enemies = enemies
            self._meet(enemies)
            changed = self._shaken = True
        awaited = next_impulse(view)
        if awaited != self._awaited:
            self._awaited = awaited
            for foe in self.foes:
                changed = foe.expect(awaited) or changed
        for foe in self.foes:
            if foe.changes != foe.unit.changes:
                worth_before, place, facing = foe.worth, foe.place, foe.facing
                if foe.refresh(view):
                    changed = True
                    self._shaken = self._shaken or foe.worth != worth_before
                if foe.place != place or foe.facing != facing:
                    self.salvos = {}
        if changed:
            self._spots = {}
        return changed

    def _meet(self, enemies: list[Unit]) -> None:
        """These are the enemies now; what was seen of them before is kept."""
        known = self._foes
        self._foes, self.salvos = {}, {}
        for rank, enemy in enumerate(sorted(enemies, key=precedence)):
            kept = known.get(enemy.number)
            foe = self._foes[enemy.number] = kept if kept and kept.unit is enemy else self._new_foe(enemy)
            foe.rank = rank
        self.foes = list(self._foes.values())
        self.hunt = any(foe.sought for foe in self.foes)

    def advantage(self, firer: int, target: int) -> Advantage | None:
        """What a unit that fires has over its target; None where neither technology nor crews count (32.4, 32.5)."""
        view = self.view
        if view.quality(firer) is None:
            return None
        return sum(view.edge(firer, target)), view.spared(firer, target)

    def _new_foe(self, enemy: Unit) -> Foe:
        """An enemy that is seen for the first time, or otherwise than before."""
        hunted = self.raid is not None and enemy.number in self.raid.hunted
        return Foe(self.view, enemy, self.siege.guarded, hunted=hunted)

    def _escort(self, moved: bool) -> bool:
        """The others make for the enemies near what is to dock; whether these are others than before."""
        if not (moved and self.couriers):
            return False
        couriers = [self.owns[number].place for number in self.couriers]
        near = [any(RANGE[foe.place - place] <= COVERED for place in couriers) for foe in self.foes]
        if near == [foe.sought for foe in self.foes]:
            return False
        for foe, sought in zip(self.foes, near, strict=True):
            foe.sought = sought
        self.hunt = any(near)
        self._spots = {}
        return True

    def _see_own(self) -> bool:
        """Look at the own units that have changed; whether one has, or has come or gone."""
        view = self.view
        changed = moved = False
        own = view.own
        if own is not self._own or len(own) != len(self._mine):
            self._own = own
            self._muster(own)
            changed = moved = self._shaken = True
        for seen in self._mine:
            if seen.changes != seen.unit.changes:
                before, hurt, place = seen.worth, seen.hurt, seen.place
                if seen.refresh(view):
                    changed = True
                    moved = moved or seen.place != place
                    if seen.place != place and seen.unit.kind.carries:
                        self.homes.changed(self._mine)
                    self._shaken = self._shaken or seen.worth != before or seen.hurt != hurt
                if view.step == "move" or seen.place != place:
                    self._disturb(seen, place)
        if moved:
            self.salvos = {}
        return changed

    def _disturb(self, mover: Own, before: Hex) -> None:
        """A unit has changed, or come from a hex: those near it, then or now, rate their moves once more."""
        now = mover.place
        mover.rated = []
        if now != before:
            mover.near = None
        for own in self._mine:
            if own.near is not None and own is not mover:
                was, comes = is_near(own.place - before), is_near(own.place - now)
                if was or comes:
                    own.rated = []
                if was != comes:
                    own.near = None

    def _muster(self, own: list[Unit]) -> None:
        """These are the own units now; what was seen of them before is kept."""
        known = self.owns
        self.owns = {}
        for unit in sorted(own, key=precedence):
            kept = known.get(unit.number)
            if kept is None or kept.unit is not unit:
                kept = Own(self.view, unit, self.temper, unit.name in self._saved)
            self.owns[unit.number] = kept
        self._mine = list(self.owns.values())
        for rank, mine in enumerate(self._mine):
            mine.rank, mine.rated, mine.near = rank, [], None
        self.homes.changed(self._mine)
        self.bases = any(unit.kind.base for unit in own)
        aims = self.view.aims
        self.couriers = {unit.number for unit in own if docks(aims, unit.side, unit.name)} if aims else set()
        if self.raid is not None:
            self.couriers = {number for number in self.raid.goals if number in self.owns}
        self.landing = any(unit.kind.fighters or unit.kind.transport for unit in own) or bool(self.couriers)
        self.crowded = len(own) > 1

    def keeps_away(self, unit: Unit) -> bool:
        """Whether a unit keeps out of the fight: the carrier that is to bring the intelligence away (26.9)."""
        return self.raid is not None and unit.number == self.raid.carrier

    def goal(self, own: Own) -> Hex | None:
        """Where a courier goes: to its base, or on a raid where it is sent; None if there is nothing to go to."""
        if self.raid is not None:
            return self.raid.goals.get(own.unit.number)
        return self.homes.base(own.place)

    def _judge(self) -> None:
        """Who leaves, and whether the side gives the field up (11, 20.4)."""
        view, before, gave_up = self.view, self.leaving, self.giving_up
        self.giving_up = view.round >= self.temper.patience and self.chance() < self.temper.chance
        if self.raid is not None:
            self.giving_up = False
        if self.giving_up:
            self.leaving = {unit.number for unit in view.own if not unit.kind.base}
        else:
            self.leaving = {number for number, own in self.owns.items() if own.hurt}
        self.bound = bound(view, self.couriers) if view.aims else set()
        self.leaving |= self.bound
        if self.raid is not None:
            self.leaving = self._leaving_raid(self.raid)
        if self.siege.planet is not None and self.siege.weigh(self.chance()):
            self._spots, self._contact = {}, None
            for own in self._mine:
                own.forget()
        if gave_up != self.giving_up or before != self.leaving:
            for own in self.owns.values():
                own.ways, own.rated = {}, []
        for own in self.owns.values():
            own.heed(
                self.caution, self.eagerness, own.unit.number in self.leaving or self.keeps_away(own.unit)
            )

    def _leaving_raid(self, raid: Raid) -> set[int]:
        """Who leaves where intelligence is fought for: the carrier with it, no squadron, and couriers keep away."""
        found = {number for number in self.leaving if not self.owns[number].unit.kind.fighters}
        found.discard(raid.carrier)
        if raid.ready:
            found.add(raid.carrier)
        return found | self.couriers

    def chance(self) -> float:
        """The chance to hold the field, as `prospect` reckons it."""
        view, own, enemy = self.view, 0.0, 0.0
        for unit in view.units(view.side):
            if unit.status == "map":
                own += self.owns[unit.number].worth
            elif unit.status in REMAINING and not unit.kind.transport:
                own += worth(unit)
        for unit in view.units(view.enemy_side):
            if unit.status == "map":
                enemy += self._foes[unit.number].worth
            elif unit.status in REMAINING and not unit.kind.transport:
                enemy += worth(unit)
        return chance_of(self._factions, own, enemy)

    def spot(self, place: Hex) -> Spot:
        """How the enemies lie to a hex; worked out once."""
        found = self._spots.get(place)
        if found is None:
            found = self._spots[place] = Spot(place, self.foes, self.terrain, self.hunt)
            siege = self.siege
            if siege.planet is not None:
                found.add_planet(place, siege.planet, self.terrain, siege.prize)
        return found

    def friends(self, own: Own) -> list[Unit]:
        """The friends with which the unit may collide in the next impulses; worked out once."""
        found = own.near
        if found is None:
            found = own.near = near_friends(self.view, own.unit)
        return found

    def foe(self, number: int) -> Foe:
        """The enemy of that number, which is on the map."""
        return self._foes[number]

    def contact(self) -> tuple[float, float]:
        """What own fire would cost the enemy from where the ships are, and theirs the own side; worked out once."""
        if self._contact is None:
            ours = theirs = 0.0
            for own in self._mine:
                if own.here is None:
                    spot = self.spot(own.place)
                    own.here = exchange(self.terrain, own, spot, own.place, own.facing)
                gain, risk = own.here
                ours += gain
                theirs += risk
            self._contact = (ours, theirs)
        return self._contact

    def covers(self, own: Own) -> list[float]:
        """By arc what a point of shield is worth to the unit, by the fire that comes now; worked out once."""
        found = own.covers
        if found is None:
            found = own.covers = covers_of(own, self.spot(own.place), self.foes)
        return found


def is_missile(target: int) -> bool:
    """Whether a target's number is a missile's."""
    return target >= MISSILES
