"""The form of a leg whose fleets are chosen in secret: what is agreed on before anybody chooses."""

from typing import Any, Final, cast

from django import forms

from battles.talon.choosing.forms import DesignForm
from battles.talon.series.arranging import PlannedLeg
from battles.talon.series.designs import design_title
from battles.talon.series.manners import manners_of, read_manner
from battles.talon.series.own_legs.form import AGREED
from engines.seam.sides import Side
from engines.talon.set_ups.choosing import Design

FIRST: Final = {"size": "300", "mode": "", "ground": "open", "edge": "talon", "manner": ""}


class SealedLegForm(DesignForm):
    """The size, the mode and the terrain of a leg, how it is played, and on which side by who sets it up."""

    def __init__(self, *args: Any, computer: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in (*AGREED, "how", "faction"):
            del self.fields[name]
        self.fields["edge"].help_text = ""
        choices = manners_of(computer=computer)
        self.fields["manner"] = forms.ChoiceField(label="How it is played", choices=choices, required=False)

    @property
    def design(self) -> Design:
        """What a valid form says is agreed on."""
        chosen = self.cleaned_data
        return Design(
            how="sealed",
            size=int(chosen["size"] or chosen["limit"]),
            mode=chosen["mode"],
            initiative=cast("Side | None", chosen["edge"] or None),
            ground=chosen["ground"],
            holes=chosen["holes"],
        )

    def planned(self) -> PlannedLeg:
        """The leg of a valid form."""
        way, pace = read_manner(self.cleaned_data["manner"])
        design = self.design
        return PlannedLeg(design_title(design), None, self.chosen_side(), way=way, pace=pace, design=design)
