"""The form of a new battle: the fleets, the table, and against whom."""

from typing import Any, Final, cast

from django import forms

from accounts.models import User
from battles.warfleets.forms import LEAST_POINTS, MOST_POINTS
from battles.warfleets.tables.choices import chosen_fleet, chosen_table, fleet_choices, table_choices
from battles.warfleets.tables.services.beginning import Terms
from config.number_field import NumberField
from engines.warfleets.captains.levels import Level
from engines.warfleets.fleet import Fleet

COMPUTER: Final = "computer"
OPPONENTS: Final = [(COMPUTER, "The computer"), ("one_screen", "A friend at this screen")]
LEVELS: Final = [
    ("ensign", "Easy: an ensign"),
    ("captain", "Medium: a captain"),
    ("admiral", "Hard: an admiral"),
]
FIRST: Final = {"points": 300, "opponent": COMPUTER, "level": "ensign"}


class NewTableForm(forms.Form):
    """What a battle is fought with, and against whom; whoever begins it plays Terran."""

    fleet = forms.ChoiceField(label="Your fleet")
    opponent = forms.ChoiceField(label="Opponent", choices=OPPONENTS, widget=forms.RadioSelect)
    level = forms.ChoiceField(label="The computer's captain", choices=LEVELS, required=False)
    theirs = forms.ChoiceField(label="The other fleet")
    points = NumberField(label="Points of the game", least=LEAST_POINTS, most=MOST_POINTS, what="points")
    table = forms.ChoiceField(label="Table", choices=table_choices)

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        fleets = fleet_choices(user)
        for name in ("fleet", "theirs"):
            cast("forms.ChoiceField", self.fields[name]).choices = fleets

    @property
    def fleets(self) -> tuple[Fleet, Fleet]:
        """The player's fleet and the other, of a valid form."""
        own, theirs = (chosen_fleet(self.cleaned_data[name], self.user) for name in ("fleet", "theirs"))
        return own, theirs

    @property
    def level_chosen(self) -> Level | None:
        """The level of the computer; None at one screen."""
        if self.cleaned_data["opponent"] != COMPUTER:
            return None
        return cast("Level", self.cleaned_data["level"] or FIRST["level"])

    @property
    def terms(self) -> Terms:
        """The points and the table of a valid form."""
        return Terms(self.cleaned_data["points"], chosen_table(self.cleaned_data["table"]))
