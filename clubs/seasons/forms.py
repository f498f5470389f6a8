"""The forms of a season: what is played, and what organisers decide."""

from typing import Any, cast

from django import forms

from battles.models import Way
from battles.talon.series.forms import WAYS
from battles.talon.series.planning import scenario_choices
from battles.talon.skirmish.battle_form import DEFAULT_TEMPO, TEMPOS
from clubs.models import Pairing, Season
from clubs.models.seasons import REASON_LENGTH, SEASON_NAME
from clubs.seasons.setting_up import Terms
from clubs.seasons.words import days_words
from config.name_field import NameField

DAYS = (0, 3, 7, 14, 21, 28, 56)
MORE_DAYS = (3, 7, 14)
ROUNDS = (2, 3, 4, 5, 6, 7, 8, 9)
FIRST = {
    "system": "robin",
    "rounds": "5",
    "legs": "pair",
    "way": Way.HAND,
    "tempo": DEFAULT_TEMPO,
    "days": "14",
}


class SeasonForm(forms.Form):
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
    legs = forms.ChoiceField(
        label="What is played",
        choices=Season.Legs.choices,
        widget=forms.RadioSelect,
        help_text="Each pairing is a campaign game: its last leg counts double.",
    )
    scenarios = forms.MultipleChoiceField(
        label="Scenarios",
        required=False,
        choices=scenario_choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="The first-named player begins as Terran, and sides change from leg to leg.",
    )
    days = forms.ChoiceField(
        label="Deadlines",
        choices=[(str(days), days_words(days)) for days in DAYS],
        help_text="Nothing happens by itself when one has passed: you see who is late, and decide.",
    )
    way = forms.ChoiceField(label="How legs are fought", choices=WAYS, widget=forms.RadioSelect)
    tempo = forms.ChoiceField(label="Tempo in the browser", choices=TEMPOS, widget=forms.RadioSelect)

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for too few scenarios or too many."""
        found = super().clean() or self.cleaned_data
        if (
            found.get("system") == Season.System.SWISS
            and not found.get("rounds")
            and "rounds" not in self.errors
        ):
            self.add_error("rounds", "Choose how many rounds there are.")
        picked = len(found.get("scenarios") or ())
        if found.get("legs") == Season.Legs.PICKED and not picked and "scenarios" not in self.errors:
            self.add_error("scenarios", "Pick at least one scenario.")
        if found.get("legs") == Season.Legs.PAIR and picked != 1 and "scenarios" not in self.errors:
            self.add_error("scenarios", "Pick the one scenario that is played from both sides.")
        return found

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields of a valid form, as the service takes them."""
        found = self.cleaned_data
        legs, system = Season.Legs(found["legs"]), Season.System(found["system"])
        picks = legs in (Season.Legs.PICKED, Season.Legs.PAIR)
        terms = Terms(
            legs=legs,
            scenarios=[int(number) for number in found["scenarios"]] if picks else [],
            way=Way(found["way"]),
            tempo=str(found["tempo"]),
            days=int(found["days"]),
            rounds=int(found["rounds"]) if system == Season.System.SWISS else 0,
        )
        return {"name": found["name"], "system": system, "terms": terms}


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
