"""What the forms of past results of any game have: against whom it was, on which day, and which game of it."""

from datetime import date
from typing import Any, Final

from django import forms
from django.utils import timezone

from accounts.models import CALLSIGN_LENGTH, User
from accounts.selectors import person_called
from config.number_field import NumberField

EARLIEST: Final = date(2000, 1, 1)
MOST_GAMES: Final = 20
NOBODY: Final = "No player of this site has this callsign."


class PlayedForm(forms.Form):
    """A result of the `user` against somebody else; `known` are players who were looked up before, as written.

    The opponent of a result that is corrected is `fixed`.
    """

    opponent = forms.CharField(
        label="Opponent’s callsign",
        max_length=CALLSIGN_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Name your opponent.", "max_length": NOBODY},
    )
    played_on = forms.DateField(
        label="Played on",
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages=dict.fromkeys(("required", "invalid"), "Write the day as 2024-03-31."),
    )
    game = NumberField(
        label="Game of that day",
        least=1,
        most=MOST_GAMES,
        what="games",
        required=False,
        help_text="Only for a second game of the same class and scenario on one day.",
    )

    def __init__(
        self,
        *args: Any,
        user: User,
        known: dict[str, User | None] | None = None,
        fixed: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["opponent"].disabled = fixed
        self.user, self.known = user, {} if known is None else known

    def clean_opponent(self) -> User:
        """The player of that callsign; the same words for nobody, a guest, the computer and a closed account."""
        written = self.cleaned_data["opponent"]
        if written not in self.known:
            self.known[written] = person_called(written)
        found = self.known[written]
        if found is None or found.is_guest or found.is_computer or not found.is_active:
            raise forms.ValidationError(NOBODY)
        if found.pk == self.user.pk:
            raise forms.ValidationError("That is you. Name your opponent.")
        return found

    def clean_played_on(self) -> date:
        """The day, not before the game and not tomorrow; one that is not entered here was looked at before."""
        day: date = self.cleaned_data["played_on"]
        if self.fields["played_on"].disabled:
            return day
        if day < EARLIEST:
            raise forms.ValidationError(f"Nothing before {EARLIEST.year} counts.")
        if day > timezone.localdate():
            raise forms.ValidationError("That day is still to come.")
        return day

    @property
    def other(self) -> User:
        """The opponent of a valid form."""
        found: User = self.cleaned_data["opponent"]
        return found
