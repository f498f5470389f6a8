"""The form of a fleet: its name and the game it is for, and its ships and squadrons as they were entered."""

from collections.abc import Mapping
from typing import Final, cast

from django import forms
from django.http import QueryDict
from msgspec.structs import replace

from battles.models.fleets import NAME_LENGTH
from battles.warfleets.keeping import MOST_SHIPS, MOST_SQUADRONS
from config.name_field import NameField
from config.number_field import NumberField
from engines.seam.words.names import tidy
from engines.seam.words.whole_numbers import whole_number
from engines.warfleets.catalogue import Catalogue, Facing, Kind, Size, catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron

FACINGS: Final[tuple[Facing, ...]] = ("front", "sides", "rear")
LEAST_POINTS: Final = 40
MOST_POINTS: Final = 1500


class FleetForm(forms.Form):
    """What a fleet is called, and the points of the game it is for."""

    name = NameField(
        label="Name",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the fleet a name."},
    )
    points = NumberField(label="Points of the game", least=LEAST_POINTS, most=MOST_POINTS, what="points")


def fleet_from(data: QueryDict, name: str, before: Fleet, *, stale: bool) -> Fleet:
    """The ships and squadrons of a sent form, of the same faction as before; KeyError if they have what it has not.

    A `stale` form may have what the faction had that was taken away in another window: it is left out.
    """
    known = before.assets
    ships = [
        _ship(data, f"ship-{place}", known, stale=stale)
        for place in range(MOST_SHIPS)
        if f"ship-{place}-size" in data
    ]
    squadrons = [
        Squadron(tidy(data.get(f"squadron-{place}-name", "")), _kind(data.get(f"squadron-{place}-kind", "")))
        for place in range(MOST_SQUADRONS)
        if f"squadron-{place}-kind" in data
    ]
    return replace(before, name=name, ships=tuple(ships), squadrons=tuple(squadrons))


def changed(fleet: Fleet, do: str) -> Fleet:
    """The fleet after the button that was pressed; KeyError if there is none such.

    "add-heavy" and "add-fighter" add a model, "drop-ship-0" and "drop-squadron-0" take one away;
    "save" and "cards" leave it as it is.
    """
    verb, _, what = do.partition("-")
    if verb == "add" and what in catalogue().ships:
        size = what
        return replace(
            fleet, ships=(*fleet.ships, Ship(_new_name(fleet, catalogue().ships[size].title), size))
        )
    if verb == "add":
        kind = _kind(what)
        named = _new_name(fleet, catalogue().squadrons[kind].title)
        return replace(fleet, squadrons=(*fleet.squadrons, Squadron(named, kind)))
    if verb == "drop":
        group, _, place = what.partition("-")
        number = whole_number(place, digits=2)
        if group == "ship" and number is not None:
            return replace(fleet, ships=fleet.ships[:number] + fleet.ships[number + 1 :])
        if group == "squadron" and number is not None:
            return replace(fleet, squadrons=fleet.squadrons[:number] + fleet.squadrons[number + 1 :])
    if do not in ("save", "cards"):
        raise KeyError(do)
    return fleet


def _ship(data: QueryDict, key: str, known: Catalogue, *, stale: bool) -> Ship:
    def had(table: Mapping[str, object], what: str) -> str:
        chosen = data.get(f"{key}-{what}", "")
        return "" if not chosen or (stale and chosen not in table) else _one_of(table, chosen)

    upgrades = data.getlist(f"{key}-upgrades")
    weapons = [Mount(facing, weapon) for facing in FACINGS if (weapon := had(known.weapons, facing))]
    return Ship(
        name=tidy(data.get(f"{key}-name", "")),
        size=cast("Size", _one_of(known.ships, data.get(f"{key}-size", ""))),
        upgrades=tuple(
            _one_of(known.upgrades, one) for one in upgrades if not stale or one in known.upgrades
        ),
        weapons=tuple(weapons),
        hero=had(known.heroes, "hero"),
        title=had(known.titles, "title"),
    )


def _kind(key: str) -> Kind:
    return cast("Kind", _one_of(catalogue().squadrons, key))


def _one_of(table: Mapping[str, object] | Mapping[Size, object] | Mapping[Kind, object], key: str) -> str:
    if key not in table:
        raise KeyError(key)
    return key


def _new_name(fleet: Fleet, title: str) -> str:
    """A name that no model of the fleet has: "Heavy Ship 1"."""
    taken = {*(ship.name for ship in fleet.ships), *(squadron.name for squadron in fleet.squadrons)}
    return next(
        name
        for number in range(1, MOST_SHIPS + MOST_SQUADRONS + 2)
        if (name := f"{title} {number}") not in taken
    )
