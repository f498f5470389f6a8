"""Engage or forfeit, and how the captain is to fight (31.6)."""

from typing import Literal

from campaign.commanders.fronts import LANDING_PARTY
from campaign.commanders.strength import chance, condition, pieces_of, strength
from campaign.commanders.temper import Temper
from campaign.commanders.variation import drawn
from campaign.rules.sight import WarView
from campaign.rules.strategic_map import HOMES
from engines.seam.documents import NEVER_SAVED, Doctrine
from engines.seam.sides import Side, opponent
from engines.talon.catalogue import class_of

SPENT = 0.6
"""Ships with less than this left of their worth get out of a battle as soon as they can."""

WHIM_ENGAGES = 0.5
"""How often it fights where it decides by whim."""

Stance = Literal["hold", "withdraw", "preserve"]


def prospect(view: WarView, side: Side, number: int, temper: Temper) -> float:
    """The chance to win a revealed battle with one's own captains against captains, from 0 to 1."""
    forces = view.battle(number).forces
    enemy = opponent(side)
    own_worth, enemy_worth = (
        strength(one, pieces_of(one, forces[one]), view.settings.boxes) for one in (side, enemy)
    )
    return chance(temper.skill * own_worth, enemy_worth)


def engages(view: WarView, side: Side, number: int, temper: Temper, whim: str = "") -> bool:
    """Whether to fight (31.6): if the chance is fair, or too much would be lost without a fight.

    Never is the own home given up, nor a planet on which the enemy would land at once (S3, S10).
    """
    battle = view.battle(number)
    enemy = opponent(side)
    if battle.place == HOMES[side] or battle.answers.get(enemy) is False:
        return True
    if _planet_at_stake(view, side, number) or temper.opening(view.turn):
        return True
    if drawn(whim, "fancy", number) < temper.fancy:
        return drawn(whim, "engage", number) < WHIM_ENGAGES
    least = temper.storm if battle.place == HOMES[enemy] else temper.engage
    return prospect(view, side, number, temper) >= least


def _planet_at_stake(view: WarView, side: Side, number: int) -> bool:
    """Whether a forfeit would lose the planet (S3)."""
    battle = view.battle(number)
    if view.planets.get(battle.place) != side or view.base_of(side, battle.place) is not None:
        return False
    return _transports(view, opponent(side), number) >= LANDING_PARTY


def _transports(view: WarView, side: Side, number: int) -> int:
    return sum(unit.ship_class == "transport" for unit in view.battle(number).forces[side])


def doctrine(view: WarView, side: Side, number: int, temper: Temper) -> Doctrine:
    """How a battle is to be fought: to the last over the own home, else as the chance is."""
    battle = view.battle(number)
    won = prospect(view, side, number, temper)
    if battle.place == HOMES[side] or (battle.place == HOMES[opponent(side)] and won >= temper.engage):
        return Doctrine("hold", land_first=_lands_first(view, side, number))
    stance: Stance = "withdraw" if won >= temper.preserve else "preserve"
    return Doctrine(stance, _to_save(view, side, number), _lands_first(view, side, number))


def _to_save(view: WarView, side: Side, number: int) -> tuple[str, ...]:
    """The ships that came badly damaged, and can get away."""
    units = [unit for unit in view.battle(number).forces[side] if unit.ship_class not in NEVER_SAVED]
    return tuple(unit.name for unit in units if condition(class_of(side, unit), unit.damage) < SPENT)


def _lands_first(view: WarView, side: Side, number: int) -> bool:
    """Whether the transports are not to wait for the outcome: the planet lies open, and the battle may be lost."""
    enemy = opponent(side)
    place = view.battle(number).place
    open_to_us = view.planets.get(place) == enemy and view.base_of(enemy, place) is None
    return open_to_us and _transports(view, side, number) >= LANDING_PARTY
