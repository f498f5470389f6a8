"""The forms of a match: a challenge, and a team."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms

from accounts.models import User
from clubs.games.forms import DAYS, TermsForm
from clubs.games.forms import FIRST as FIRST_TERMS
from clubs.games.words import span_words
from clubs.membership.reading import seen_by
from clubs.models import Club, Match
from clubs.models.matches import MATCH_NAME, MOST_BOARDS
from config.name_field import NameField

FIRST = {**FIRST_TERMS, "boards": "3"}


class MatchForm(TermsForm):
    """A challenge: which club, on how many boards, and what is played on each; of the clubs that the user sees."""

    name = NameField(label="Name", max_length=MATCH_NAME)
    away = forms.TypedChoiceField(label="Which club", coerce=int)
    boards = forms.TypedChoiceField(
        label="Boards",
        choices=[(number, str(number)) for number in range(1, MOST_BOARDS + 1)],
        coerce=int,
        help_text="Each club names so many players, in order. Yours is Terran first on board 1, then they alternate.",
    )

    def __init__(
        self, data: Any = None, *, user: User, club: Club, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, user=user, initial=initial)
        others = seen_by(user).exclude(pk=club.pk).order_by("name", "pk").values_list("pk", "name")
        cast("forms.ChoiceField", self.fields["away"]).choices = list(others)
        days = cast("forms.ChoiceField", self.fields["days"])
        days.label, days.choices = "Deadline", [(str(one), span_words(one)) for one in DAYS]
        days.help_text = "Nothing happens by itself when it has passed: you see who is late."

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields of a valid form, as the service takes them."""
        found = self.cleaned_data
        return {**{name: found[name] for name in ("name", "away", "boards")}, "terms": self.terms}


class TeamForm(forms.Form):
    """Who plays on each board of a match for a club."""

    def __init__(
        self, data: Any = None, *, match: Match, players: Sequence[User], team: Sequence[int] = ()
    ) -> None:
        first = {f"board_{number}": user for number, user in enumerate(team, 1)}
        super().__init__(data, initial=first)
        choices = [("", "Choose a player"), *((one.pk, one.username) for one in players)]
        for number in range(1, match.boards + 1):
            self.fields[f"board_{number}"] = forms.TypedChoiceField(
                label=f"Board {number}", choices=choices, coerce=int
            )

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for a player who is named twice."""
        found = super().clean() or self.cleaned_data
        for name in list(found):
            if list(found.values()).count(found[name]) > 1:
                self.add_error(name, "This player is named twice.")
                break
        return found

    @property
    def chosen(self) -> list[int]:
        """The players of a valid form, from board 1 on."""
        return [self.cleaned_data[name] for name in self.fields]
