"""The forms of a season: what is played, and what organisers decide."""

from typing import Any, cast

from django import forms

from accounts.models import User
from clubs.games.forms import DAYS, TermsForm
from clubs.games.forms import FIRST as FIRST_TERMS
from clubs.games.words import days_words
from clubs.models import Pairing, Season
from clubs.models.seasons import REASON_LENGTH, SEASON_NAME
from config.name_field import NameField

MORE_DAYS = (3, 7, 14)
ROUNDS = (2, 3, 4, 5, 6, 7, 8, 9)
FIRST = {**FIRST_TERMS, "system": "robin", "rounds": "5"}


class SeasonForm(TermsForm):
    """A new season: who plays whom, what is played in each pairing, and how long a round lasts."""

    name = NameField(label="Name", max_length=SEASON_NAME)
    system = forms.ChoiceField(
        label="Who plays whom", choices=Season.System.choices, widget=forms.RadioSelect
    )
    rounds = forms.TypedChoiceField(
        label="Rounds of a Swiss",
        required=False,
        choices=[(number, str(number)) for number in ROUNDS],
        coerce=int,
        help_text="There are at most half as many as players.",
    )

    def __init__(self, data: Any = None, *, user: User, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, user=user, initial=initial)
        days = cast("forms.ChoiceField", self.fields["days"])
        days.label, days.choices = "Deadlines of rounds", [(str(one), days_words(one)) for one in DAYS]
        days.help_text = "Nothing happens by itself when one has passed: you see who is late, and decide."

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for a Swiss without rounds."""
        found = super().clean()
        is_swiss = found.get("system") == Season.System.SWISS
        if is_swiss and not found.get("rounds") and "rounds" not in self.errors:
            self.add_error("rounds", "Choose how many rounds there are.")
        return found

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields of a valid form, as the service takes them."""
        found = self.cleaned_data
        system = Season.System(found["system"])
        rounds = int(found["rounds"]) if system == Season.System.SWISS else 0
        return {"name": found["name"], "system": system, "terms": self.terms, "rounds": rounds}


class ExtendForm(forms.Form):
    """More time for a round, whose deadline was `due` when the page was made."""

    days = forms.TypedChoiceField(
        label="More time", choices=[(days, f"{days} days more") for days in MORE_DAYS], coerce=int
    )
    due = forms.DateTimeField(widget=forms.HiddenInput)


class RulingForm(forms.Form):
    """How a game counts, and why."""

    ruled = forms.ChoiceField(label="The game", widget=forms.RadioSelect)
    reason = forms.CharField(
        label="Why",
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One sentence. Everybody in the season reads it.",
    )

    def __init__(self, pairing: Pairing, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        second = "" if pairing.second is None else pairing.second.user.username
        kinds = Pairing.Ruled
        cast("forms.ChoiceField", self.fields["ruled"]).choices = [
            (kinds.FIRST.value, f"counts as won by {pairing.first.user.username}"),
            (kinds.SECOND.value, f"counts as won by {second}"),
            (kinds.DRAWN.value, "counts as drawn"),
            (kinds.VOID.value, "does not count at all"),
        ]
