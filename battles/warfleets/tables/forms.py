"""The form of a new battle: the fleets, the table, and against whom."""

from functools import cached_property
from typing import Any, Final, cast

from django import forms

from accounts.models import CALLSIGN_LENGTH, User
from accounts.selectors import person_called
from battles.warfleets.forms import LEAST_POINTS, MOST_POINTS
from battles.warfleets.tables.choices import chosen_fleet, chosen_table, fleet_choices, table_choices
from battles.warfleets.tables.services.beginning import Terms
from config.number_field import NumberField
from engines.warfleets.captains.levels import Level
from engines.warfleets.fleet import Fleet

COMPUTER: Final = "computer"
ONE_SCREEN: Final = "one_screen"
OPPONENTS: Final = [
    (COMPUTER, "The computer"),
    (ONE_SCREEN, "A friend at this screen"),
    ("link", "A friend, by link"),
    ("player", "A player of this site, by callsign"),
]
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
    callsign = forms.CharField(label="Their callsign", required=False, max_length=CALLSIGN_LENGTH)
    theirs = forms.ChoiceField(
        label="The other fleet",
        required=False,
        help_text="A friend by link or by callsign brings a fleet of their own.",
    )
    points = NumberField(label="Points of the game", least=LEAST_POINTS, most=MOST_POINTS, what="points")
    table = forms.ChoiceField(label="Table", choices=table_choices)

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        fleets = fleet_choices(user)
        for name in ("fleet", "theirs"):
            cast("forms.ChoiceField", self.fields[name]).choices = fleets

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with the player who is invited by name."""
        found = super().clean() or self.cleaned_data
        self.invited: User | None = None
        if found.get("opponent") == "player":
            person = person_called(found.get("callsign", ""))
            if person is None or person.is_computer or person.is_guest or not person.is_active:
                self.add_error("callsign", "Nobody here has this callsign.")
            elif self.user is not None and person.pk == self.user.pk:
                self.add_error("callsign", "This is you. Choose another player.")
            else:
                self.invited = person
        elif found.get("opponent") in (COMPUTER, ONE_SCREEN) and not found.get("theirs"):
            self.add_error("theirs", "Choose the other fleet.")
        return found

    @property
    def waits(self) -> bool:
        """Whether the battle waits for somebody who brings a fleet."""
        return self.cleaned_data["opponent"] not in (COMPUTER, ONE_SCREEN)

    @cached_property
    def own_fleet(self) -> Fleet:
        """The player's fleet, of a valid form."""
        return chosen_fleet(self.cleaned_data["fleet"], self.user, self.cleaned_data["points"])

    @cached_property
    def other_fleet(self) -> Fleet:
        """The fleet of the computer, or of the other side at one screen."""
        return chosen_fleet(self.cleaned_data["theirs"], self.user, self.cleaned_data["points"])

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


class JoinForm(forms.Form):
    """The fleet that somebody brings to a battle that waits for them."""

    fleet = forms.ChoiceField(label="Your fleet")

    def __init__(self, *args: Any, user: User | None, points: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.points = user, points
        cast("forms.ChoiceField", self.fields["fleet"]).choices = fleet_choices(user)

    @cached_property
    def own_fleet(self) -> Fleet:
        """The fleet of a valid form."""
        return chosen_fleet(self.cleaned_data["fleet"], self.user, self.points)
