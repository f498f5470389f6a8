"""What the lifetime score of a person comes to: won, drawn and lost, by whatever is asked for (20.3, S84)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import Case, CharField, Count, F, IntegerField, Max, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce, ExtractMonth, ExtractYear

from accounts.models import LifetimeLine, User
from engines.seam.sides import SIDES, as_side, opponent

TALON: Final = LifetimeLine.System.TALON.value


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which lines are looked at; "" is all of them, but always of one system."""

    opponent: str = ""
    kind: str = ""
    scenario: str = ""
    mode: str = ""
    side: str = ""
    year: str = ""
    way: str = ""
    system: str = TALON

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "Chosen":
        """What an address asks for; what it does not know how to ask is left out."""
        found = {field.name: asked.get(field.name, "").strip() for field in fields(cls)}
        return cls(**found | {"system": found["system"] or TALON})

    @property
    def given(self) -> dict[str, str]:
        """What is asked for besides everything of Talon."""
        asked = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in asked if value and (name, value) != ("system", TALON)}


ALL: Final = Chosen()


@dataclass(frozen=True, slots=True)
class Tally:
    """How many results were won, drawn and lost, and the points of both."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    against: int = 0

    @property
    def played(self) -> int:
        """How many results there are."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Row:
    """The tally of one opponent, kind or year; `name` is as it is stored."""

    name: str
    tally: Tally


def lines_of(user: User, chosen: Chosen = ALL) -> QuerySet[LifetimeLine]:
    """The lines of a person's score that are looked at; `mine`: the person is their player."""
    mine = Q(player=user)
    found = LifetimeLine.objects.filter(mine | Q(opponent=user), system=chosen.system)
    if chosen.opponent:
        other = chosen.opponent
        found = found.filter(
            mine & Q(opponent__username=other) | Q(opponent=user) & Q(player__username=other)
        )
    for name in ("kind", "scenario", "mode", "way"):
        if value := getattr(chosen, name):
            found = found.filter(**{name: value})
    if chosen.side:
        found = found.filter(_as_side(user, chosen.side))
    if chosen.year:
        found = found.filter(played_on__year=int(chosen.year)) if _is_year(chosen.year) else found.none()
    return found


def tally(user: User, chosen: Chosen = ALL) -> Tally:
    """What a person's score comes to."""
    return _tally(lines_of(user, chosen).aggregate(**_sums(user)))


def by_opponent(user: User, chosen: Chosen = ALL) -> QuerySet[Any]:
    """The tally with each opponent, the latest first: `won`, `draws`, `lost`, `own` points and those of `others`."""
    other = Case(When(player=user, then=F("opponent__username")), default=F("player__username"))
    found = lines_of(user, chosen).annotate(callsign=other).values("callsign")
    return found.annotate(**_sums(user), last=Max("played_on")).order_by("-last", "callsign")


class Cell(NamedTuple):
    """A class of game in a year and a month; months are counted from January of the year 0."""

    kind: str
    year: int
    month: int


Cells: TypeAlias = Mapping[Cell, Tally]


class Details(NamedTuple):
    """What else a result is told apart by; the side is the person's own."""

    scenario: str
    mode: str
    side: str
    way: str


def by_everything(user: User, chosen: Chosen = ALL) -> list[tuple[Cell, Details, Tally]]:
    """The tally of each class of game, month and details that go together; one query."""
    others = [When(side=side, then=Value(opponent(side))) for side in SIDES]
    own = Case(When(player=user, then=F("side")), *others, default=Value(""), output_field=CharField())
    lines = _dated(lines_of(user, chosen)).annotate(own_side=own)
    told = lines.values("kind", "year", "month", "scenario", "mode", "own_side", "way")
    rows = told.annotate(**_sums(user)).order_by("year", "month")
    return [
        (_cell(row), Details(row["scenario"], row["mode"], row["own_side"], row["way"]), _tally(row))
        for row in rows
    ]


def by_cell(found: Iterable[tuple[Cell, Details, Tally]]) -> dict[Cell, Tally]:
    """The same, of each class of game in each month."""
    together: dict[Cell, list[Tally]] = {}
    for cell, _details, one in found:
        together.setdefault(cell, []).append(one)
    return {cell: summed(tallies) for cell, tallies in together.items()}


def by_system(user: User) -> dict[str, dict[Cell, Tally]]:
    """The tally of each class of game in each month, by the systems of which the person has lines; one query."""
    lines = _dated(LifetimeLine.objects.filter(Q(player=user) | Q(opponent=user)))
    rows = lines.values("system", "kind", "year", "month").annotate(**_sums(user)).order_by("year", "month")
    found: dict[str, dict[Cell, Tally]] = {}
    for row in rows:
        found.setdefault(row["system"], {})[_cell(row)] = _tally(row)
    return found


def _dated(lines: QuerySet[LifetimeLine]) -> QuerySet[Any]:
    return lines.annotate(year=ExtractYear("played_on"), month=ExtractMonth("played_on"))


def _cell(row: Mapping[str, Any]) -> Cell:
    return Cell(row["kind"], row["year"], 12 * row["year"] + row["month"] - 1)


def summed(tallies: Iterable[Tally]) -> Tally:
    """All of them together."""
    found = list(tallies)
    return Tally(*(sum(getattr(one, field.name) for one in found) for field in fields(Tally)))


class Choices(NamedTuple):
    """What there is to choose from in a person's lines: which systems, and by what else in one of them."""

    systems: list[str]
    listed: dict[str, list[str]]


def choices(user: User, system: str = TALON) -> Choices:
    """What there is to choose from in a person's lines; one query."""
    rows = LifetimeLine.objects.filter(Q(player=user) | Q(opponent=user)).values_list(
        "system", "kind", "scenario", "mode", "way", "side", "played_on__year"
    )
    known = set(rows.distinct())
    systems = {row[0] for row in known}
    found = {row[1:] for row in known if row[0] == system}
    names = ("kind", "scenario", "mode", "way", "side", "year")
    listed = {name: sorted({str(row[place]) for row in found} - {""}) for place, name in enumerate(names)}
    listed["kind"] = [kind for kind in LifetimeLine.Kind.values if kind in listed["kind"]]
    listed["side"] = [*SIDES] if listed["side"] else []
    listed["year"].reverse()
    return Choices([one for one in LifetimeLine.System.values if one in systems], listed)


def opened(user: User, asked: Mapping[str, str]) -> tuple[Chosen, Choices]:
    """What an address asks for, and what there is to choose from; one query, or two.

    Whoever has results of another game alone sees that one unless the address names one.
    """
    chosen = Chosen.of(asked)
    offered = choices(user, chosen.system)
    if not asked.get("system") and offered.systems and chosen.system not in offered.systems:
        chosen = replace(chosen, system=offered.systems[0])
        offered = choices(user, chosen.system)
    return chosen, offered


def _tally(row: Mapping[str, Any]) -> Tally:
    return Tally(row["won"], row["draws"], row["lost"], row["own"], row["others"])


def _sums(user: User) -> dict[str, Any]:
    mine = Q(player=user)
    points = Coalesce(Sum("points", filter=mine), Value(0), output_field=IntegerField())
    against = Coalesce(Sum("points", filter=~mine), Value(0), output_field=IntegerField())
    return {
        "won": Count("id", filter=mine & Q(drawn=False)),
        "draws": Count("id", filter=Q(drawn=True)),
        "lost": Count("id", filter=~mine & Q(drawn=False)),
        "own": points,
        "others": against,
    }


def _as_side(user: User, side: str) -> Q:
    """The lines in which the person had the side."""
    if side not in SIDES:
        return Q(pk=None)
    return Q(player=user, side=side) | Q(opponent=user, side=opponent(as_side(side)))


def _is_year(written: str) -> bool:
    return written.isascii() and written.isdigit() and len(written) == 4 and written != "0000"
