"""Booking what a corrected result changes now (S67): each event changes the war and judges nothing."""

from functools import singledispatch

from msgspec.structs import replace

from campaign.rules.corrections import amended_events as a
from campaign.rules.state import Base, Loss, War
from engines.seam.sides import SIDES


@singledispatch
def book_amended(_event: a.Amended, _war: War) -> None:
    """Change the war by one event; what explains the rest changes nothing."""


@book_amended.register
def _(event: a.FatesAmended, war: War) -> None:
    kept = [loss for loss in war.losses if loss not in event.withdrawn]
    war.losses = sorted([*kept, *event.recorded], key=_loss_order)
    seen = war.sightings[event.side]
    for name, sighting in event.seen.items():
        if sighting is None:
            seen.pop(name, None)
        else:
            seen[name] = sighting


def _loss_order(loss: Loss) -> tuple[int, int, int, str]:
    return loss.turn, loss.battle, SIDES.index(loss.side), loss.name


@book_amended.register
def _(event: a.FleetAmended, war: War) -> None:
    ships = war.fleet(event.side).ships
    for name in event.gone:
        del ships[name]
    for name, ship in event.back.items():
        ships[name] = replace(ship)
    for name, damage in event.damage.items():
        ships[name].damage = damage


@book_amended.register
def _(event: a.BaseAmended, war: War) -> None:
    if event.stands:
        war.bases[event.place] = Base(event.side, event.name, event.damage)
    else:
        del war.bases[event.place]


@book_amended.register
def _(event: a.MarkerAmended, war: War) -> None:
    war.markers[event.sector] = event.end


@book_amended.register
def _(event: a.PlanetAmended, war: War) -> None:
    war.planets[event.place] = event.side


@book_amended.register
def _(event: a.TreasuryAmended, war: War) -> None:
    war.fleet(event.side).treasury += event.points
