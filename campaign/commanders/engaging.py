"""Engage or forfeit, and how the captain is to fight (31.6)."""

from campaign.commanders.foreseeing import HOPELESS
from campaign.commanders.fronts import LANDING_PARTY
from campaign.commanders.settling import best_fight, declined
from campaign.commanders.strength import condition
from campaign.commanders.temper import Temper
from campaign.commanders.variation import drawn
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.sight import WarView
from engines.seam.documents import NEVER_SAVED, Doctrine
from engines.seam.sides import Side, opponent
from engines.seam.systems import class_of, role_of

SPENT = 0.6
"""Ships with less than this left of their worth get out of a battle as soon as they can."""

WHIM_ENGAGES = 0.5
"""How often it fights where it decides by whim."""


def engages(view: WarView, side: Side, number: int, temper: Temper, whim: str = "") -> bool:
    """Whether to fight (31.6): if that is worth more than to decline, by what is lost and where the front line stands.

    The own home is never given up (S10), nor what the enemy declines. What can hardly be held always is.
    """
    battle = view.battle(number)
    if battle.place == HOMES[side] or battle.answers.get(opponent(side)) is False:
        return True
    if temper.opening(view.turn):
        return True
    if drawn(whim, "fancy", number) < temper.fancy:
        return drawn(whim, "engage", number) < WHIM_ENGAGES
    best = best_fight(view, battle, side, temper.captains)
    if best.held <= HOPELESS:
        return False
    return best.worth + temper.bold >= declined(view, battle, side).worth


def _transports(view: WarView, side: Side, number: int) -> int:
    return sum(role_of(unit.ship_class) == "transport" for unit in view.battle(number).forces[side])


def doctrine(view: WarView, side: Side, number: int, temper: Temper) -> Doctrine:
    """How a battle is to be fought: to the last over a home that can be lost or won, else by the best stance."""
    battle = view.battle(number)
    best = best_fight(view, battle, side, temper.captains)
    if best.stance == "hold" or battle.place == HOMES[side]:
        return Doctrine("hold", land_first=_lands_first(view, side, number))
    return Doctrine(best.stance or "withdraw", _to_save(view, side, number), _lands_first(view, side, number))


def _to_save(view: WarView, side: Side, number: int) -> tuple[str, ...]:
    """The ships that came badly damaged, and can get away."""
    units = [unit for unit in view.battle(number).forces[side] if role_of(unit.ship_class) not in NEVER_SAVED]
    return tuple(unit.name for unit in units if condition(class_of(side, unit), unit.damage) < SPENT)


def _lands_first(view: WarView, side: Side, number: int) -> bool:
    """Whether the transports are not to wait for the outcome: the planet lies open, and the battle may be lost."""
    enemy = opponent(side)
    place = view.battle(number).place
    open_to_us = view.planets.get(place) == enemy and view.base_of(enemy, place) is None
    return open_to_us and _transports(view, side, number) >= LANDING_PARTY
