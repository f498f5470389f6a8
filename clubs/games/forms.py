"""What is played in arranged games, as a form asks for it."""

from typing import Any, cast

import msgspec
from django import forms

from accounts.models import User
from battles.models import Way
from battles.talon.series.forms import WAYS
from battles.talon.series.planning import scenario_choices
from battles.talon.skirmish.battle_form import DEFAULT_TEMPO, TEMPOS
from campaign.new_war.forms import SETTLED_BY
from campaign.new_war.maps import GONE, offers
from campaign.new_war.pace_form import PaceForm
from campaign.new_war.settings import settings_refusals
from campaign.rules.settings import EVEN_HANDICAP, Settings
from campaign.war.chart.map_library import DEFAULT, suggested
from clubs.games.terms import AgreedWar, Terms
from clubs.models import GameTerms

FIRST: dict[str, Any] = {
    "legs": "pair",
    "way": Way.HAND,
    "tempo": DEFAULT_TEMPO,
    "days": "14",
    "chart": DEFAULT,
    "settled_by": "hand",
    "pace": "days:2",
}
DAYS = (0, 3, 7, 14, 21, 28, 56, 84)


class TermsForm(PaceForm):
    """What each two players meet in, and by when; the maps are those on which the user can begin a war."""

    legs = forms.ChoiceField(
        label="What is played",
        choices=GameTerms.Legs.choices,
        widget=forms.RadioSelect,
        help_text="Scenarios make a campaign game: its last leg counts double.",
    )
    scenarios = forms.MultipleChoiceField(
        label="Scenarios",
        required=False,
        choices=scenario_choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="The first-named player begins as Terran, and sides change from leg to leg.",
    )
    way = forms.ChoiceField(
        label="How legs are fought", choices=WAYS, widget=forms.RadioSelect, required=False
    )
    tempo = forms.ChoiceField(
        label="Tempo in the browser", choices=TEMPOS, widget=forms.RadioSelect, required=False
    )
    chart = forms.ChoiceField(
        label="Map",
        required=False,
        error_messages={"invalid_choice": GONE},
        help_text="The first-named player is Terran. Treasury, Reserve and bases are those that the map suggests.",
    )
    even_sides = forms.BooleanField(
        label="Even the sides",
        required=False,
        help_text=f"Terran begins with {EVEN_HANDICAP} extra points. (S77)",
    )
    settled_by = forms.ChoiceField(
        label="How battles are fought", choices=SETTLED_BY, widget=forms.RadioSelect, required=False
    )
    days = forms.ChoiceField(label="Deadlines", choices=())

    def __init__(self, data: Any = None, *, user: User, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        self._offers = offers(user)
        maps = [(key, offer.chart.name) for key, offer in self._offers.items()]
        cast("forms.ChoiceField", self.fields["chart"]).choices = maps
        self.fields["pace"].label = "Deadlines within a war"

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for too few scenarios or too many, and for a war that cannot be."""
        found = super().clean()
        legs, picked = found.get("legs"), len(found.get("scenarios") or ())
        if legs == GameTerms.Legs.PICKED and not picked and "scenarios" not in self.errors:
            self.add_error("scenarios", "Pick at least one scenario.")
        if legs == GameTerms.Legs.PAIR and picked != 1 and "scenarios" not in self.errors:
            self.add_error("scenarios", "Pick the one scenario that is played from both sides.")
        needed = ("chart", "settled_by") if legs == GameTerms.Legs.WAR else ("way", "tempo")
        for name in needed:
            if not found.get(name) and name not in self.errors:
                self.add_error(name, "This field is required.")
        if legs == GameTerms.Legs.WAR and not self.errors:
            war = self._war()
            for refusal in settings_refusals(war.settings, war.chart):
                self.add_error("chart", refusal.reason)
        return found

    def _war(self) -> AgreedWar:
        found = self.cleaned_data
        chart = self._offers[found["chart"]].chart
        asked = {
            **suggested(chart),
            "handicap": EVEN_HANDICAP if found["even_sides"] else 0,
            "settled_by": found["settled_by"],
            "pace": found["pace"],
            "take_declined": True,
        }
        return AgreedWar(msgspec.convert(asked, Settings), chart)

    @property
    def terms(self) -> Terms:
        """What a valid form asks for; what is chosen for the other kind of game is left out."""
        found, legs = self.cleaned_data, GameTerms.Legs(self.cleaned_data["legs"])
        picks = legs in (GameTerms.Legs.PICKED, GameTerms.Legs.PAIR)
        is_war = legs == GameTerms.Legs.WAR
        return Terms(
            legs=legs,
            scenarios=[int(number) for number in found["scenarios"]] if picks else [],
            way=Way.HAND if is_war else Way(found["way"]),
            tempo=DEFAULT_TEMPO if is_war else str(found["tempo"]),
            days=int(found["days"]),
            war=self._war() if is_war else None,
        )
