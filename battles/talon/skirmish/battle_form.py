"""What is asked before any battle without a war: which side one plays, against whom, and how fast."""

from typing import cast

from django import forms

from battles.clocks import CHOICES
from engines.seam.documents import BattleSetup, Level
from engines.seam.sides import Side

OPPONENTS = [
    ("computer", "The computer"),
    ("one_screen", "A friend at this screen"),
    ("link", "A friend, by link"),
]
TEMPOS = [
    ("step", "Every step: about 57 clicks a battle"),
    ("impulse", "By impulse: orders for the round, asked at every new contact"),
    (
        "round",
        "By round: orders for the round, asked at a first contact and at damage; about 17 clicks a battle",
    ),
]
LEVELS = [("ensign", "Easy: an ensign"), ("captain", "Medium: a captain"), ("admiral", "Hard: an admiral")]


class BattleForm(forms.Form):
    """Which side one plays, against whom, and how fast."""

    side = forms.ChoiceField(
        label="You play", choices=[("terran", "Terran"), ("talon", "Talon")], widget=forms.RadioSelect
    )
    opponent = forms.ChoiceField(label="Opponent", choices=OPPONENTS, widget=forms.RadioSelect)
    level = forms.ChoiceField(label="The computer's captain", choices=LEVELS)
    clock = forms.ChoiceField(
        label="Clock",
        choices=CHOICES,
        required=False,
        help_text="When your time is out, a captain plays on for you.",
    )
    tempo = forms.ChoiceField(
        label="Tempo",
        choices=TEMPOS,
        required=False,
        help_text="You can change it at any decision.",
    )

    def setup(self) -> BattleSetup:
        """The set-up of a valid form."""
        raise NotImplementedError

    def chosen_side(self) -> Side:
        """The side of the player who fills in the form."""
        return cast("Side", self.cleaned_data["side"])

    def chosen_clock(self) -> str:
        """The clock of a battle by link."""
        return str(self.cleaned_data["clock"])

    def chosen_level(self) -> Level:
        """The level of the computer's captain."""
        return cast("Level", self.cleaned_data["level"])
