"""The form in which a war from paper is entered: who plays it, and where it stands on the map."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

import msgspec
from django import forms

from accounts.models import CALLSIGN_LENGTH, User
from campaign.new_war.forms import OPPONENTS, SETTLED_BY, SIDE_WORDS, NewWarForm, invited_player
from campaign.new_war.pace_form import PaceForm
from campaign.new_war.prefilled import NAMES
from campaign.paper.sheets import with_sheets
from campaign.rules.map.strategic_map import HOMES, StrategicMap, Zone, place_title
from campaign.rules.paper.ship_lines import ReadLines, read_seen, read_ships
from campaign.rules.paper.taken import MOST_TURNS, Taken, TakenBase, TakenFleet, TakenShip, TakenSighting
from campaign.rules.paper.taking_over import taken_refusals
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import suggested
from config.name_field import NameField
from engines.seam.refusals import Refusal, Refused
from engines.seam.registry import DEFAULT
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import system

BETWEEN_TWO = [choice for choice in OPPONENTS if choice[0] in ("link", "name", "one_screen")]
OWNERS = [("", "By the front line"), *SIDE_WORDS[:2]]
BASES = [("", "No base"), *SIDE_WORDS[:2]]
MOST_TEXT = 20_000
HOUSE_RULES = (
    "boxes",
    "black_holes",
    "transports_are_a_class",
    "lifetime_score",
    "reveal",
    "take_declined",
    "confirm_hours",
    "clock",
)
"""What can be agreed otherwise than published and matters after a war has begun; the rest is only for its start."""


class Sheets(forms.FileInput):
    """A choice of several files."""

    allow_multiple_selected = True


class TakeOverForm(PaceForm):
    """A war from paper on one map. Where it stands is judged by the rules once every field has been read."""

    name = NameField(label="Name of the war")
    side = forms.ChoiceField(label="My side", choices=SIDE_WORDS[:2], widget=forms.RadioSelect)
    opponent = forms.ChoiceField(label="Opponent", choices=BETWEEN_TWO, widget=forms.RadioSelect)
    callsign = forms.CharField(
        label="Opponent's callsign",
        max_length=CALLSIGN_LENGTH,
        required=False,
        help_text="Only if you invite by callsign.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    settled_by = forms.ChoiceField(label="Battles are fought", choices=SETTLED_BY, widget=forms.RadioSelect)
    turn = forms.IntegerField(
        label="The turn that comes next",
        min_value=2,
        max_value=MOST_TURNS,
        help_text="Enter everything as it was before the income of this turn. The site pays it and makes the repairs.",
    )
    sheets = forms.FileField(
        label="Tracking sheets (CSV)",
        required=False,
        help_text="One of each side, or that of a finished war. They replace what is entered below.",
        widget=Sheets(attrs={"accept": ".csv,.txt,text/csv,text/plain", "multiple": True}),
    )

    def __init__(
        self, data: Any = None, *, host: User, key: str, chart: StrategicMap, sheets: Sequence[bytes] = ()
    ) -> None:
        number = host.hosted_wars.count()
        usual = {
            "side": "terran",
            "opponent": "link",
            "settled_by": "table",
            "name": NAMES[number % len(NAMES)],
            **{name: value for name, value in _published(chart).items() if name in HOUSE_RULES},
            "take_declined": True,
        }
        self.sheets_refused: tuple[Refusal, ...] = ()
        super().__init__(self._filled_in(data, sheets, chart) if sheets else data, initial=usual)
        self.host, self.key, self.chart = host, key, chart
        self.taken: Taken | None = None
        self._of: dict[str, list[str]] = {name: [name] for name in ("callsign", *HOUSE_RULES)}
        for name in HOUSE_RULES:
            self.fields[name] = deepcopy(NewWarForm.base_fields[name])
        for side in SIDES:
            self._add_fleet(side)
        for number, sector in enumerate(chart.order):
            self._add(f"front_{number}", _front_field(chart, sector), sector)
        places = [(place, zone) for place, _, _, zone in chart.places()]
        for number, (place, zone) in enumerate(places):
            if zone.owner and place not in HOMES.values():
                label = f"Planet at {place_title(place)}"
                self._add(
                    f"planet_{number}", forms.ChoiceField(label=label, choices=OWNERS, required=False), place
                )
            if zone.terrain != "random":
                self._add_base(number, place, zone)

    def _add(self, name: str, field: forms.Field, *about: str) -> None:
        """A field, and what refusals that belong to it are about."""
        self.fields[name] = field
        for one in about:
            self._of.setdefault(one, []).append(name)

    def _add_fleet(self, side: Side) -> None:
        title = side.title()
        self._add(
            f"{side}_treasury", forms.IntegerField(label=f"{title} treasury", min_value=0, max_value=100_000)
        )
        classes = ", ".join(
            f"{kind.abbreviation} {kind.title}" for kind in system(DEFAULT).catalogue.purchasable(side)
        )
        text = forms.CharField(
            label=f"{title} ships",
            max_length=MOST_TEXT,
            help_text=f"Classes: {classes}.",
            widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "ship-lines"}),
        )
        self._add(f"{side}_ships", text, side)
        seen = forms.CharField(
            label=f"{title} ships as {opponent(side).title()} last saw them",
            max_length=MOST_TEXT,
            required=False,
            widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "ship-lines"}),
        )
        self._add(f"{side}_seen", seen, f"{side} seen")

    def _add_base(self, number: int, place: str, zone: Zone) -> None:
        owners = [choice for choice in BASES if place not in HOMES.values() or choice[0] in ("", zone.owner)]
        field = forms.ChoiceField(label=f"Base at {place_title(place)}", choices=owners, required=False)
        self._add(f"base_{number}", field, place)
        most = system(DEFAULT).catalogue.base_class(SIDES[0]).boxes + 1
        hull = forms.IntegerField(label="Hull marked", min_value=0, max_value=most, required=False)
        self._add(f"hull_{number}", hull)

    @property
    def rules(self) -> list[forms.BoundField]:
        """The house rules, which are folded away."""
        return [self[name] for name in HOUSE_RULES]

    @property
    def rules_wrong(self) -> bool:
        """Whether one of the house rules has an error."""
        return any(field.errors for field in self.rules)

    @property
    def fronts(self) -> list[forms.BoundField]:
        """The sectors' front lines."""
        return [self[name] for name in self.fields if name.startswith("front_")]

    @property
    def planets(self) -> list[forms.BoundField]:
        """The owners of planets."""
        return [self[name] for name in self.fields if name.startswith("planet_")]

    @property
    def bases(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Where a base can stand, each with its damage."""
        names = [name for name in self.fields if name.startswith("base_")]
        return [(self[name], self[name.replace("base_", "hull_")]) for name in names]

    @property
    def fleets(self) -> list[tuple[Side, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Each side's treasury and ships, and what was last seen of them."""
        return [
            (side, self[f"{side}_treasury"], self[f"{side}_ships"], self[f"{side}_seen"]) for side in SIDES
        ]

    def _filled_in(self, data: Any, sheets: Sequence[bytes], chart: StrategicMap) -> Any:
        """What was entered, with what the sheets say; as it was, with the reasons kept, if they cannot be read."""
        try:
            return with_sheets(data, sheets, chart)
        except Refused as refused:
            self.sheets_refused = refused.refusals
            return data

    def clean_callsign(self) -> User | None:
        """The player who is invited by name."""
        if self.cleaned_data.get("opponent") != "name":
            return None
        return invited_player(self.cleaned_data["callsign"].strip(), self.host)

    def clean(self) -> dict[str, Any]:
        """Everything, judged by the rules once each field is well; each refusal stands beside the field it is about."""
        found = super().clean()
        if found.get("opponent") == "one_screen":
            found["pace"] = ""
        for refusal in self.sheets_refused:
            self.add_error("sheets", str(refusal))
        fleets = {side: self._ships(side, str(found.get(f"{side}_ships", ""))) for side in SIDES}
        seen = {side: self._seen(side, str(found.get(f"{side}_seen", ""))) for side in SIDES}
        if self.errors:
            return found
        self.taken = self._read(found, fleets, {side: one for side, one in seen.items() if one})
        self.refuse(taken_refusals(self.chart, self.taken))
        if self.errors:
            self.taken = None
        return found

    def _ships(self, side: Side, text: str) -> Mapping[str, TakenShip]:
        read = read_ships(text, side, self.chart)
        self._say(read, f"{side}_ships")
        for name in read.found:
            self._of.setdefault(name, []).append(f"{side}_ships")
        return read.found

    def _seen(self, side: Side, text: str) -> Mapping[str, TakenSighting]:
        read = read_seen(text, side, self.chart)
        self._say(read, f"{side}_seen")
        return read.found

    def _say(self, read: ReadLines[Any], name: str) -> None:
        for fault in read.faults:
            self.add_error(name, fault)

    def _read(
        self,
        found: Mapping[str, Any],
        fleets: Mapping[Side, Mapping[str, TakenShip]],
        seen: Mapping[Side, Mapping[str, TakenSighting]],
    ) -> Taken:
        markers = {sector: int(found[f"front_{at}"]) for at, sector in enumerate(self.chart.order)}
        places = list(enumerate(self.chart.places()))
        return Taken(
            turn=found["turn"],
            terran=TakenFleet(found["terran_treasury"], dict(fleets["terran"])),
            talon=TakenFleet(found["talon_treasury"], dict(fleets["talon"])),
            markers=markers,
            planets={
                place: _side(found.get(f"planet_{at}")) or _owner(zone.owner, index, markers[sector])
                for at, (place, sector, index, zone) in places
                if zone.owner
            },
            bases={
                place: TakenBase(side, found.get(f"hull_{at}") or 0)
                for at, (place, _, _, _) in places
                if (side := _side(found.get(f"base_{at}")))
            },
            seen={side: dict(one) for side, one in seen.items()},
        )

    def refuse(self, refusals: Iterator[Refusal]) -> None:
        """Put each refusal beside the fields it is about."""
        for refusal in refusals:
            for name in self._of.get(refusal.where, [""]):
                self.add_error(name or None, str(refusal))

    @property
    def settings(self) -> Settings:
        """The published settings and those the map suggests, with what was chosen otherwise."""
        chosen = {name: self.cleaned_data[name] for name in ("settled_by", "pace", *HOUSE_RULES)}
        return msgspec.convert({**_published(self.chart), **chosen}, Settings)

    @property
    def my_side(self) -> Side:
        """The host's side."""
        return _side(self.cleaned_data["side"]) or "terran"

    @property
    def against(self) -> Literal["link", "name", "one_screen"]:
        """Who plays the other side."""
        found = self.cleaned_data["opponent"]
        return "name" if found == "name" else "one_screen" if found == "one_screen" else "link"


def _published(chart: StrategicMap) -> dict[str, Any]:
    """The published settings and those the map suggests, by name."""
    return {**msgspec.to_builtins(Settings()), **suggested(chart)}


def _front_field(chart: StrategicMap, sector: str) -> forms.ChoiceField:
    zones = chart.zones(sector)
    choices = [
        (index, f"{place_title(chart.place(sector, index))}{' (start)' if zone.start else ''}")
        for index, zone in enumerate(zones)
    ]
    return forms.ChoiceField(label=sector, choices=choices, initial=chart.start(sector))


def _side(word: object) -> Side | None:
    return next((side for side in SIDES if side == word), None)


def _owner(first: Side, index: int, marker: int) -> Side:
    """Whose a planet is by the front line; under the marker that of its first owner (31.8)."""
    return first if index == marker else "terran" if index < marker else "talon"
