"""The pages of a person's lifetime score."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from django.core import paginator

from accounts.models import LifetimeLine, User
from accounts.scores import reckoning
from accounts.scores.lifetime import LifetimeScore, lines_between, totals_between
from accounts.scores.reckoning import TALON, Choices, Chosen, Row, Tally
from config.line_chart import LineChart, Plotted, line_chart, scale_to
from config.pages import Page
from engines.seam.sides import SIDES

OPPONENTS_A_PAGE, LINES_A_PAGE, MOST_SHOWN = 24, 40, 100
MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MARKS: Final = 4
"""How many months are named below a chart: as many as can be read on a phone."""
RIVALS: Final = "Opponents"
FILTERS: Final = {
    "kind": "Class of game",
    "scenario": "Scenario",
    "mode": "Battle mode",
    "side": "Your side",
    "year": "Year",
    "way": "Fought",
}
"""What lines are chosen by, besides the opponent."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice of the form: its name, its label, and its options as (value, words, chosen)."""

    name: str
    label: str
    options: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class SystemLink:
    """A game that the person has a score of: its key, "" for Talon, its name, and whether this page is of it."""

    key: str
    name: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class DetailTable:
    """The tallies by one of the things by which lines are chosen."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ScorePage(Page):
    """What the user's lifetime score comes to; `query` is what is chosen, as an address has it, "" for everything.

    `details` are tables by what else results are told apart by, where they are and it is not chosen.
    """

    template: ClassVar = "accounts/score.html"
    systems: tuple[SystemLink, ...]
    system: str
    filters: tuple[Filter, ...]
    query: str
    opponent: str
    total: Tally
    charts: tuple[LineChart, ...]
    page: paginator.Page[Any]
    kinds: tuple[Row, ...]
    years: tuple[Row, ...]
    details: tuple[DetailTable, ...]


@dataclass(frozen=True, slots=True)
class ResultsPage(Page):
    """The lines of the user's lifetime score, the latest first."""

    template: ClassVar = "accounts/results.html"
    systems: tuple[SystemLink, ...]
    system: str
    filters: tuple[Filter, ...]
    query: str
    opponent: str
    page: paginator.Page[LifetimeLine]


def score_page(user: User, asked: Mapping[str, str]) -> ScorePage:
    """The user's score, as the address asks for it; three queries, or four."""
    chosen, offered = reckoning.opened(user, asked)
    found = reckoning.by_everything(user, chosen)
    cells = reckoning.by_cell(found)
    return ScorePage(
        systems=_systems(offered.systems, chosen.system),
        system=_key(chosen.system),
        filters=_filters(offered, chosen),
        query=urlencode(chosen.given),
        opponent=chosen.opponent,
        total=reckoning.summed(cells.values()),
        charts=charts_of(cells, rivals=chosen.opponent or RIVALS),
        page=paginator.Paginator(list(reckoning.by_opponent(user, chosen)), OPPONENTS_A_PAGE).get_page(
            asked.get("page")
        ),
        kinds=kinds_of(cells),
        years=_years_of(cells),
        details=tuple(_details_of(found, chosen)),
    )


def results_page(user: User, asked: Mapping[str, str]) -> ResultsPage:
    """The lines that the address asks for; three queries, or four."""
    chosen, offered = reckoning.opened(user, asked)
    lines = (
        reckoning.lines_of(user, chosen).select_related("player", "opponent").order_by("-played_on", "-pk")
    )
    return ResultsPage(
        systems=_systems(offered.systems, chosen.system),
        system=_key(chosen.system),
        filters=_filters(offered, chosen),
        query=urlencode(chosen.given),
        opponent=chosen.opponent,
        page=paginator.Paginator(lines, LINES_A_PAGE).get_page(asked.get("page")),
    )


@dataclass(frozen=True, slots=True)
class ScoreLinkPage(Page):
    """Where the user makes the link that shows the score, or takes it back; `link` is its address, "" without one."""

    template: ClassVar = "accounts/score_link.html"
    link: str


@dataclass(frozen=True, slots=True)
class ScoreShownPage(Page):
    """What the score of a player comes to, for whoever has the link: sums alone, with opponents by their callsigns.

    `more` is how many opponents are left out.
    """

    template: ClassVar = "accounts/score_shown.html"
    systems: tuple[SystemLink, ...]
    callsign: str
    total: Tally
    charts: tuple[LineChart, ...]
    opponents: tuple[Row, ...]
    more: int
    kinds: tuple[Row, ...]
    years: tuple[Row, ...]


def score_shown_page(owner: User, system: str = "") -> ScoreShownPage:
    """What a score comes to, as it is shown to others; two queries. Nothing of a single result is in it."""
    chosen = Chosen.of({"system": system})
    every = reckoning.by_system(owner)
    cells = every.get(chosen.system, {})
    rows = [
        Row(row["callsign"], Tally(row["won"], row["draws"], row["lost"], row["own"], row["others"]))
        for row in reckoning.by_opponent(owner, chosen)
    ]
    rows.sort(key=lambda row: (-row.tally.played, row.name))
    return ScoreShownPage(
        systems=_systems(every, chosen.system),
        callsign=owner.username,
        total=reckoning.summed(cells.values()),
        charts=charts_of(cells, owner.username),
        opponents=tuple(rows[:MOST_SHOWN]),
        more=max(0, len(rows) - MOST_SHOWN),
        kinds=kinds_of(cells),
        years=_years_of(cells),
    )


@dataclass(frozen=True, slots=True)
class LedgerPage(Page):
    """The lines between the user and one opponent, and their totals."""

    template: ClassVar = "accounts/ledger.html"
    system: str
    game: str
    totals: LifetimeScore
    tally: Tally
    page: paginator.Page[Any]


def ledger(user: User, callsign: str, number: str | None, system: str = "") -> LedgerPage | None:
    """A page of the lines of one system between two players; None if there are no lines."""
    system = system or TALON
    totals = totals_between(user, callsign, system)
    if totals is None:
        return None
    lines = paginator.Paginator(lines_between(user, callsign, system), LINES_A_PAGE)
    tally = Tally(totals["victories"], totals["draws"], totals["defeats"], totals["won"], totals["lost"])
    game = "" if system == TALON else LifetimeLine.System(system).label
    return LedgerPage(system=_key(system), game=game, totals=totals, tally=tally, page=lines.get_page(number))


def kinds_of(cells: reckoning.Cells) -> tuple[Row, ...]:
    """The tally of each class of game that has one, in their order."""
    found = [(kind, [cell for at, cell in cells.items() if at.kind == kind]) for kind in LifetimeLine.Kind]
    return tuple(Row(str(kind.label), reckoning.summed(some)) for kind, some in found if some)


def _details_of(
    found: Sequence[tuple[reckoning.Cell, reckoning.Details, Tally]], chosen: Chosen
) -> Iterator[DetailTable]:
    """A table for each of the details that is not chosen and of which there is anything."""
    named: dict[str, tuple[str, dict[str, str]]] = {
        "scenario": ("Scenario", {}),
        "mode": ("Battle mode", {}),
        "side": ("Your side", {side: side.title() for side in SIDES}),
        "way": ("Way of settling", dict(LifetimeLine.Way.choices)),
    }
    for name, (heading, words) in named.items():
        values = {getattr(at, name) for _cell, at, _tally in found} - {""}
        if not getattr(chosen, name) and values:
            ordered = [value for value in words if value in values] if words else sorted(values)
            yield DetailTable(
                heading,
                tuple(
                    Row(
                        words.get(value, value),
                        reckoning.summed(one for _cell, at, one in found if getattr(at, name) == value),
                    )
                    for value in ordered
                ),
            )


def _years_of(cells: reckoning.Cells) -> tuple[Row, ...]:
    years = sorted({at.year for at in cells}, reverse=True)
    return tuple(
        Row(str(year), reckoning.summed(cell for at, cell in cells.items() if at.year == year))
        for year in years
    )


def charts_of(cells: reckoning.Cells, whose: str = "You", rivals: str = RIVALS) -> tuple[LineChart, ...]:
    """Points and results of both over the months, from the one before the first; none without a line."""
    if not cells:
        return ()
    months = sorted({at.month for at in cells})
    first, last = months[0] - 1, months[-1]
    labels = [f"{MONTHS[month % 12]} {month // 12}" for month in range(first, last + 1)]
    by_month = {
        month: reckoning.summed(cell for at, cell in cells.items() if at.month == month) for month in months
    }
    drawn = (
        ("Points", "The points of both sides up to the end of each month.", "points", "against"),
        ("Won and lost", "Results won and lost up to the end of each month.", "won", "lost"),
    )
    names = {"points": whose, "against": rivals, "won": "Won", "lost": "Lost"}
    charts = []
    for title, words, mine, theirs in drawn:
        plotted = [
            Plotted(look, names[what], _run(by_month, what, first, last))
            for look, what in (("mine", mine), ("theirs", theirs))
        ]
        most = max(max(one.values.values()) for one in plotted)
        if most:
            chart = line_chart(title, words, plotted, labels, scale_to(most), step="Month", marks=MARKS)
            charts.append(chart)
    return tuple(charts)


def _run(by_month: Mapping[int, Tally], what: str, first: int, last: int) -> dict[int, int]:
    """A figure of the tally, added up to each month in which it was played, by how many months it is from the first."""
    total, found = 0, {0: 0}
    for month, tally in sorted(by_month.items()):
        total += getattr(tally, what)
        found[month - first] = total
    found[last - first] = total
    return found


def _systems(known: Collection[str], shown: str) -> tuple[SystemLink, ...]:
    """The games to choose from, Talon among them; none for somebody who has a score of Talon alone."""
    if shown == TALON and not set(known) - {TALON}:
        return ()
    return tuple(
        SystemLink(_key(one.value), one.label, one == shown)
        for one in LifetimeLine.System
        if one == TALON or one in known
    )


def _key(system: str) -> str:
    """A system as an address names it."""
    return "" if system == TALON else system


def _filters(offered: Choices, chosen: Chosen) -> tuple[Filter, ...]:
    """What the user's lines can be chosen by: a filter with something to choose, or that is chosen already."""
    return tuple(
        _filter_of(name, options, getattr(chosen, name)) for name, options in _offered(offered, chosen)
    )


def _offered(offered: Choices, chosen: Chosen) -> Iterator[tuple[str, list[str]]]:
    for name, options in offered.listed.items():
        if len(options) > 1 or getattr(chosen, name):
            yield name, options


def _filter_of(name: str, options: Iterable[str], chosen: str) -> Filter:
    listed = dict.fromkeys([*options, *filter(None, [chosen])])
    found = [("", "All", chosen == "")]
    found += [(value, _said(name, value), value == chosen) for value in listed]
    return Filter(name, FILTERS[name], tuple(found))


def _said(name: str, value: str) -> str:
    """A value of a filter in words."""
    known: dict[str, Mapping[str, str]] = {
        "kind": dict(LifetimeLine.Kind.choices),
        "way": dict(LifetimeLine.Way.choices),
        "side": {"terran": "Terran", "talon": "Talon"},
    }
    return known.get(name, {}).get(value, value)
