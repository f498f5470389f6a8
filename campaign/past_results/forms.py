"""The short form of a past result, by which a line of a file is judged, too."""

from collections.abc import Iterable
from typing import Any, Final

from django import forms

from accounts.models import LifetimeLine, PastResult
from accounts.scores.forms import PlayedForm
from accounts.scores.told import Told
from config.name_field import NameField
from config.number_field import NumberField
from engines.seam.sides import SIDES

MOST_LP: Final = 99
WITHOUT_DEGREE: Final = (LifetimeLine.Kind.WAR, LifetimeLine.Kind.SERIES)


class OneOf(forms.ChoiceField):
    """A choice; whoever writes something else, as in a file, is told what there is."""

    def __init__(self, *, choices: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        every = list(choices)
        known = ", ".join(str(label).lower() for value, label in every if value)
        said = {"required": f"Write one of: {known}.", "invalid_choice": f"Write one of: {known}."}
        super().__init__(choices=every, error_messages=said, **kwargs)


class ResultForm(PlayedForm):
    """A result of Talon."""

    field_order = (
        *("opponent", "played_on", "kind", "outcome", "degree", "side", "scenario", "mode", "way"),
        *("own_lp", "their_lp", "game"),
    )

    kind = OneOf(label="Class of game", choices=LifetimeLine.Kind.choices)
    outcome = OneOf(label="Result", choices=PastResult.Outcome.choices)
    degree = OneOf(
        label="Degree",
        choices=[("", "–"), *PastResult.Degree.choices],
        required=False,
        help_text="Of a battle that somebody won. Both games of a pair won are one devastating victory.",
    )
    side = OneOf(
        label="Your side", choices=[("", "–"), *((side, side.title()) for side in SIDES)], required=False
    )
    scenario = NameField(label="Scenario", max_length=80, required=False)
    mode = NameField(label="Battle mode", max_length=60, required=False)
    way = OneOf(
        label="Fought", choices=[("", "–"), *LifetimeLine.Way.choices], required=False, initial="table"
    )
    own_lp = NumberField(label="Your LP", least=0, most=MOST_LP, what="LP", required=False)
    their_lp = NumberField(
        label="Their LP",
        least=0,
        most=MOST_LP,
        what="LP",
        required=False,
        help_text="Of a battle of a war, if uneven battles count otherwise between you (31.9).",
    )

    def clean(self) -> dict[str, Any]:
        """The fields, with an error where they contradict each other."""
        found = super().clean() or self.cleaned_data
        kind, outcome, degree = (found.get(name, "") for name in ("kind", "outcome", "degree"))
        if kind and outcome:
            has_degree = kind not in WITHOUT_DEGREE and outcome != PastResult.Outcome.DRAWN
            if has_degree and not degree and "degree" not in self.errors:
                self.add_error("degree", "Choose the degree of the victory.")
            if degree and not has_degree:
                self.add_error("degree", "Only a battle that somebody won has a degree.")
        lp = [found.get(name) for name in ("own_lp", "their_lp")]
        if any(one is not None for one in lp):
            if kind and kind != LifetimeLine.Kind.FRONT:
                self.add_error("own_lp", "Only a battle of a war has LP.")
            elif None in lp:
                self.add_error("their_lp", "Give the LP of both sides, or of neither.")
        return found

    @property
    def told(self) -> Told:
        """The result of a valid form."""
        found = {name: value for name, value in self.cleaned_data.items() if name != "opponent"}
        return Told(**found | {"game": found["game"] or 1})


def form_of(row: PastResult) -> dict[str, Any]:
    """What the form says of a result, from the side of who entered it."""
    names = (name for name in ResultForm.base_fields if name != "opponent")
    return {name: getattr(row, name) for name in names} | {"opponent": row.other.username}
