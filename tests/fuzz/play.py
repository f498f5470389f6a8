"""Players that choose at random, each with a leaning, and the dice they roll."""

from random import Random

from engines.seam.sides import opponent
from engines.talon import game, teams
from engines.talon import orders as o
from engines.talon.dice import Label
from engines.talon.documents.written import Rolled
from engines.talon.hexes import RANGE, Hex
from engines.talon.rules.movement import goal
from engines.talon.state import Battle
from engines.talon.units import Unit

PEACE = 0.25
"""The share of battles in which hardly anybody fires, and nobody closes in: those go on for long."""
NEAR = 4
"""Hexes from the planet at which a transport slows down."""
TALKS = 0.02
"""How often a player of a team says something: that he would concede or have a draw, or too many words (25)."""
RESIGN = 0.002
"""How often an order is drawn from all there are, conceding and offering a draw among them."""


class FuzzDice:
    """Dice from a generator, kept with what they were rolled for until they are taken."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.rolled: list[Rolled] = []

    def roll(self, label: Label) -> int:
        """The next die."""
        die = self._random.randrange(6) + 1
        self.rolled.append(Rolled(die, label.unit, label.cause, label.round, label.impulse))
        return die

    def take(self) -> tuple[Rolled, ...]:
        """What was rolled since last taken."""
        told = tuple(self.rolled)
        self.rolled.clear()
        return told


class Player:
    """Chooses for both sides; in each battle it is more or less eager to fight, to dock and land, or to stop.

    Over a planet it keeps the peace more often, and means to land: otherwise hardly any transport lives so long.
    """

    def __init__(self, random: Random, mode: str) -> None:
        self._random = random
        planet = mode == "planet"
        self._closing = random.choice((0.0, 0.5, 0.8, 0.9))
        self._landing = random.choice((0.5, 0.9, 1.0) if planet else (0.0, 0.5, 1.0))
        self._done = random.choice((0.1, 0.3, 0.6))
        self._slow = random.choice((0.0, 0.0, 0.8))
        self._leaving = random.choice((0.0, 0.0, 0.5))
        self._peaceful = random.random() < (0.6 if planet else PEACE)

    def choose(self, battle: Battle) -> o.AnyOrder:
        """One of the legal orders."""
        random, options = self._random, battle.options
        if random.random() < RESIGN + _talks(battle):
            said = teams.standing(battle) if battle.round and not battle.agenda else []
            return random.choice(said or (game.legal_orders(battle) if len(options) < 1000 else options[:1]))
        if not isinstance(options, list):
            return options[random.randrange(len(options))]
        kinds: dict[type, list[o.AnyOrder]] = {}
        for order in options:
            kinds.setdefault(type(order), []).append(order)
        done = kinds[o.Done][0] if o.Done in kinds else None
        if done and self._peaceful and o.Fire in kinds and random.random() < 0.9:
            return done
        if o.Done in kinds and len(kinds) > 1 and random.random() >= self._done:
            del kinds[o.Done]
        if o.Jump in kinds and o.Done in kinds and random.random() >= self._leaving:
            del kinds[o.Jump]
        kind = random.choice(list(kinds))
        alike = kinds[kind]
        if kind is o.Move or kind is o.Burn:
            return self._mover(battle, alike)
        if kind is o.Curve:
            return self._curve(battle, alike, done)
        return alike[random.randrange(len(alike))]

    def _curve(self, battle: Battle, alike: list[o.AnyOrder], done: o.AnyOrder | None) -> o.AnyOrder:
        """A transport about to land slows down and stays slow; in a battle of slow ones all do; else any row."""
        random = self._random
        if battle.capital is not None and random.random() < self._landing:
            slower, others = [], []
            for order in alike:
                unit = battle.units[order.unit]  # type: ignore[union-attr]
                planet = battle.landing_place(unit.side)
                if not unit.kind.transport or planet is None or RANGE[planet - unit.place] > NEAR:
                    others.append(order)
                elif _speed(order) < unit.speed:
                    slower.append(order)
            if slower or done:
                among = slower or others
                return random.choice(among) if among or not done else done
        return min(alike, key=_speed) if random.random() < self._slow else random.choice(alike)

    def _mover(self, battle: Battle, alike: list[o.AnyOrder]) -> o.AnyOrder:
        """Docking or landing, or a move toward where the unit means to go, or any."""
        random = self._random
        landing = random.random() < self._landing
        if landing:
            for order in alike:
                if order.land or order.dock is not None:  # type: ignore[union-attr]
                    return order
        number = random.choice(alike).unit  # type: ignore[union-attr]
        unit = battle.units[number]
        if random.random() >= self._closing and not (landing and unit.kind.transport):
            return random.choice(alike)
        goals = self._goals(battle, unit, landing=landing)
        waiting = landing and unit.kind.transport and unit.speed > 1
        away = 0 if self._peaceful and not (landing and unit.kind.transport) else 1
        best, found = 10.0**6, alike[0]
        for order in alike:
            if order.unit == number:  # type: ignore[union-attr]
                place = goal(unit, order.way)  # type: ignore[union-attr]
                near = float(min((abs(RANGE[other - place] - 2 * waiting) for other in goals), default=0))
                near = away * near + random.random() / 2
                if near < best:
                    best, found = near, order
        return found

    def _goals(self, battle: Battle, unit: Unit, *, landing: bool) -> list[Hex]:
        """The planet for a transport that means to land, carriers for a squadron that means to dock, else the enemy."""
        planet = battle.landing_place(unit.side)
        if landing and unit.kind.transport and planet is not None:
            return [planet]
        if landing and unit.kind.fighters and battle.round % 3 == 0:
            return [other.place for other in battle.present[unit.side] if other.kind.carries]
        return [enemy.place for enemy in battle.present[opponent(unit.side)]]


def _talks(battle: Battle) -> float:
    """How often somebody says something now: players of a team do, and most of all in the Power Phase (25)."""
    if battle.players is None:
        return 0
    return 0.3 if battle.step == "curves" else TALKS


def _speed(order: o.AnyOrder) -> int:
    return order.speed if isinstance(order, o.Curve) else 0
