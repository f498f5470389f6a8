"""The form of a game that was fought: what was agreed, what became of one's own fleet, and the other in numbers."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, cast

from django import forms
from django.forms import BoundField
from django.utils.formats import date_format

from accounts.models import PastResult, User
from accounts.scores.forms import PlayedForm
from accounts.scores.told import Told
from battles.warfleets.forms import LEAST_POINTS, MOST_POINTS
from battles.warfleets.games.counting import game_in, told_of
from battles.warfleets.games.told import (
    LEAST_MARKERS,
    MOST_MARKERS,
    ROUNDS,
    End,
    Fate,
    Game,
    Part,
    impossible,
    part_of,
)
from battles.warfleets.keeping import MOST_SHIPS, MOST_SQUADRONS
from config.number_field import NumberField
from engines.warfleets.catalogue import catalogue
from engines.warfleets.fleet import Fleet, Ship, fleet_points

OF_THE_GAME: Final = ("opponent", "played_on", "points", "rounds", "markers", "gave_up", "game")
OF_THE_OTHER: Final = {
    "points": ("Points", 0, MOST_POINTS),
    "markers": ("Markers held", 0, MOST_MARKERS),
    "ships": ("Ships", 1, MOST_SHIPS),
    "destroyed": ("Ships destroyed", 0, MOST_SHIPS),
    "surrendered": ("Ships surrendered", 0, MOST_SHIPS),
    "squadrons": ("Squadrons", 0, MOST_SQUADRONS),
    "lost": ("Squadrons destroyed or surrendered", 0, MOST_SQUADRONS),
}
"""The fields of a side that names no fleet, with the limits of each."""
OF_THE_SIDES: Final = ("own_markers", *(f"their_{name}" for name in (*OF_THE_OTHER, "faction")))
"""The fields of both sides that say nothing of one's own models, one's own first."""
FIRST: Final = ("game", 1)
"""The only game of a day goes without a number."""
GAVE_UP: Final = (("", "Nobody"), ("own", "I did"), ("theirs", "My opponent"))
SQUADRON_FATES: Final = (
    ("stands-0", "Stands"),
    ("destroyed-0", "Destroyed"),
    ("surrendered-0", "Surrendered"),
)


class Fact(NamedTuple):
    """What is only read in the form of a game, in words."""

    label: str
    words: str


class Group(NamedTuple):
    """A part of the form: what is only read in it, and what is entered."""

    title: str
    facts: tuple[Fact, ...]
    fields: tuple[BoundField, ...]


class GameForm(PlayedForm):
    """A game of the `user` with the `fleet` against somebody else.

    Of one that the other has told `told` is the user's side: all of it is only read, even if its day is tomorrow where
    the user is, but what became of the user's own models. Where losses are named, the user says that of each.
    """

    points = NumberField(label="Points of the game", least=LEAST_POINTS, most=MOST_POINTS, what="points")
    rounds = NumberField(label="Rounds played", least=1, most=ROUNDS, what="rounds")
    markers = NumberField(
        label="Markers of the mission", least=LEAST_MARKERS, most=MOST_MARKERS, what="markers"
    )
    gave_up = forms.ChoiceField(
        label="Gave up",
        choices=GAVE_UP,
        required=False,
    )

    def __init__(
        self, *args: Any, fleet: Fleet, told: Part | None = None, fixed: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, fixed=fixed or told is not None, **kwargs)
        self.fleet, self.part = fleet, told
        self.fields["game"].help_text = "Only for a second game on one day."
        self.fields["own_markers"] = NumberField(
            label="Markers held", least=0, most=MOST_MARKERS, instead=f"Choose 0 to {MOST_MARKERS}."
        )
        for place, ship in enumerate(fleet.ships):
            gone = told is not None and told.left < told.ships
            self.fields[f"ship-{place}"] = _fate_field(
                f"{ship.name}, {catalogue().ships[ship.size].title}", _fates(ship), gone=gone
            )
        for place, one in enumerate(fleet.squadrons):
            gone = told is not None and told.lost > 0
            self.fields[f"squadron-{place}"] = _fate_field(
                f"{one.name}, {catalogue().squadrons[one.kind].title}", SQUADRON_FATES, gone=gone
            )
        for name, (label, least, most) in OF_THE_OTHER.items():
            self.fields[f"their_{name}"] = NumberField(
                label=label, least=least, most=most, instead=f"Choose {least} to {most}."
            )
        self.fields["their_faction"] = forms.BooleanField(label="With a faction", required=False)
        for name in (*OF_THE_GAME, *OF_THE_SIDES) if told is not None else ():
            self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        """The fields, with every reason why the game cannot have been like this."""
        found = super().clean() or self.cleaned_data
        if not self.errors:
            self.told_game = self._game(found)
            for refusal in impossible(self.told_game):
                self.add_error(None, f"{refusal.reason} ({refusal.rule})")
        return found

    def point_out(self, other: User) -> bool:
        """Whether the losses of a valid form are not those that the other has told: it then says so."""
        if self.part is None or self.part.losses == self.told_game.own.losses:
            return False
        right = f"If you are right, refuse this result on its page, and {other.username} can correct it."
        self.add_error(None, f"Not all of this is as {other.username} entered it. {right}")
        self.add_error(None, f"{other.username} entered of your fleet: {self.part.losses}")
        return True

    @property
    def told(self) -> Told:
        """The result of a valid form."""
        found = self.cleaned_data
        return told_of(self.told_game, played_on=found["played_on"], number=found["game"] or 1)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The parts of the form under their headings."""
        of_models = [name for name in self.fields if name.startswith(("ship-", "squadron-"))]
        return (
            self._group("The game", OF_THE_GAME),
            self._group(f"Your fleet: {self.fleet.name}", ("own_markers", *of_models)),
            self._group("The other fleet", OF_THE_SIDES[1:]),
        )

    def _group(self, title: str, names: Iterable[str]) -> Group:
        fields = [self[name] for name in names]
        read = [one for one in fields if one.field.disabled and one.initial is not False]
        facts = tuple(
            Fact(str(one.label), self._words(one)) for one in read if (one.name, one.initial) != FIRST
        )
        return Group(title, facts, tuple(one for one in fields if not one.field.disabled))

    def _words(self, fact: BoundField) -> str:
        value = fact.initial
        if fact.name == "played_on":
            return date_format(value, "j M Y")
        if fact.name == "gave_up":
            return {"": "Nobody", "own": "You", "theirs": str(self.initial["opponent"])}[value]
        return "Yes" if value is True else str(value)

    def _game(self, found: dict[str, Any]) -> Game:
        ends = (
            *(_end(found[f"ship-{place}"], ship) for place, ship in enumerate(self.fleet.ships)),
            *(_end(found[f"squadron-{place}"]) for place in range(len(self.fleet.squadrons))),
        )
        return Game(
            points=found["points"],
            rounds=found["rounds"],
            markers=found["markers"],
            gave_up=found["gave_up"],
            own=part_of(self.fleet, ends, found["own_markers"]),
            theirs=Part(**{name: found[f"their_{name}"] for name in (*OF_THE_OTHER, "faction")}),
        )


def first_of(fleet: Fleet, points: int) -> dict[str, Any]:
    """What the form says at first: four rounds, and everything stands."""
    usual = {"points": points, "rounds": ROUNDS, "gave_up": "", "own_markers": 0}
    others = {"points": fleet_points(fleet), "markers": 0, "ships": len(fleet.ships), "destroyed": 0}
    others |= {"surrendered": 0, "squadrons": len(fleet.squadrons), "lost": 0}
    return usual | {f"their_{name}": value for name, value in others.items()}


def form_of(row: PastResult, told: Told, rival: User) -> dict[str, Any]:
    """What the form says of a result that was entered, from the side of which it is told."""
    game = game_in(told.details)
    found: dict[str, Any] = {"opponent": rival.username, "played_on": row.played_on, "game": row.game}
    found |= {name: getattr(game, name) for name in ("points", "rounds", "markers", "gave_up")}
    found |= {f"their_{name}": getattr(game.theirs, name) for name in (*OF_THE_OTHER, "faction")}
    found["own_markers"] = game.own.markers
    for place, end in enumerate(game.own.ends):
        disabled = 0 if end.fate == "destroyed" else end.disabled
        name = f"ship-{place}" if place < game.own.ships else f"squadron-{place - game.own.ships}"
        found[name] = f"{end.fate}-{disabled}"
    return found


def _fate_field(label: str, fates: Iterable[tuple[str, str]], *, gone: bool) -> forms.ChoiceField:
    """What became of a model; it stands at first, or is to be chosen where some are `gone`."""
    first = [("", "Choose")] if gone else []
    said = dict.fromkeys(("required", "invalid_choice"), "Say what became of it.")
    return forms.ChoiceField(label=label, choices=[*first, *fates], error_messages=said)


def _fates(ship: Ship) -> Iterator[tuple[str, str]]:
    """What can have become of a ship, with each number of upgrades that may be disabled (W18)."""
    places = catalogue().ships[ship.size].upgrades
    for disabled in range(places):
        yield f"stands-{disabled}", f"Stands, {disabled} disabled" if disabled else "Stands"
    yield "destroyed-0", "Destroyed"
    for disabled in range(places):
        yield f"surrendered-{disabled}", f"Surrendered, {disabled} disabled" if disabled else "Surrendered"


def _end(chosen: str, ship: Ship | None = None) -> End:
    """What became of a model, as it was chosen of those that there are."""
    fate, _, disabled = chosen.partition("-")
    if fate == "destroyed" and ship is not None:
        return End("destroyed", catalogue().ships[ship.size].upgrades)
    return End(cast("Fate", fate), int(disabled))
