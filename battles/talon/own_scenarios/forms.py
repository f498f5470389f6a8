"""The forms of the editor: each valid one is a change to the text of a scenario, and that change in words."""

from typing import Any, ClassVar, Final, cast, get_args

from django import forms

from battles.talon.own_scenarios import changing
from battles.talon.own_scenarios.presets import PRESETS, planet_of
from engines.seam.sides import SIDE_TITLES, SIDES, Side, as_side
from engines.seam.words.names import tidy
from engines.talon.catalogue import classes_of
from engines.talon.fleets.ship_names import names_of
from engines.talon.layout import WIDEST, Kind, Looking, Strip, Zone
from engines.talon.results.layout_check import columns_of
from engines.talon.scenario_files.reading import LONGEST
from engines.talon.scenario_files.shape import LONGEST_STORY, meant
from engines.talon.set_ups.scenarios import Scenario, scenarios
from engines.talon.sheets.layouts import WAYS

ROWS: Final = 11
CLEAR: Final = "clear"
SIDE_CHOICES: Final = [(side, SIDE_TITLES[side]) for side in SIDES]
MOST_BYTES: Final = 32 * 1024
SHIPS: Final = "scenario-ships"
"""The list of names that the page offers where one is asked for."""


def _row(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=ROWS)


def _column(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=WIDEST)


def _as_stored(text: str) -> str:
    """A text with the line breaks of this site, and without the mark with which some editors begin one."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


class ChangeForm(forms.Form):
    """A form of which a valid one is a change; `do` is its name in the editor."""

    do: ClassVar[str]

    def __init__(self, *args: Any, scenario: Scenario | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scenario = scenario

    def names(self, side: Side) -> list[str]:
        """What the ships of a side are called, in order; none of a scenario that cannot be read."""
        ships = [] if self.scenario is None else self.scenario.force(side)
        return [ship.partition(" ")[2] for ship in ships]

    def unknown(self, side: Side, name: str, to: str) -> str:
        """Why a name is wrong, and which may be meant; "" if the side has such a ship, or nothing is known of any."""
        names = self.names(side)
        if self.scenario is None or name in names:
            return ""
        return f"{SIDE_TITLES[side]} has no {name} to {to}.{meant(name, names)}"

    def change(self) -> changing.Change:
        """What it does to the text."""
        raise NotImplementedError

    def words(self) -> str:
        """The change in words, for undoing."""
        raise NotImplementedError


class TextForm(forms.Form):
    """The whole text."""

    text = forms.CharField(
        label="The scenario as text",
        max_length=LONGEST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "false", "class": "scenario-text"}),
    )

    def clean_text(self) -> str:
        """The text as it is stored."""
        return _as_stored(self.cleaned_data["text"])


class WordsForm(ChangeForm):
    """The title and the story."""

    do = "words"
    title = forms.CharField(label="Title", max_length=60)
    story = forms.CharField(
        label="Story",
        max_length=LONGEST_STORY,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="What is at stake?",
    )

    def clean_title(self) -> str:
        """The title with single spaces."""
        return tidy(self.cleaned_data["title"])

    def change(self) -> changing.Change:
        """What it does to the text."""
        return changing.with_words(
            self.cleaned_data["title"], self.cleaned_data["story"].replace("\r\n", "\n")
        )

    def words(self) -> str:
        """The change in words."""
        return "Title or story"


class StartForm(ChangeForm):
    """Who has the initiative, and who the top edge."""

    do = "start"
    initiative = forms.ChoiceField(label="Initiative", choices=SIDE_CHOICES)
    top = forms.ChoiceField(label="Top edge", choices=SIDE_CHOICES)

    def change(self) -> changing.Change:
        """What it does to the text."""
        return changing.with_start(
            as_side(self.cleaned_data["initiative"]), as_side(self.cleaned_data["top"])
        )

    def words(self) -> str:
        """The change in words."""
        return "Initiative or top edge"


def _classes() -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (
            SIDE_TITLES[side],
            [
                (f"{side} {kind.abbreviation}", f"{SIDE_TITLES[side]} {kind.title}, {kind.points} points")
                for kind in classes_of(side)
            ],
        )
        for side in SIDES
    ]


class ShipForm(ChangeForm):
    """One ship more."""

    do = "ship"
    kind = forms.ChoiceField(label="Class", choices=_classes)
    name = forms.CharField(
        label="Name", max_length=60, required=False, help_text="Left empty, it gets a name of its class."
    )

    def clean_name(self) -> str:
        """The name without what no name has."""
        return tidy(self.cleaned_data["name"])

    def change(self) -> changing.Change:
        """What it does to the text."""
        side, kind = self._kind()
        return changing.with_ship(side, kind, self.cleaned_data["name"] or self._free_name(side, kind))

    def _kind(self) -> tuple[Side, str]:
        side, _, kind = self.cleaned_data["kind"].partition(" ")
        return as_side(side), kind

    def _free_name(self, side: Side, abbreviation: str) -> str:
        """A name of the class that no ship of the scenario has."""
        kind = next(one for one in classes_of(side) if one.abbreviation == abbreviation)
        ships = [] if self.scenario is None else [*self.scenario.terran, *self.scenario.talon]
        taken = {ship.partition(" ")[2] for ship in ships}
        return next(name for name in names_of(kind) if name not in taken)

    def words(self) -> str:
        """The change in words."""
        side, kind = self._kind()
        return f"{SIDE_TITLES[side]} {kind} added"


class TerrainForm(ChangeForm):
    """What lies in a hex."""

    do = "terrain"
    terrain = forms.ChoiceField(
        label="Terrain",
        choices=[
            *((kind, kind.replace("-", " ").capitalize()) for kind in get_args(Kind)),
            (CLEAR, "Nothing"),
        ],
    )
    row, column = _row("Row"), _column("Column")

    def clean(self) -> dict[str, Any]:
        """An error for a hex that is not on the map."""
        found = super().clean() or self.cleaned_data
        row, column = found.get("row"), found.get("column")
        if row is not None and column is not None and column > columns_of(row):
            self.add_error("column", f"Row {row} has {columns_of(row)} hexes.")
        return found

    def change(self) -> changing.Change:
        """What it does to the text."""
        kind = self.cleaned_data["terrain"]
        return changing.with_terrain(
            None if kind == CLEAR else kind, self.cleaned_data["row"], self.cleaned_data["column"]
        )

    def words(self) -> str:
        """The change in words."""
        return f"Terrain in row {self.cleaned_data['row']}, column {self.cleaned_data['column']}"


def _named(units: str) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(name for part in units.split(",") if (name := tidy(part)))


class ZoneForm(ChangeForm):
    """Where a side sets up."""

    do = "zone"
    side = forms.ChoiceField(label="Side", choices=SIDE_CHOICES)
    first_row, last_row = _row("First row"), _row("Last row")
    first_column, last_column = _column("First column"), _column("Last column")
    facing = forms.ChoiceField(
        label="Facing",
        choices=[
            ("forward", "Forward"),
            ("any", "Any way"),
            *((way, f"To the {words}") for way, words in WAYS.items()),
        ],
    )
    units = forms.CharField(
        label="Only for",
        max_length=600,
        required=False,
        help_text="Names with commas between them. Left empty, the zone is for all others of the side.",
        widget=forms.TextInput(attrs={"list": SHIPS}),
    )

    def clean_units(self) -> str:
        """The names; an error for one that no ship of the side has."""
        units, side = self.cleaned_data["units"], self.cleaned_data.get("side")
        wrong = [self.unknown(as_side(side), name, "set up") for name in _named(units)] if side else []
        if found := [words for words in wrong if words]:
            raise forms.ValidationError(found)
        return cast("str", units)

    def clean(self) -> dict[str, Any]:
        """Rows and columns in their order, and at least one hex."""
        found = super().clean() or self.cleaned_data
        for first, last in (("first_row", "last_row"), ("first_column", "last_column")):
            if first in found and last in found and found[first] > found[last]:
                found[first], found[last] = found[last], found[first]
        return found

    def change(self) -> changing.Change:
        """What it does to the text."""
        found = self.cleaned_data
        rows = range(found["first_row"], found["last_row"] + 1)
        strips = tuple(Strip(row, *self._columns(row)) for row in rows)
        names = _named(found["units"])
        return changing.with_zone(
            Zone(as_side(found["side"]), strips, names, cast("Looking", found["facing"]))
        )

    def _columns(self, row: int) -> tuple[int, int]:
        """The columns of a row; up to its end, a row is written as a whole."""
        first, last = self.cleaned_data["first_column"], self.cleaned_data["last_column"]
        return first, WIDEST if last >= columns_of(row) else last

    def words(self) -> str:
        """The change in words."""
        return f"{SIDE_TITLES[as_side(self.cleaned_data['side'])]}'s zone"


class AimForm(ChangeForm):
    """What a side is to do."""

    do = "aim"
    side = forms.ChoiceField(label="Side", choices=SIDE_CHOICES)
    preset = forms.ChoiceField(
        label="What it does", choices=[(key, preset.title) for key, preset in PRESETS.items()]
    )
    unit = forms.CharField(
        label="Name",
        max_length=60,
        required=False,
        help_text="Of the ship or planet, where one is named.",
        widget=forms.TextInput(attrs={"list": SHIPS}),
    )

    def clean(self) -> dict[str, Any]:
        """An error for a target without a ship."""
        found = super().clean() or self.cleaned_data
        preset = PRESETS.get(found.get("preset", ""))
        if preset is not None and preset.names_a_unit and not found.get("unit"):
            self.add_error("unit", "Give its name.")
        elif preset is not None and preset.names_a_ship and found.get("side"):
            wrong = self.unknown(as_side(found["side"]), tidy(found["unit"]), "name")
            if wrong:
                self.add_error("unit", wrong)
        return found

    def change(self) -> changing.Change:
        """What it does to the text."""
        side, preset = as_side(self.cleaned_data["side"]), PRESETS[self.cleaned_data["preset"]]
        aims = preset.of(side, tidy(self.cleaned_data["unit"]))
        return changing.with_aims(aims, planet_of(preset, side))

    def words(self) -> str:
        """The change in words."""
        return "An aim added"


class NewForm(forms.Form):
    """A new scenario: from nothing, or a copy of a printed one."""

    title = forms.CharField(label="Title", max_length=60)
    start = forms.ChoiceField(label="Begin with")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        copies = [
            (str(number), f"A copy of {number} {one.title}")
            for number, one in scenarios().items()
            if changing.can_be_copied(number)
        ]
        cast("forms.ChoiceField", self.fields["start"]).choices = [
            ("blank", "A ship on each side"),
            *copies,
        ]

    def clean_title(self) -> str:
        """The title with single spaces."""
        return tidy(self.cleaned_data["title"])

    def text(self) -> str:
        """The text of the scenario."""
        title, start = self.cleaned_data["title"], self.cleaned_data["start"]
        if start == "blank":
            return changing.blank(title)
        return changing.changed(changing.text_of(int(start)), changing.with_title(title))


class FileForm(forms.Form):
    """A scenario's file."""

    file = forms.FileField(
        label="Scenario file", widget=forms.FileInput(attrs={"accept": ".toml,application/toml"})
    )

    def clean_file(self) -> str:
        """The text of the file."""
        data = self.cleaned_data["file"].read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise forms.ValidationError(f"The file is too large. The limit is {MOST_BYTES // 1024} KB.")
        try:
            return _as_stored(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise forms.ValidationError(
                "The file is no text in UTF-8. Save it as UTF-8 and try again."
            ) from error


FORMS: Final[dict[str, type[ChangeForm]]] = {
    form.do: form for form in (WordsForm, StartForm, ShipForm, TerrainForm, ZoneForm, AimForm)
}
