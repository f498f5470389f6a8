"""The form of a single battle: the fleets, the ground, who plays, and against whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import choice, randbelow
from typing import Any

from django import forms
from msgspec import UNSET
from msgspec.structs import replace

from battles.talon.skirmish.beyond import beyond_the_box
from battles.talon.skirmish.ground import GroundForm, terrain_of
from config.name_field import NameField
from config.number_field import NumberField
from engines.seam.classes import model_of
from engines.seam.documents import BattleSetup, Unit
from engines.seam.refusals import Refusal, refuse
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.seam.words.whole_numbers import whole_number
from engines.talon.catalogue import ShipClass, role_of, ship_class
from engines.talon.fleets.drawn import drawn_fleets
from engines.talon.fleets.lists import OWN as OWN_FACTIONS
from engines.talon.fleets.lists import Factions, keys_of, named_fleets, points, prices
from engines.talon.fleets.own import LEAST_SIZE, MOST_SIZE, sizes
from engines.talon.set_ups.bases import with_bases_that_fall
from engines.talon.set_ups.modes import BattleMode, battle_modes, faults, in_mode
from engines.talon.set_ups.random_terrain import with_terrain
from engines.talon.set_ups.scenarios import fleets_of, numbered
from engines.talon.sheets.unit_cards import arc_words
from engines.talon.terms import TalonTerms, terms_of

OWN, RANDOM = "own", "random"
NUMBER = ("", "Another number of points, or no limit")
MOST_OF_A_CLASS = 12
MOST_TRANSPORTS = 1
"""The most transports of a side where both have the same ships (33.2)."""
MOST_DRAWS = 200
"""How often fleets are drawn again that cannot fight in the chosen mode."""
MOST_UNITS = 24
"""The most units of a side in a fleet of one's own."""
SHIPS = [
    ("", "Terran against Talon"),
    ("terran", "Terran against Terran"),
    ("talon", "Talon against Talon"),
]
EDGES = [
    ("", "As printed: Talon, or by die where both have the same ships"),
    ("talon", "Talon"),
    ("terran", "Terran"),
    ("die", "By die"),
]


def _fleet_choices() -> list[tuple[str, str]]:
    printed = [(str(number), f"{found.title} ({_strength(number)})") for number, found in numbered().items()]
    return [
        *printed,
        (OWN, "Fleets of your own, chosen below"),
        (RANDOM, "Random fleets of so many points, set below"),
    ]


def _sizes() -> list[tuple[str, str]]:
    """The sizes by their names, and a number of one's own."""
    return [*((str(size.points), f"{size.title}: {size.points} points") for size in sizes()), NUMBER]


def modes() -> list[tuple[str, str]]:
    """The modes, each with what it is about."""
    listed = [(mode.key, f"{mode.title} ({mode.rule}): {mode.words}") for mode in battle_modes().values()]
    return [("", "Last Ship Standing (29.1): fight until one side is left"), *listed]


def _strength(number: int) -> str:
    setup = fleets_of(number)
    return " : ".join(str(points(setup.force(side), side)) for side in SIDES)


@dataclass(frozen=True, slots=True)
class FleetTotal:
    """What a fleet of one's own comes to; `limit` is None without one, and `over`: it is passed.

    `beyond` says of which classes it has more than a box has counters (31.6).
    """

    side: Side
    units: int
    points: int
    limit: int | None
    beyond: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the fleet costs more than the limit."""
        return self.limit is not None and self.points > self.limit


@dataclass(frozen=True, slots=True)
class ClassField:
    """How many ships of a class a side has: the class, and its field."""

    kind: ShipClass
    field: Any


@dataclass(frozen=True, slots=True)
class SideFields:
    """The fields of a side, with the faction whose ships it has, and the field of its jury-rigged group (24)."""

    side: Side
    faction: Side
    classes: list[ClassField]
    jury: Any


class SkirmishForm(GroundForm):
    """What a single battle is fought with, and by whom."""

    fleets = forms.ChoiceField(
        label="Fleets",
        choices=_fleet_choices,
        help_text=(
            "In brackets: points of Terran and Talon. These are the fleets only. For a scenario's own rules, choose "
            "Scenarios."
        ),
        widget=forms.Select(attrs={"data-opens": f"{OWN}=own-fleets {RANDOM}=own-fleets"}),
    )
    power_shift = forms.BooleanField(
        label="Power shifts",
        required=False,
        help_text="By agreement: an AP in impulse F lets a ship change its power curve by two rows (24).",
    )
    edge = forms.ChoiceField(
        label="Top edge and initiative",
        choices=EDGES,
        required=False,
        help_text="The other side has the bottom edge. The Initiative Player takes the first turn of an impulse.",
    )
    size = forms.ChoiceField(
        label="Size",
        choices=_sizes,
        required=False,
        help_text="What each side may spend.",
    )
    limit = NumberField(
        label="Points",
        least=LEAST_SIZE,
        most=MOST_SIZE,
        what="points",
        required=False,
        help_text="The most for a fleet of your own. Random fleets are drawn until each reaches it, and may pass it.",
    )
    title = NameField(required=False, widget=forms.HiddenInput)
    mode = forms.ChoiceField(label="Battle mode", choices=modes, required=False)
    first = forms.ChoiceField(
        label="Invader, convoy or attacker",
        choices=[("terran", "Terran"), ("talon", "Talon")],
        required=False,
        help_text="In other modes both sides have the same aim.",
    )
    ships = forms.ChoiceField(
        label="Ships",
        choices=SHIPS,
        required=False,
        help_text="Where both have the same ships, the sides keep their names and colours.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.data if self.is_bound else self.initial
        self.factions = _factions(chosen.get("ships", ""))
        self.classes = {
            side: [ship_class(side, key) for key in keys_of(side, self.factions[side])] for side in SIDES
        }
        for side, kinds in self.classes.items():
            for kind in kinds:
                most = 1 if kind.role == "base" else MOST_OF_A_CLASS
                field = forms.IntegerField(
                    label=f"{kind.title}, {kind.points} points",
                    min_value=0,
                    max_value=most,
                    required=False,
                    widget=forms.NumberInput(attrs={"placeholder": "0"}),
                )
                self.fields[_name(side, kind)] = field
            self.fields[_jury(side)] = forms.ChoiceField(
                label="Jury-rigged group",
                choices=[("", "None"), *(one for kind in kinds for one in _groups(kind))],
                required=False,
                help_text="By agreement: it is broken until a 6 repairs it, and its ship costs a tenth less (24).",
            )

    def fleet_fields(self) -> list[SideFields]:
        """For each side its classes with their fields."""
        return [
            SideFields(
                side,
                self.factions[side],
                [ClassField(kind, self[_name(side, kind)]) for kind in self.classes[side]],
                self[_jury(side)],
            )
            for side in SIDES
        ]

    def totals(self) -> list[FleetTotal]:
        """What each side's fleet of its own comes to, by the fields that are right."""
        if self.is_bound:
            self.is_valid()
        cleaned = getattr(self, "cleaned_data", {})
        if not self.is_bound:
            cleaned = {name: whole_number(str(value), digits=4) for name, value in self.initial.items()}
            cleaned |= {_jury(side): str(self.initial.get(_jury(side), "")) for side in SIDES}
        limit, fleets = _limit(cleaned), self._own(cleaned)
        return [
            FleetTotal(
                side, len(fleets[side]), prices(fleets[side], side), limit, beyond_the_box(fleets, side)
            )
            for side in SIDES
        ]

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for each fleet of one's own that is not possible."""
        found = super().clean() or self.cleaned_data
        if not self.errors:
            {OWN: self._check_own, RANDOM: self._check_random}.get(found["fleets"], self._check_printed)()
        return found

    def _check_own(self) -> None:
        """Errors of fleets that are chosen in the form."""
        mode, fleets = self._mode(), self._own(self.cleaned_data)
        if mode is not None and self._mirrored() and _asks_for_two(mode):
            words = "This mode asks for two transports; where both have the same ships one is allowed (33.2)."
            self.add_error("mode", words)
        elif not any(fleets.values()):
            self.add_error(None, "Choose at least one ship or base for each side.")
        else:
            for side in SIDES:
                for words in self._faults(side, fleets[side]):
                    self.add_error(None, words)
            if not self.errors:
                self._check_mode(fleets)

    def _check_random(self) -> None:
        """Errors of fleets that are drawn."""
        mode = self._mode()
        if mode is not None and mode.demands:
            words = "Random fleets have no transports and no bases, and this mode asks for them (33.1)."
            self.add_error("mode", words)
        if _limit(self.cleaned_data) is None:
            self.add_error("size", "Choose a size, or say how many points random fleets are to reach.")

    def _check_printed(self) -> None:
        """Errors of the fleets of a scenario, in another mode than their own."""
        printed = fleets_of(int(self.cleaned_data["fleets"]))
        self._check_mode({side: printed.force(side) for side in SIDES})

    def _mode(self) -> BattleMode | None:
        """The mode that is chosen; None for a standard battle."""
        return battle_modes().get(self.cleaned_data.get("mode", ""))

    def _check_mode(self, fleets: Mapping[Side, tuple[Unit, ...]]) -> None:
        """An error for all that the mode asks for and the fleets do not have."""
        mode = self._mode()
        if mode is not None:
            for words in faults(mode, fleets, self._first()):
                self.add_error(None, str(Refusal(mode.rule, words)))

    def _first(self) -> Side:
        """Who has the first part of the mode."""
        return "talon" if self.cleaned_data.get("first") == "talon" else "terran"

    def _faults(self, side: Side, units: Sequence[Unit]) -> Iterator[str]:
        cost, limit = prices(units, side), _limit(self.cleaned_data)
        if not any(role_of(unit.ship_class) != "squadron" for unit in units):
            yield f"Choose at least one ship or base for {side.title()}."
        if len(units) > MOST_UNITS:
            yield f"{side.title()} has {len(units)} units. At most {MOST_UNITS} are allowed."
        if self.cleaned_data.get(_jury(side)) and all(unit.jury is None for unit in units):
            yield f"{side.title()} has no ship of the class whose group is to be jury rigged (24)."
        if limit is not None and cost > limit:
            yield f"{side.title()}'s fleet costs {cost} points, and the limit is {limit}."
        fleets = self._own(self.cleaned_data).values()
        bases = sum(role_of(one.ship_class) == "base" for fleet in fleets for one in fleet)
        if side == "talon" and self._mirrored() and bases > 1:
            yield "Where both have the same ships, only one side has a base (33.2)."
        transports = sum(role_of(unit.ship_class) == "transport" for unit in units)
        if self._mirrored() and transports > MOST_TRANSPORTS:
            yield f"{side.title()} has {transports} transports. Where both have the same ships, one is allowed (33.2)."

    def _mirrored(self) -> bool:
        """Whether both sides have the same ships."""
        return self.factions["terran"] == self.factions["talon"]

    def _own(self, cleaned: Mapping[str, Any]) -> dict[Side, tuple[Unit, ...]]:
        """The fleets of one's own, by the fields that are right."""
        chosen = {
            side: [kind.key for kind in kinds for _ in range(cleaned.get(_name(side, kind)) or 0)]
            for side, kinds in self.classes.items()
        }
        return {
            side: _rigged(units, cleaned.get(_jury(side)) or "")
            for side, units in named_fleets(chosen).items()
        }

    def setup(self) -> BattleSetup:
        """The set-up of a valid form, in its mode; what is left to chance is drawn now."""
        setup, mode = self._standard(), self._mode()
        setup = with_bases_that_fall(setup if mode is None else in_mode(mode, setup, self._first()))
        if not self.cleaned_data["power_shift"]:
            return setup
        terms = terms_of(setup)
        return replace(setup, format=2, terms=replace(terms, power_shift=True))

    def _standard(self) -> BattleSetup:
        """The fleets and the terrain, for a standard battle."""
        ground, edge = terrain_of(self.cleaned_data["ground"], self.cleaned_data["holes"], _die), self._edge()
        if self.cleaned_data["fleets"] not in (OWN, RANDOM):
            setup = fleets_of(int(self.cleaned_data["fleets"]))
        else:
            title, fleets = self._fleets(edge)
            rigged = any(unit.jury is not None for units in fleets.values() for unit in units)
            setup = BattleSetup(
                title,
                "last_ship_standing",
                fleets["terran"],
                fleets["talon"],
                format=2 if rigged else 1,
                terms=TalonTerms() if rigged else UNSET,
            )
        return with_terrain(replace(setup, initiative=edge), ground)

    def _fleets(self, edge: Side) -> tuple[str, dict[Side, tuple[Unit, ...]]]:
        """What the battle is called, and the fleets that are drawn now or chosen in the form."""
        mode = self._mode()
        if self.cleaned_data["fleets"] == OWN:
            title = self.cleaned_data["title"] or "Fleets of choice"
            return mode.title if mode else title, self._own(self.cleaned_data)
        cap, second = _limit(self.cleaned_data) or 0, opponent(edge)
        for _ in range(MOST_DRAWS):
            fleets = drawn_fleets(cap, second, randbelow, self.factions)
            if any(points(fleets[side], side) < cap for side in SIDES):
                raise refuse(
                    "33.1", f"One box has not enough ships for two fleets of {cap} points. Choose fewer."
                )
            if mode is None or not any(faults(mode, fleets, self._first())):
                return mode.title if mode else "Random fleets", fleets
        raise refuse("29.8", "No fleets of so many points were drawn with which the mode can be played.")

    def _edge(self) -> Side:
        """The side with the top edge and the initiative, which go together (21, 33.2)."""
        chosen = self.cleaned_data["edge"]
        mirrored = self.cleaned_data["fleets"] in (OWN, RANDOM) and self.cleaned_data["ships"]
        if chosen == "die" or (mirrored and not chosen):
            return choice(SIDES)
        return "terran" if chosen == "terran" else "talon"


def _limit(cleaned: Mapping[str, Any]) -> int | None:
    """How many points a side may spend: those of the size, or the number beside it; None without a limit."""
    return int(cleaned["size"]) if cleaned.get("size") else cleaned.get("limit")


def _asks_for_two(mode: BattleMode) -> bool:
    """Whether a mode asks a side for more transports than it may have where both have the same ships (33.2)."""
    return any(demand.ship == "transport" and demand.least > MOST_TRANSPORTS for demand in mode.demands)


def _name(side: Side, kind: ShipClass) -> str:
    return f"{side}_{kind.model}"


def _jury(side: Side) -> str:
    return f"{side}_jury"


def _groups(kind: ShipClass) -> Iterator[tuple[str, str]]:
    """The groups of a ship of the class that can be jury rigged: "heavy_cruiser 1" and its words (24)."""
    if kind.role not in ("base", "squadron"):
        for number, group in enumerate(kind.weapons):
            yield f"{kind.model} {number}", f"{kind.title}: {group.title}, {arc_words(group)}"


def _rigged(units: tuple[Unit, ...], chosen: str) -> tuple[Unit, ...]:
    """The units, a group of the first one of the chosen class jury rigged; before a battle they are all alike."""
    model, _, number = chosen.partition(" ")
    at = next((at for at, unit in enumerate(units) if model_of(unit.ship_class) == model), None)
    if at is None:
        return units
    return (*units[:at], replace(units[at], jury=int(number)), *units[at + 1 :])


def _factions(word: str) -> Factions:
    """Whose ships each side has, by the field in which that is chosen; each its own if it is none of the choices."""
    return OWN_FACTIONS if word not in SIDES else dict.fromkeys(SIDES, as_side(word))


def _die() -> int:
    return randbelow(6) + 1
