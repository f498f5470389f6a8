"""Forms of the map editor: a new map, a file, a zone, a sector, and what a map suggests."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from django import forms

from campaign.new_war.maps import Offers
from campaign.rules.map import map_edits
from campaign.rules.map.map_edits import Ground, blank_map, ground_of_zone
from campaign.rules.map.strategic_map import LONGEST_TITLE, MOST_SECTORS, StrategicMap
from campaign.war.chart.words import TERRAIN_WORDS
from config.name_field import NameField
from engines.seam.registry import DEFAULT
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system

BLANK = "blank"
BASES = [("", "No base"), ("terran", "Terran base"), ("talon", "Talon base")]


def _name(label: str) -> NameField:
    """A field for a name as map files have it; the stroke divides the parts of a place."""
    return NameField(
        label=label,
        max_length=LONGEST_TITLE,
        without="/",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


def _number(label: str, low: int, high: int, help_text: str = "") -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=low, max_value=high, help_text=help_text, widget=widget)


class NewMapForm(forms.Form):
    """What a new map is called, and what it begins as: a copy of another, or empty lanes."""

    name = _name("Name of the map")
    start = forms.ChoiceField(label="Begin with", initial=BLANK)
    sectors = forms.TypedChoiceField(
        label="Sectors of an empty map",
        coerce=int,
        initial=4,
        choices=[(number, str(number)) for number in range(map_edits.LEAST_SECTORS, MOST_SECTORS + 1)],
    )

    def __init__(self, data: Any = None, *, offers: Offers) -> None:
        super().__init__(data)
        self.offers = offers
        copies = [(key, f"A copy of {offer.chart.name}") for key, offer in offers.items()]
        field = self.fields["start"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(BLANK, "An empty map"), *copies]

    @property
    def map(self) -> StrategicMap:
        """The map with which to begin."""
        chosen = self.cleaned_data
        if chosen["start"] == BLANK:
            return blank_map(chosen["name"], chosen["sectors"])
        return msgspec.structs.replace(self.offers[chosen["start"]].chart, name=chosen["name"])


class MapFileForm(forms.Form):
    """A map's file."""

    file = forms.FileField(
        label="Map file", widget=forms.FileInput(attrs={"accept": ".toml,application/toml"})
    )


class ZoneForm(forms.Form):
    """A zone: what it pays, what it is, a fixed base, and whether the front line starts there."""

    terran = _number("Terran income", 0, 1000)
    talon = _number("Talon income", 0, 1000)
    ground = forms.ChoiceField(label="What is there")
    base = forms.ChoiceField(label="Fixed base", choices=BASES, required=False)
    start = forms.BooleanField(label="The front line starts here", required=False)

    def __init__(self, data: Any = None, *, chart: StrategicMap, sector: str, index: int) -> None:
        zone = chart.zone(sector, index)
        shown = {
            "terran": zone.income[0],
            "talon": zone.income[1],
            "ground": ground_of_zone(chart, zone),
            "base": zone.base or "",
            "start": zone.start,
        }
        super().__init__(data, initial=shown)
        self.sector, self.index = sector, index
        field = self.fields["ground"]
        if isinstance(field, forms.ChoiceField):
            field.choices = _grounds()
        if zone.home:
            del self.fields["ground"], self.fields["start"]

    def apply(self, chart: StrategicMap) -> StrategicMap:
        """The map with the zone as it was entered."""
        found = self.cleaned_data
        return map_edits.change_zone(
            chart,
            self.sector,
            self.index,
            income=(found["terran"], found["talon"]),
            ground=found.get("ground", ""),
            base=_side(found["base"]),
            start=found.get("start", False),
        )


class SectorForm(forms.Form):
    """A sector's name."""

    name = _name("Name of the sector")


class MapForm(forms.Form):
    """A map's name, and the settings it suggests (S32)."""

    name = _name("Name of the map")
    start_treasury = _number("Treasury", 1000, 20_000, "Ship Points for each side at the start.")
    reserve_points = _number("Reserve", 0, 10_000, "Ship Points that must start in the Reserve.")
    free_bases = _number("Free bases", 0, 20, "For each side, besides the fixed ones.")
    boxes = _number("Game boxes at the table", 1, 9, "They limit the counters in one battle.")
    black_holes = forms.BooleanField(
        label="Black holes", required=False, help_text="Random terrain may be a black hole."
    )

    def __init__(self, data: Any = None, *, chart: StrategicMap) -> None:
        super().__init__(data, initial={name: getattr(chart, name) for name in self.base_fields})

    def apply(self, chart: StrategicMap) -> StrategicMap:
        """The map with its name and settings as they were entered."""
        return msgspec.structs.replace(chart, **self.cleaned_data)


@cache
def _grounds() -> list[tuple[str, Any]]:
    """What a zone can be, the usual kinds first."""
    usual: list[tuple[Ground, str]] = [
        ("open", TERRAIN_WORDS["open"].capitalize()),
        ("random", "Random terrain (rolled before each battle)"),
        *((f"planet:{side}", f"{side.title()} planet") for side in SIDES),
    ]
    return [*usual, ("Fixed terrain", list(_patterns()))]


def _patterns() -> Iterable[tuple[Ground, str]]:
    catalogue = system(DEFAULT).catalogue
    for column, row in sorted(catalogue.terrain_kinds(), key=lambda dice: (dice[1], dice[0])):
        yield f"{column},{row}", f"{catalogue.terrain_title(column, row)} (column {column}, row {row})"


def _side(word: str) -> Side | None:
    return next((side for side in SIDES if side == word), None)
