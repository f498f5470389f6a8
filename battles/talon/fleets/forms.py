"""The forms of one's own fleets: a new one, and what an old one is called and may cost."""

from typing import Any, cast

from django import forms

from battles.models.fleets import NAME_LENGTH
from config.name_field import NameField
from config.number_field import NumberField
from engines.seam.sides import SIDES, Side
from engines.talon.fleets.own import LEAST_SIZE, MOST_SIZE, OwnFleet, sizes

NUMBER = ("", "Another number of points")


def size_choices() -> list[tuple[str, str]]:
    """The sizes by their names (27), and a number of one's own."""
    return [*((str(size.points), f"{size.title}: {size.points} points") for size in sizes()), NUMBER]


class FleetForm(forms.Form):
    """What a fleet is called, and what it may cost."""

    name = NameField(
        label="Name",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the fleet a name."},
    )
    size = forms.ChoiceField(label="Size", choices=size_choices, required=False)
    limit = NumberField(label="Points", least=LEAST_SIZE, most=MOST_SIZE, what="points", required=False)

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error if no size is chosen and no number is given."""
        found = super().clean() or self.cleaned_data
        if not self.errors and not found["size"] and found["limit"] is None:
            self.add_error("size", "Choose a size, or say how many points the fleet may cost.")
        return found

    @property
    def chosen_size(self) -> int:
        """The points of a valid form."""
        return int(self.cleaned_data["size"] or self.cleaned_data["limit"])


class NewFleetForm(FleetForm):
    """Whose ships a new fleet has besides."""

    faction = forms.ChoiceField(
        label="Ships", choices=[(side, side.title()) for side in SIDES], widget=forms.RadioSelect
    )
    field_order = ("name", "faction", "size", "limit")

    @property
    def fleet(self) -> OwnFleet:
        """The fleet of a valid form, without a ship yet."""
        return OwnFleet(cast("Side", self.cleaned_data["faction"]), self.chosen_size)


def form_of(name: str, fleet: OwnFleet) -> dict[str, str]:
    """What the form of a fleet says of it."""
    named = str(fleet.size) in dict(size_choices())
    return {"name": name, "size": str(fleet.size) if named else "", "limit": "" if named else str(fleet.size)}
