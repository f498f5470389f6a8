"""What onlookers see of a campaign game, and what its players see of their link."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse
from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from battles.models import KNOWN_BY_ORDERS, Battle, Play, Series
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.page import FoughtLinks, FoughtView, fought_view
from battles.talon.series.charts import SeriesCharts, charts_of
from battles.talon.series.manners import how_words
from battles.talon.series.outcome import open_outcome_words
from battles.talon.series.reading import Fight, LegState, SeriesState, points_of, side_of, state_of, user_of
from battles.talon.watching.page import OnlookerPaths
from config.pages import Page
from engines.seam.series import PLAYERS, Points
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class SeriesOnlookersPage(Page):
    """The link for onlookers of a campaign game: `link` is "" without one, `made_by` who made it.

    `refused` says why none was made.
    """

    template: ClassVar = "battles/series_onlookers.html"
    series: Series
    link: str
    made_by: str
    rival: str
    refused: str


def series_onlookers_page(
    series: Series, player: str, rival: str, absolute: Callable[[str], str], refused: str = ""
) -> SeriesOnlookersPage:
    """The page for a player; `absolute` makes an address of a path."""
    token = series.watch_token
    return SeriesOnlookersPage(
        series=series,
        link="" if token is None else absolute(reverse("series_watch", args=[token])),
        made_by="You" if series.watch_by == player else rival,
        rival=rival,
        refused=refused,
    )


@dataclass(frozen=True, slots=True)
class WatchedFight:
    """A battle of a leg: who plays which side, what became of it, and where it is to be seen, "" for nowhere."""

    sides: tuple[tuple[Side, str], ...]
    words: str
    path: str


@dataclass(frozen=True, slots=True)
class WatchedLeg:
    """A leg as onlookers see it: `points` as they count, `doubled` for the last one.

    `how` says in which way it is played if that is another than the rest.
    """

    number: int
    title: str
    pair: bool
    how: str
    doubled: bool
    going: bool
    begun: bool
    fights: tuple[WatchedFight, ...]
    points: Points | None


@dataclass(frozen=True, slots=True)
class SeriesWatchPage(Page):
    """A campaign game for onlookers: the score, how it stands in a sentence, and its legs.

    `live`: it goes on, and the page follows the `stream` from the notice `newest` on.
    """

    template: ClassVar = "battles/series_watch.html"
    name: str
    path: str
    stream: str
    live: bool
    newest: int
    user_name: str
    rival_name: str
    total: Points
    sentences: tuple[str, ...]
    legs: tuple[WatchedLeg, ...]
    charts: SeriesCharts | None


def series_watch_page(series: "WithAnnotations[Series, Newest]") -> SeriesWatchPage:
    """The page; four queries."""
    found, token = state_of(series), series.watch_token
    battles = [
        fight.battle.pk
        for leg in found.legs
        for fight in leg.fights
        if fight.battle is not None and fight.going
    ]
    on_board = Play.objects.filter(battle__in=battles, stage=Play.Stage.ON).values_list("battle", flat=True)
    boards = set(on_board)
    return SeriesWatchPage(
        name=series.name,
        path=reverse("series_watch", args=[token]),
        stream=reverse("series_watch_events", args=[token]),
        live=series.stage == Series.Stage.ON,
        newest=series.newest,
        user_name=series.user.username,
        rival_name="" if series.rival is None else series.rival.username,
        total=found.standings.total,
        sentences=(open_outcome_words(found),) if series.stage == Series.Stage.OVER else (),
        legs=tuple(watched_leg(found, leg, lambda fight: _path(series, fight, boards)) for leg in found.legs),
        charts=charts_of(found, "user"),
    )


def watched_leg(found: SeriesState, leg: LegState, path_of: Callable[[Fight], str]) -> WatchedLeg:
    """A leg for somebody who looks on; `path_of` says where each battle is shown, "" for nowhere."""
    return WatchedLeg(
        number=leg.leg.number,
        title=leg.leg.title,
        pair=leg.leg.pair,
        how=how_words(leg.leg),
        doubled=leg.is_last,
        going=leg.going is not None,
        begun=leg.fights[0].battle is not None,
        fights=tuple(_fight(found, fight, path_of(fight)) for fight in leg.fights),
        points=points_of(found, leg),
    )


def _path(series: Series, fight: Fight, boards: set[int]) -> str:
    """Where the link shows a battle, "" for nowhere."""
    battle = fight.battle
    if battle is None:
        return ""
    if fight.going:
        return (
            reverse("series_watch_board", args=[series.watch_token, battle.pk]) if battle.pk in boards else ""
        )
    known = battle.settled_how in KNOWN_BY_ORDERS
    return reverse("series_watch_battle", args=[series.watch_token, battle.pk]) if known else ""


def _fight(found: SeriesState, fight: Fight, path: str) -> WatchedFight:
    names = {player: user_of(found.series, player) for player in PLAYERS}
    sides = tuple(
        (side_of(fight, player), "" if user is None else user.username) for player, user in names.items()
    )
    if fight.battle is None:
        return WatchedFight(sides, "", "")
    if fight.going:
        return WatchedFight(sides, "Watch" if path else "Under way", path)
    if fight.won is None:
        return WatchedFight(sides, "Fought again", path)
    winner = names[fight.won.by]
    name = "" if winner is None else winner.username
    return WatchedFight(sides, f"{name}, {fight.won.degree} victory", path)


def board_paths(series: Series, number: int) -> OnlookerPaths:
    """Where the link shows a battle that is played by hand."""
    args = [series.watch_token, number]
    return OnlookerPaths(
        reverse("series_watch_board", args=args),
        reverse("series_watch_board_events", args=args),
        reverse("series_watch_battle", args=args),
        "",
    )


@dataclass(frozen=True, slots=True)
class SeriesWatchBattlePage(Page):
    """The report of a battle of a leg that is over."""

    template: ClassVar = "battles/series_watch_battle.html"
    view: FoughtView
    place: str
    title: str


def series_watch_battle_page(
    series: Series, battle: Battle, report: FoughtReport, frame: int
) -> SeriesWatchBattlePage:
    """The report at a frame."""
    args = [series.watch_token, battle.pk]
    links = FoughtLinks(
        frames=reverse("series_watch_frames", args=args),
        text="",
        json="",
        owner=reverse("series_watch", args=args[:1]),
        owner_words="Campaign game",
    )
    view = fought_view(report, links, "", min(frame, report.last))
    return SeriesWatchBattlePage(view, battle.place, battle.title)
