"""The form of a skirmish: the fleets, the ground, who plays, and against whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from secrets import choice
from typing import Any, cast

from django import forms

from battles.clocks import CHOICES
from engines.seam.documents import BattleSetup, Level, Terrain
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ShipClass, astrometrics, classes_of, pattern_title, role_of
from engines.talon.scenarios import SCENARIOS, named_fleet, points, scenario

OWN = "own"
MOST_OF_A_CLASS = 12
MOST_UNITS = 24
"""The most units of a side in a fleet of one's own."""
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


def _fleet_choices() -> list[tuple[str, str]]:
    scenarios = [
        (str(number), f"{title} ({_strength(number)})") for number, (title, _, _) in SCENARIOS.items()
    ]
    return [*scenarios, (OWN, "Fleets of your own, chosen below")]


def _strength(number: int) -> str:
    setup = scenario(number)
    return " : ".join(str(points(setup.force(side), side)) for side in SIDES)


def _grounds() -> list[tuple[str, str]]:
    named: dict[str, tuple[int, int]] = {}
    for dice in sorted(astrometrics()):
        named.setdefault(pattern_title(*dice), dice)
    patterns = [(f"{column},{row}", title.capitalize()) for title, (column, row) in named.items()]
    return [("open", "Open space"), ("rolled", "Random"), *sorted(patterns, key=lambda one: one[1])]


@dataclass(frozen=True, slots=True)
class FleetTotal:
    """What a fleet of one's own comes to; `limit` is None without one, and `over`: it is passed."""

    side: Side
    units: int
    points: int
    limit: int | None

    @property
    def over(self) -> bool:
        """Whether the fleet costs more than the limit."""
        return self.limit is not None and self.points > self.limit


@dataclass(frozen=True, slots=True)
class ClassField:
    """How many ships of a class a side has: the class, and its field."""

    kind: ShipClass
    field: Any


class SkirmishForm(forms.Form):
    """What a skirmish is fought with, and by whom."""

    fleets = forms.ChoiceField(
        label="Fleets",
        choices=_fleet_choices,
        help_text=(
            "In brackets: points of Terran and Talon. A scenario gives only its fleets: they start at the long "
            "edges and fight until one side is left."
        ),
        widget=forms.Select(attrs={"data-opens": f"{OWN}=own-fleets"}),
    )
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
    ground = forms.ChoiceField(label="Terrain", choices=_grounds)
    edge = forms.ChoiceField(
        label="Top edge and initiative",
        choices=[("talon", "Talon (default)"), ("terran", "Terran")],
        required=False,
        help_text="The other side has the bottom edge. The Initiative Player takes the first turn of an impulse.",
    )
    tempo = forms.ChoiceField(
        label="Tempo",
        choices=TEMPOS,
        required=False,
        help_text="You can change it at any decision.",
    )
    limit = forms.IntegerField(
        label="Points limit",
        min_value=20,
        max_value=2000,
        required=False,
        help_text="For fleets of your own.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side in SIDES:
            for kind in classes_of(side):
                most = 1 if kind.role == "base" else MOST_OF_A_CLASS
                field = forms.IntegerField(
                    label=f"{kind.title}, {kind.points} points",
                    min_value=0,
                    max_value=most,
                    required=False,
                    widget=forms.NumberInput(attrs={"placeholder": "0"}),
                )
                self.fields[_name(side, kind)] = field

    def fleet_fields(self) -> list[tuple[Side, list[ClassField]]]:
        """For each side its classes with their fields."""
        return [
            (side, [ClassField(kind, self[_name(side, kind)]) for kind in classes_of(side)]) for side in SIDES
        ]

    def totals(self) -> list[FleetTotal]:
        """What each side's fleet of its own comes to, by the fields that are right."""
        if self.is_bound:
            self.is_valid()
        cleaned = getattr(self, "cleaned_data", {})
        limit = cleaned.get("limit")
        fleets = ((side, named_fleet(side, self._keys(side, cleaned))) for side in SIDES)
        return [FleetTotal(side, len(units), points(units, side), limit) for side, units in fleets]

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for each fleet of one's own that is not possible."""
        found = super().clean() or self.cleaned_data
        if found.get("fleets") == OWN and not self.errors:
            if not any(self._keys(side, found) for side in SIDES):
                self.add_error(None, "Choose at least one ship or base for each side.")
                return found
            for side in SIDES:
                for words in self._faults(side):
                    self.add_error(None, words)
        return found

    def _faults(self, side: Side) -> Iterator[str]:
        units = named_fleet(side, self._keys(side, self.cleaned_data))
        cost, limit = points(units, side), self.cleaned_data.get("limit")
        if not any(role_of(unit.ship_class) != "squadron" for unit in units):
            yield f"Choose at least one ship or base for {side.title()}."
        if len(units) > MOST_UNITS:
            yield f"{side.title()} has {len(units)} units. At most {MOST_UNITS} are allowed."
        if limit is not None and cost > limit:
            yield f"{side.title()}'s fleet costs {cost} points, and the limit is {limit}."

    def _keys(self, side: Side, cleaned: Mapping[str, Any]) -> list[str]:
        return [kind.key for kind in classes_of(side) for _ in range(cleaned.get(_name(side, kind)) or 0)]

    def setup(self) -> BattleSetup:
        """The set-up of a valid form; a random pattern is drawn now."""
        ground, edge = _terrain(self.cleaned_data["ground"]), self._edge()
        if self.cleaned_data["fleets"] != OWN:
            known = scenario(int(self.cleaned_data["fleets"]))
            title = SCENARIOS[int(self.cleaned_data["fleets"])][0]
            return BattleSetup(
                title, "last_ship_standing", known.terran, known.talon, ground, initiative=edge
            )
        terran, talon = (named_fleet(side, self._keys(side, self.cleaned_data)) for side in SIDES)
        return BattleSetup("Fleets of choice", "last_ship_standing", terran, talon, ground, initiative=edge)

    def _edge(self) -> Side:
        """The side with the top edge and the initiative, which go together (21)."""
        return "terran" if self.cleaned_data["edge"] == "terran" else "talon"

    def chosen_side(self) -> Side:
        """The side of the player who fills in the form."""
        return cast("Side", self.cleaned_data["side"])

    def chosen_clock(self) -> str:
        """The clock of a battle by link."""
        return str(self.cleaned_data["clock"])

    def chosen_level(self) -> Level:
        """The level of the computer's captain."""
        return cast("Level", self.cleaned_data["level"])


def _name(side: Side, kind: ShipClass) -> str:
    return f"{side}_{kind.key}"


def _terrain(word: str) -> Terrain:
    if word == "open":
        return Terrain()
    rolled = word == "rolled"
    column, row = choice(sorted(astrometrics())) if rolled else map(int, word.split(","))
    return Terrain(pattern_title(column, row), (column, row), rolled=rolled)
