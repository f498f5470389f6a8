"""How two states of a war differ, as events of a correction, so that each side reads its part of them (S15, S69)."""

from collections.abc import Iterator

from campaign.rules.corrections import amended_events as a
from campaign.rules.events import AnyEvent, FleetCounted, WarEnded
from campaign.rules.state import Loss, War
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side


def differences(before: War, after: War, correction: a.LogCorrected) -> list[AnyEvent]:
    """What is other in the war after a result was corrected in its log; for reading, never for the log."""
    return [
        *_on_the_map(before, after, correction),
        *_of_fleets(before, after, correction),
        *_of_the_end(before, after),
    ]


def _on_the_map(before: War, after: War, correction: a.LogCorrected) -> Iterator[AnyEvent]:
    for sector, index in after.markers.items():
        was = before.markers[sector]
        if index != was:
            yield a.MarkerAmended(sector, was, index, correction.battle, index - was)
    for place, side in after.planets.items():
        if before.planets.get(place) != side:
            yield a.PlanetAmended(place, side, correction.battle)
    for place in sorted(before.bases.keys() | after.bases.keys()):
        was_there, is_there = before.bases.get(place), after.bases.get(place)
        base = is_there or was_there
        if base is not None and was_there != is_there:
            yield a.BaseAmended(
                correction.battle, place, base.side, base.name, base.damage, is_there is not None
            )


def _of_fleets(before: War, after: War, correction: a.LogCorrected) -> Iterator[AnyEvent]:
    for side in SIDES:
        alive, lost = _units(before, after, side), _units(after, before, side)
        if alive or lost:
            yield a.FatesAmended(correction.battle, correction.turn, correction.place, side, alive, lost)
        yield from _of_fleet(before, after, side, correction.battle)


def _units(losses: War, others: War, side: Side) -> tuple[Unit, ...]:
    """What the side has lost in one state of the war and not in the other."""
    lost = {_what(loss) for loss in losses.losses} - {_what(loss) for loss in others.losses}
    return tuple(Unit(name, ship_class) for whose, name, ship_class in sorted(lost) if whose == side)


def _what(loss: Loss) -> tuple[Side, str, str]:
    return loss.side, loss.name, loss.ship_class


def _of_fleet(before: War, after: War, side: Side, battle: int) -> Iterator[AnyEvent]:
    """What only the side itself may read."""
    was, now = before.fleet(side), after.fleet(side)
    back = {name: ship for name, ship in now.ships.items() if name not in was.ships}
    gone = tuple(name for name in was.ships if name not in now.ships)
    both = was.ships.keys() & now.ships.keys()
    damage = {name: now.ships[name].damage for name in now.ships if name in both}
    damage = {name: one for name, one in damage.items() if one != was.ships[name].damage}
    if back or gone or damage:
        yield a.FleetAmended(battle, side, back, gone, damage)
    if now.treasury != was.treasury:
        yield a.TreasuryAmended(battle, side, now.treasury - was.treasury, 0)
    if (now.active_lp, now.minimum) != (was.active_lp, was.minimum) and after.phase == "planning":
        yield FleetCounted(side, now.active_lp, now.minimum)


def _of_the_end(before: War, after: War) -> Iterator[AnyEvent]:
    if after.ended is not None and before.ended is None:
        yield WarEnded(after.winner, after.ended)
