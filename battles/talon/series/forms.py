"""The form of a campaign game: its legs, who plays which side, against whom, and how."""

from dataclasses import dataclass, replace
from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundWidget

from accounts.models import User
from battles.clocks import CHOICES
from battles.models import MOST_LEGS, OwnScenario, Way
from battles.pace import DAYS
from battles.talon.own_scenarios.writing import as_written
from battles.talon.series.arranging import PlannedLeg
from battles.talon.series.manners import MANNERS, read_manner
from battles.talon.series.planning import (
    BEST,
    Choice,
    Seats,
    in_options,
    options_of,
    planned,
    scenario_choices,
)
from battles.talon.skirmish.battle_form import LEVELS, TEMPOS
from config.name_field import NameField
from engines.seam.documents import Level

NAMES = {"best": "Five of the twelve", "once": "All twelve", "each": "All twelve, as each side"}
OTHER_NAME = "Campaign game"
LEGS = [
    ("best", f"Best of the twelve: {len(BEST)} that differ most"),
    ("once", "All twelve scenarios, once each"),
    ("each", "All twelve, as each side: 23 legs"),
    ("picked", "Those picked below"),
]
SEATS = [
    ("turn-terran", "Alternating, you begin as Terran"),
    ("turn-talon", "Alternating, you begin as Talon"),
    ("terran", "You play Terran in every leg"),
    ("talon", "You play Talon in every leg"),
]
OPPONENTS = [("link", "A friend, by link"), ("computer", "The computer")]
PACES = [
    ("", "No deadlines"),
    *((f"days:{days}", f"{days} day{'s' if days > 1 else ''} for each step") for days in DAYS),
]
WAYS = [
    (Way.HAND, "In the browser"),
    (Way.TABLE, "At a table: enter each result here"),
    (Way.WORKER, "By captains: the computer fights it for both"),
]


@dataclass(frozen=True, slots=True)
class Pick:
    """A scenario that can be picked: its box, the field of how it is played, and that of its options if it has any."""

    option: BoundWidget
    manner: forms.BoundField
    options: forms.BoundField | None


class SeriesForm(forms.Form):
    """What a campaign game is made of; the scenarios of one's own are those of `user`, none for a visitor."""

    name = NameField(
        label="Name", max_length=60, required=False, widget=forms.TextInput(attrs={"placeholder": OTHER_NAME})
    )
    legs = forms.ChoiceField(label="Legs", choices=LEGS, widget=forms.RadioSelect)
    scenarios = forms.MultipleChoiceField(
        label="Scenarios",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Their order can be changed on the next page. The last leg counts double.",
    )
    own = forms.MultipleChoiceField(
        label="Scenarios of your own", required=False, widget=forms.CheckboxSelectMultiple
    )
    sides = forms.ChoiceField(label="Sides", choices=SEATS, widget=forms.RadioSelect)
    opponent = forms.ChoiceField(label="Opponent", choices=OPPONENTS, widget=forms.RadioSelect)
    level = forms.ChoiceField(label="The computer’s captain", choices=LEVELS)
    way = forms.ChoiceField(
        label="How legs are fought",
        choices=WAYS,
        widget=forms.RadioSelect,
        help_text="Both of you can agree on another way for any leg once it has begun.",
    )
    tempo = forms.ChoiceField(label="Tempo", choices=TEMPOS, required=False)
    clock = forms.ChoiceField(label="Clock", choices=CHOICES, required=False)
    pace = forms.ChoiceField(
        label="Deadlines",
        choices=PACES,
        required=False,
        help_text=(
            "If one passes, the next leg begins, captains fight a battle at the table, or a captain plays on for "
            "whoever is late on the board. (S88)"
        ),
    )

    def __init__(self, user: User | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = (
            [] if user is None else OwnScenario.objects.filter(owner=user, faults=0).order_by("title", "pk")
        )
        self.sound = {str(row.pk): row for row in rows}
        cast("forms.MultipleChoiceField", self.fields["scenarios"]).choices = scenario_choices()
        for key, title in scenario_choices():
            self.fields[f"manner_{key}"] = _manner(title)
            if found := options_of(int(key)):
                self.fields[f"options_{key}"] = forms.MultipleChoiceField(
                    label=f"{title}: options",
                    required=False,
                    choices=[(one.key, f"{one.title}: {one.words}") for one in found],
                    widget=forms.CheckboxSelectMultiple,
                )
        for key, row in self.sound.items():
            self.fields[f"manner_own_{key}"] = _manner(row.title)
        if self.sound:
            choices = [(key, row.title) for key, row in self.sound.items()]
            cast("forms.MultipleChoiceField", self.fields["own"]).choices = choices
        else:
            del self.fields["own"]

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for too few legs or too many, and for the computer at a table."""
        found = super().clean() or self.cleaned_data
        if found.get("legs") == "picked" and not (found.get("scenarios") or found.get("own")):
            self.add_error("scenarios", "Pick at least one scenario.")
        if not self.errors and len(self.planned()) > MOST_LEGS:
            self.add_error("legs", f"Choose at most {MOST_LEGS} legs.")
        if found.get("opponent") == "computer" and found.get("way") == Way.TABLE:
            self.add_error(
                "way", "The computer does not sit at a table. Play in the browser, or let captains fight."
            )
        return found

    @property
    def more_errors(self) -> bool:
        """Whether anything is wrong below the fold."""
        return any(name in self.errors for name in ("name", "way", "tempo", "clock", "pace"))

    def planned(self) -> list[PlannedLeg]:
        """The legs of a valid form, in their order."""
        chosen = self.cleaned_data
        numbers, keys = chosen.get("scenarios", ()), chosen.get("own", ())
        found = [(f"own_{key}", self.sound[key].title, as_written(self.sound[key]).playable) for key in keys]
        own = [(key, title, setup) for key, title, setup in found if setup is not None]
        legs = planned(
            cast("Choice", chosen["legs"]),
            [int(number) for number in numbers],
            [(title, setup) for _key, title, setup in own],
            cast("Seats", chosen["sides"]),
        )
        if chosen["legs"] != "picked":
            return legs
        names = [*numbers, *(key for key, _title, _setup in own)]
        return [self._played(leg, name) for leg, name in zip(legs, names, strict=True)]

    def _played(self, leg: PlannedLeg, name: str) -> PlannedLeg:
        """The leg, played in the way and with the options that were chosen for it."""
        way, pace = read_manner(self.cleaned_data[f"manner_{name}"])
        options = self.cleaned_data.get(f"options_{name}")
        if leg.scenario is not None and options:
            title, setup = in_options(leg.scenario, options)
            leg = replace(leg, title=title, setup=setup)
        return replace(leg, way=way, pace=pace)

    def picks(self) -> list[Pick]:
        """The printed scenarios, each with how it is played."""
        return self._picks("scenarios", "manner_")

    def own_picks(self) -> list[Pick]:
        """Scenarios of one's own, each with how it is played."""
        return self._picks("own", "manner_own_") if self.sound else []

    def _picks(self, name: str, prefix: str) -> list[Pick]:
        keys = [(one, str(one.data["value"])) for one in self[name]]
        return [
            Pick(
                one,
                self[f"{prefix}{key}"],
                self[f"options_{key}"] if name == "scenarios" and f"options_{key}" in self.fields else None,
            )
            for one, key in keys
        ]

    def chosen_name(self) -> str:
        """What the campaign game is called."""
        return str(self.cleaned_data["name"]) or NAMES.get(self.cleaned_data["legs"], OTHER_NAME)

    def chosen_level(self) -> Level:
        """The level of the computer's captains."""
        return cast("Level", self.cleaned_data["level"])


def _manner(title: str) -> forms.ChoiceField:
    """The field of how a scenario is played."""
    widget = forms.Select(attrs={"aria-label": f"{title}: how it is played"})
    return forms.ChoiceField(label="How it is played", choices=MANNERS, required=False, widget=widget)
