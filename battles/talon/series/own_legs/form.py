"""The form of a leg of one's own: a single battle of which no more is asked than what is fought."""

from typing import Any, Final

from django import forms

from battles.talon.series.manners import manners_of
from battles.talon.skirmish.form import RANDOM, SkirmishForm
from engines.talon.set_ups.modes import battle_modes

AGREED: Final = ("way", "opponent", "terran_players", "talon_players", "level", "clock", "tempo")
"""What a single battle is asked for besides, and a campaign game has agreed on."""
FIRST: Final = {
    "fleets": RANDOM,
    "mode": "",
    "first": "terran",
    "size": "300",
    "ground": "open",
    "edge": "",
    "manner": "",
}
STANDARD: Final = "Last Ship Standing"


class LegForm(SkirmishForm):
    """The fleets of a leg, its battle mode and its ground, how it is played, and on which side by who sets it up."""

    def __init__(self, *args: Any, computer: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in AGREED:
            del self.fields[name]
        choices = manners_of(computer=computer)
        self.fields["manner"] = forms.ChoiceField(label="How it is played", choices=choices, required=False)

    def named(self, place: str) -> str:
        """What the leg of a valid form is called, whose battle is at that place."""
        mode = battle_modes().get(self.cleaned_data["mode"])
        title = STANDARD if mode is None else mode.title
        return title if title == place else f"{place}: {title}"
