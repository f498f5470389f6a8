"""The pages of a person's lifetime score."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from django.core import paginator

from accounts.models import LifetimeLine, User
from accounts.scores import reckoning
from accounts.scores.lifetime import LifetimeScore, lines_between, totals_between
from accounts.scores.reckoning import Chosen, Row, Tally
from config.line_chart import LineChart, Plotted, line_chart, scale_to
from config.pages import Page

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
class ScorePage(Page):
    """What the user's lifetime score comes to; `query` is what is chosen, as an address has it, "" for everything."""

    template: ClassVar = "accounts/score.html"
    filters: tuple[Filter, ...]
    query: str
    opponent: str
    total: Tally
    charts: tuple[LineChart, ...]
    page: paginator.Page[Any]
    kinds: tuple[Row, ...]
    years: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ResultsPage(Page):
    """The lines of the user's lifetime score, the latest first."""

    template: ClassVar = "accounts/results.html"
    filters: tuple[Filter, ...]
    query: str
    opponent: str
    page: paginator.Page[LifetimeLine]


def score_page(user: User, asked: Mapping[str, str]) -> ScorePage:
    """The user's score, as the address asks for it; three queries."""
    chosen = Chosen.of(asked)
    cells = reckoning.by_kind_and_month(user, chosen)
    return ScorePage(
        filters=_filters(user, chosen),
        query=urlencode(chosen.given),
        opponent=chosen.opponent,
        total=reckoning.summed(cells.values()),
        charts=charts_of(cells, rivals=chosen.opponent or RIVALS),
        page=paginator.Paginator(list(reckoning.by_opponent(user, chosen)), OPPONENTS_A_PAGE).get_page(
            asked.get("page")
        ),
        kinds=kinds_of(cells),
        years=_years_of(cells),
    )


def results_page(user: User, asked: Mapping[str, str]) -> ResultsPage:
    """The lines that the address asks for; three queries."""
    chosen = Chosen.of(asked)
    lines = (
        reckoning.lines_of(user, chosen).select_related("player", "opponent").order_by("-played_on", "-pk")
    )
    return ResultsPage(
        filters=_filters(user, chosen),
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
    callsign: str
    total: Tally
    charts: tuple[LineChart, ...]
    opponents: tuple[Row, ...]
    more: int
    kinds: tuple[Row, ...]
    years: tuple[Row, ...]


def score_shown_page(owner: User) -> ScoreShownPage:
    """What a score comes to, as it is shown to others; two queries. Nothing of a single result is in it."""
    cells = reckoning.by_kind_and_month(owner)
    rows = [
        Row(row["callsign"], Tally(row["won"], row["draws"], row["lost"], row["own"], row["others"]))
        for row in reckoning.by_opponent(owner)
    ]
    rows.sort(key=lambda row: (-row.tally.played, row.name))
    return ScoreShownPage(
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
    totals: LifetimeScore
    tally: Tally
    page: paginator.Page[Any]


def ledger(user: User, callsign: str, number: str | None) -> LedgerPage | None:
    """A page of the lines between two players; None if there are no lines."""
    totals = totals_between(user, callsign)
    if totals is None:
        return None
    lines = paginator.Paginator(lines_between(user, callsign), LINES_A_PAGE)
    tally = Tally(totals["victories"], totals["draws"], totals["defeats"], totals["won"], totals["lost"])
    return LedgerPage(totals=totals, tally=tally, page=lines.get_page(number))


def kinds_of(cells: reckoning.Cells) -> tuple[Row, ...]:
    """The tally of each class of game that has one, in their order."""
    found = [(kind, [cell for at, cell in cells.items() if at.kind == kind]) for kind in LifetimeLine.Kind]
    return tuple(Row(str(kind.label), reckoning.summed(some)) for kind, some in found if some)


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


def _filters(user: User, chosen: Chosen) -> tuple[Filter, ...]:
    """What the user's lines can be chosen by: a filter with something to choose, or that is chosen already."""
    return tuple(_filter_of(name, options, getattr(chosen, name)) for name, options in _offered(user, chosen))


def _offered(user: User, chosen: Chosen) -> Iterator[tuple[str, list[str]]]:
    for name, options in reckoning.choices(user).items():
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
