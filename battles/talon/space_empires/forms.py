"""The forms of a game of Space Empires: a new game, the three steps of a battle, troops, and a file of values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from django import forms

from battles.clocks import CHOICES
from battles.models import SpaceEmpiresGame, Way
from battles.talon.skirmish.battle_form import DEFAULT_TEMPO, LEVELS, TEMPOS, WAYS
from config.name_field import NameField
from config.number_field import NumberField
from engines.seam.sides import SIDE_TITLES, SIDES, Side, as_side, opponent
from engines.talon.catalogue import classes_of
from engines.talon.space_empires.brief import MOST_SHIPS, Brief, BriefShip, Where
from engines.talon.space_empires.chart import LEVELS as TECHNOLOGY
from engines.talon.space_empires.chart import LONGEST
from engines.talon.space_empires.entries import Group, ships_of

SIDE_CHOICES: Final = [
    ("terran", "Terran, with the blue counters"),
    ("talon", "Talon, with the red counters"),
]
COLONY, ALIENS, ASIDE = "colony", "aliens", "warp_aside"
"""Choices that say more than the place."""
PLACE_OF: Final[dict[str, Where]] = {COLONY: "planet", ALIENS: "planet", ASIDE: "warp_point"}
WHERE: Final = [
    ("space", "Empty space"),
    ("asteroids", "Asteroids"),
    ("nebulae", "Nebulae"),
    ("black_hole", "A black hole"),
    ("warp_point", "A warp point, through which the attacker comes"),
    (ASIDE, "A warp point, and the attacker comes another way"),
    (COLONY, "A planet with the defender’s colony"),
    ("planet", "A planet that nobody lives on"),
    (ALIENS, "A planet of aliens: the defender plays them"),
]
LEVEL_CHOICES: Final = [(str(level), str(level)) for level in TECHNOLOGY]
ROWS: Final = 4
"""How many groups of ships a side has room for at first."""
MORE: Final = 4
MOST_ROWS: Final = 20
LONGEST_TROOPS: Final = 80
LONGEST_NAME: Final = 60
Entered = Mapping[str, str]


class GameForm(forms.Form):
    """A new game: its name, which side one plays, and against whom."""

    name = NameField(
        label="Name of the game",
        max_length=60,
        required=False,
        help_text="Without one it is called Space Empires.",
    )
    side = forms.ChoiceField(label="You play", choices=SIDE_CHOICES, widget=forms.RadioSelect)
    opponent = forms.ChoiceField(
        label="Opponent",
        choices=[(one.value, one.label.capitalize()) for one in SpaceEmpiresGame.Opponent],
        widget=forms.RadioSelect,
        help_text="A friend, because the game that these battles come from is played at a table.",
    )


class WhereForm(forms.Form):
    """The first step: where the battle is, and who was there first."""

    place = NameField(label="Name of the battle", required=False)
    where = forms.ChoiceField(label="Where", choices=WHERE, widget=forms.RadioSelect)
    defender = forms.ChoiceField(
        label="Defender",
        choices=[(side, SIDE_TITLES[side]) for side in SIDES],
        widget=forms.RadioSelect,
        help_text="The defender places the terrain (32.2). Against aliens, the player who does not attack.",
    )
    warp_row = NumberField(
        label="Row of the warp point", least=3, most=9, instead="Enter a row from 3 to 9.", required=False
    )
    warp_column = NumberField(
        label="Column of the warp point",
        least=1,
        most=16,
        instead="Enter a column from 1 to 16.",
        required=False,
        help_text="The defender chooses its hex: rows 3 to 9 lie between the set-up zones (32.2).",
    )

    def clean(self) -> dict[str, Any]:
        """What was sent; the hex of a warp point is asked where there is one, and not looked at elsewhere."""
        where = self.cleaned_data.get("where")
        if where is not None and PLACE_OF.get(where, where) != "warp_point":
            for name in ("warp_row", "warp_column"):
                self.errors.pop(name, None)
                self.cleaned_data[name] = None
        return self.cleaned_data


@dataclass(frozen=True, slots=True)
class GroupFields:
    """The fields of a group of ships."""

    number: int
    ship_class: Any
    count: Any
    name: Any
    attack: Any
    defence: Any
    experience: Any
    legendary: Any


@dataclass(frozen=True, slots=True)
class SideFields:
    """The fields of a side: its groups, and its tactics rating; `aliens`: dice say which ships it has."""

    side: Side
    tactics: Any
    groups: tuple[GroupFields, ...]
    aliens: bool


class WhoForm(forms.Form):
    """The second step: the ships of both sides in groups, each with its technology and its crews."""

    def __init__(self, *args: Any, where: Entered, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.data if self.is_bound else self.initial
        self.defender = as_side(where.get("defender") or "terran")
        self.aliens = where.get("where") == ALIENS
        self.rows = {side: _rows(str(chosen.get(f"{side}_rows", ""))) for side in SIDES}
        for side in SIDES:
            self.fields[f"{side}_rows"] = forms.CharField(
                initial=self.rows[side], required=False, widget=forms.HiddenInput
            )
            self.fields[f"{side}_tactics"] = NumberField(
                label="Tactics rating",
                least=0,
                most=9,
                instead="Enter a rating from 0 to 9.",
                required=False,
                initial=0,
            )
            for number in range(self.rows[side]):
                self._add_group(side, number)

    def _add_group(self, side: Side, number: int) -> None:
        kinds = [(kind.key, kind.title) for kind in classes_of(side)]
        key = f"{side}_{number}"
        self.fields[f"{key}_class"] = forms.ChoiceField(
            label="Class", choices=[("", "None"), *kinds], required=False
        )
        self.fields[f"{key}_count"] = NumberField(
            label="How many", least=1, most=12, what="ships", required=False, initial=1
        )
        self.fields[f"{key}_name"] = NameField(label="Name", required=False, max_length=40)
        for what in ("attack", "defence", "experience"):
            self.fields[f"{key}_{what}"] = forms.ChoiceField(
                label=what.capitalize(), choices=LEVEL_CHOICES, required=False, initial="0"
            )
        self.fields[f"{key}_legendary"] = forms.BooleanField(label="Legendary, above level 3", required=False)

    def sides(self) -> Iterator[SideFields]:
        """The fields of both sides, the attacker's first."""
        for side in (opponent(self.defender), self.defender):
            groups = tuple(self._group(side, number) for number in range(self.rows[side]))
            yield SideFields(side, self[f"{side}_tactics"], groups, self.aliens and side == self.defender)

    def _group(self, side: Side, number: int) -> GroupFields:
        key = f"{side}_{number}"
        parts = ("class", "count", "name", "attack", "defence", "experience", "legendary")
        return GroupFields(number + 1, *(self[f"{key}_{part}"] for part in parts))

    def group_words(self, side: Side) -> str:
        """The groups of a side as they were filled in, also while something of them is wrong."""
        kinds = {kind.key: kind.title for kind in classes_of(side)}
        keys = [f"{side}_{number}" for number in range(self.rows[side])]
        told = [(self.data.get(f"{key}_class", ""), self.data.get(f"{key}_name", "")) for key in keys]
        return (
            ", ".join(f"{kinds[kind]} {name}".strip() for kind, name in told if kind in kinds) or "no ships"
        )

    def hidden_rows(self) -> list[Any]:
        """How many groups each side has, for the next request."""
        return [self[f"{side}_rows"] for side in SIDES]

    def forces(self) -> dict[Side, tuple[BriefShip, ...]]:
        """The ships of a valid form; aliens have none here."""
        return {
            side: () if self.aliens and side == self.defender else ships_of(side, self._told(side))
            for side in SIDES
        }

    def tactics(self, side: Side) -> int:
        """The tactics rating of a side in a valid form; aliens have none (S92)."""
        return 0 if self.aliens and side == self.defender else self.cleaned_data[f"{side}_tactics"] or 0

    def _told(self, side: Side) -> list[Group]:
        cleaned = self.cleaned_data
        keys = [f"{side}_{number}" for number in range(self.rows[side])]
        return [
            Group(
                cleaned[f"{key}_class"],
                cleaned[f"{key}_count"] or 1,
                cleaned[f"{key}_name"],
                int(cleaned[f"{key}_attack"] or 0),
                int(cleaned[f"{key}_defence"] or 0),
                int(cleaned[f"{key}_experience"] or 0),
                cleaned[f"{key}_legendary"],
            )
            for key in keys
            if cleaned[f"{key}_class"]
        ]


def _rows(word: str) -> int:
    return min(max(int(word) if word.isdecimal() and len(word) < 4 else ROWS, ROWS), MOST_ROWS)


class HowForm(forms.Form):
    """The third step: how the battle is fought."""

    way = forms.ChoiceField(label="How it is fought", choices=WAYS, widget=forms.RadioSelect)
    level = forms.ChoiceField(label="The computer’s captain", choices=LEVELS)
    tempo = forms.ChoiceField(label="Tempo", choices=TEMPOS, required=False)
    clock = forms.ChoiceField(label="Clock", choices=CHOICES, required=False)
    boxes = NumberField(
        label="Boxes of Talon",
        least=1,
        most=9,
        what="boxes",
        initial=1,
        help_text="They limit the counters on the map. Ships beyond that come in later (32.6).",
    )


FIRST: Final[Mapping[str, dict[str, str]]] = {
    "where": {"where": "space", "defender": "terran", "warp_row": "6", "warp_column": "8"},
    "who": {},
    "how": {"way": Way.HAND, "level": "captain", "tempo": DEFAULT_TEMPO, "clock": "", "boxes": "1"},
}


class ChartForm(forms.Form):
    """The players' own file of values."""

    file = forms.FileField(
        label="Your file", widget=forms.FileInput(attrs={"accept": ".toml,application/toml"})
    )

    def clean_file(self) -> str:
        """The text of the file."""
        data = self.cleaned_data["file"].read(4 * LONGEST + 1)
        try:
            return str(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise forms.ValidationError(
                "The file is no text in UTF-8. Save it as UTF-8 and try again."
            ) from error


class TroopsForm(forms.Form):
    """What is aboard the transports of a side, a field for each by its place.

    Hidden ones say which side's they are, what each is called, and from which battle the form was made: `made_from`.
    """

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        side: Side,
        transports: tuple[str, ...],
        made_from: str,
        written: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data)
        self.transports = transports
        self._hide("side", side)
        self._hide("made_from", made_from)
        for at, name in enumerate(transports):
            self._hide(f"transport_{at}", name)
            self.fields[f"troops_{at}"] = NameField(
                label=name, required=False, max_length=LONGEST_TROOPS, initial=(written or {}).get(name, "")
            )

    def _hide(self, name: str, value: str) -> None:
        self.fields[name] = forms.CharField(initial=value, required=False, widget=forms.HiddenInput)

    def aboard(self) -> dict[str, str]:
        """The words of a valid form by the name of each transport that carries something."""
        told = ((name, str(self.cleaned_data[f"troops_{at}"])) for at, name in enumerate(self.transports))
        return {name: words for name, words in told if words}


def troops_written(data: Mapping[str, str]) -> dict[str, str]:
    """What was sent in such a form for another battle: words by the name that each transport had."""
    sent = ((data.get(f"transport_{at}", ""), data.get(f"troops_{at}", "")) for at in range(MOST_SHIPS))
    return {name[:LONGEST_NAME]: words[:LONGEST_TROOPS] for name, words in sent if name and words.strip()}


def brief_of(where: WhereForm, who: WhoForm, how: HowForm, name: str) -> Brief:
    """What three valid forms say of a battle, which is called `name` if it has no name of its own."""
    place, forces = where.cleaned_data, who.forces()
    chosen, row, column = place["where"], place["warp_row"], place["warp_column"]
    where_it_is = PLACE_OF.get(chosen, cast("Where", chosen))
    warp = (row, column) if where_it_is == "warp_point" and row is not None and column is not None else None
    return Brief(
        place["place"] or name,
        where_it_is,
        as_side(place["defender"]),
        forces["terran"],
        forces["talon"],
        who.tactics("terran"),
        who.tactics("talon"),
        aliens=chosen == ALIENS,
        colony=chosen == COLONY,
        warp=warp,
        through=chosen != ASIDE,
        boxes=how.cleaned_data["boxes"],
        way=how.cleaned_data["way"],
    )
