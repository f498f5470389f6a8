"""The short form of a past result, by which a line of a file is judged, too."""

from datetime import date
from typing import Any, Final

from django import forms
from django.utils import timezone

from accounts.models import CALLSIGN_LENGTH, LifetimeLine, PastResult, User
from accounts.scores.told import Told
from accounts.selectors import person_called
from config.name_field import NameField
from config.number_field import NumberField
from engines.seam.sides import SIDES

EARLIEST: Final = date(2000, 1, 1)
MOST_LP: Final = 99
MOST_GAMES: Final = 20
WITHOUT_DEGREE: Final = (LifetimeLine.Kind.WAR, LifetimeLine.Kind.SERIES)
NOBODY: Final = "No player of this site has this callsign."


class ResultForm(forms.Form):
    """A result of the `user` against somebody else; `known` are players who were looked up before, as written.

    The opponent of a result that is corrected is `fixed`.
    """

    opponent = forms.CharField(
        label="Opponent’s callsign",
        max_length=CALLSIGN_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    played_on = forms.DateField(
        label="Played on",
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Write the day as 2024-03-31."},
    )
    kind = forms.ChoiceField(label="Class of game", choices=LifetimeLine.Kind.choices)
    outcome = forms.ChoiceField(label="Result", choices=PastResult.Outcome.choices)
    degree = forms.ChoiceField(
        label="Degree",
        choices=[("", "–"), *PastResult.Degree.choices],
        required=False,
        help_text="Of a battle that somebody won. Both games of a pair won are one devastating victory.",
    )
    side = forms.ChoiceField(
        label="Your side", choices=[("", "–"), *((side, side.title()) for side in SIDES)], required=False
    )
    scenario = NameField(label="Scenario", max_length=80, required=False)
    mode = NameField(label="Battle mode", max_length=60, required=False)
    way = forms.ChoiceField(
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
        """The day, not before the game and not tomorrow; where the day begins first, it may be tomorrow here."""
        day: date = self.cleaned_data["played_on"]
        if day < EARLIEST:
            raise forms.ValidationError(f"Nothing before {EARLIEST.year} counts.")
        if day > timezone.localdate():
            raise forms.ValidationError("That day is still to come.")
        return day

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

    @property
    def other(self) -> User:
        """The opponent of a valid form."""
        found: User = self.cleaned_data["opponent"]
        return found


def form_of(row: PastResult) -> dict[str, Any]:
    """What the form says of a result, from the side of who entered it."""
    names = (name for name in ResultForm.base_fields if name != "opponent")
    return {name: getattr(row, name) for name in names} | {"opponent": row.other.username}
