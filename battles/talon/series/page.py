"""What the pages of campaign games show: the list with the form, the invitation, and one that goes on."""

from dataclasses import dataclass
from typing import ClassVar, Final, cast

from django.db.models import Q

from accounts.models import User
from battles.clocks import clock_words
from battles.models import Series, Tempo, Way
from battles.talon.series.arranging import closed_words, may_arrange
from battles.talon.series.following import counts_bonus, outcome_words
from battles.talon.series.forms import WAYS, SeriesForm
from battles.talon.series.reading import (
    Fight,
    LegStage,
    LegState,
    SeriesState,
    player_in,
    points_of,
    side_of,
    state_of,
    states_of,
    user_of,
)
from config.pages import Page, Part
from engines.seam.documents import Degree
from engines.seam.refusals import Refusal
from engines.seam.series import LAST, PLAYERS, POINTS, Need, Player, Points, need
from engines.seam.sides import Side

MOST_SHOWN = 40
AT_LEAST: Final[dict[Degree, str]] = {
    "minor": "any victory",
    "great": "a great victory or better",
    "devastating": "a devastating victory",
}
EXACTLY: Final[dict[Degree, str]] = {
    "minor": "a minor victory",
    "great": "a great victory",
    "devastating": "a devastating victory",
}


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A campaign game in the list: where it is, against whom, and how it stands."""

    path: str
    name: str
    rival: str
    words: str
    waits: bool


@dataclass(frozen=True, slots=True)
class SeriesListPage(Page):
    """The user's campaign games, those that go on first, and the form of a new one."""

    template: ClassVar = "battles/series_list.html"
    going: tuple[SeriesLine, ...]
    over: tuple[SeriesLine, ...]
    form: SeriesForm


@dataclass(frozen=True, slots=True)
class FightLine:
    """A battle of a leg: the reader's side, and what became of it; `path` leads to it, "" before it has begun."""

    side: Side
    path: str
    words: str


@dataclass(frozen=True, slots=True)
class LegLine:
    """A leg in the table: `points` as they count, `doubled` for the last one, and what the reader can do with it.

    `early` is "ask", "agree" or "asked" where it could be played before its turn, "" otherwise.
    """

    number: int
    title: str
    scenario: int | None
    pair: bool
    stage: LegStage
    fights: tuple[FightLine, ...]
    begun: bool
    points: Points | None
    doubled: bool
    early: str


@dataclass(frozen=True, slots=True)
class NextLeg:
    """The leg whose turn it is: the battle under way or "", which of a pair it is or 0, and how it can be fought.

    `again`: the last battle of it had no winner.
    """

    number: int
    title: str
    path: str
    half: int
    again: bool
    ways: tuple[tuple[str, str], ...]
    way: str


@dataclass(frozen=True, slots=True)
class Stand(Part):
    """The score: both names and points, and in sentences what it means."""

    user_name: str
    rival_name: str
    total: Points
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeriesPage(Page):
    """A campaign game for one of its two players."""

    template: ClassVar = "battles/series.html"
    series: Series
    stand: Stand
    legs: tuple[LegLine, ...]
    next: NextLeg | None
    link: str
    terms: tuple[tuple[str, str], ...]
    arranges: bool
    calls_off: bool
    concedes: bool
    refused: tuple[Refusal, ...]
    at: int


@dataclass(frozen=True, slots=True)
class InvitedLeg:
    """A leg as an invitation names it: the side is that of whoever accepts."""

    number: int
    title: str
    side: Side
    pair: bool


@dataclass(frozen=True, slots=True)
class SeriesInvitationPage(Page):
    """A campaign game for whoever has its link, before somebody accepts; `closed` says why that is too late."""

    template: ClassVar = "battles/series_invitation.html"
    series: Series
    legs: tuple[InvitedLeg, ...]
    terms: tuple[tuple[str, str], ...]
    closed: str


def series_list_page(user: User | None, form: SeriesForm) -> SeriesListPage:
    """The list and the form; no list for somebody who is not signed in."""
    found = [] if user is None else states_of(_series_of(user))
    lines = [(one.series.stage, _line(one, cast("User", user))) for one in found]
    return SeriesListPage(
        tuple(line for stage, line in lines if stage != Series.Stage.OVER),
        tuple(line for stage, line in lines if stage == Series.Stage.OVER),
        form,
    )


def series_page(
    series: Series, user: User, link: str, at: int, refused: tuple[Refusal, ...] = ()
) -> SeriesPage:
    """The page of one for one of its players."""
    found, player = state_of(series), cast("Player", player_in(series, user))
    begun = any(fight.attempts for leg in found.legs for fight in leg.fights)
    on = series.stage == Series.Stage.ON
    return SeriesPage(
        series=series,
        stand=Stand(
            series.user.username,
            "" if series.rival is None else series.rival.username,
            found.standings.total,
            tuple(_sentences(found, player)),
        ),
        legs=tuple(_leg(found, leg, player) for leg in found.legs),
        next=_next(found) if on else None,
        link=link if series.stage == Series.Stage.WAITING else "",
        terms=_terms(series),
        arranges=player == "user" and may_arrange(series),
        calls_off=series.stage == Series.Stage.WAITING or (on and not begun),
        concedes=on and begun and found.going is None,
        refused=refused,
        at=at,
    )


def series_invitation_page(series: Series) -> SeriesInvitationPage:
    """The invitation to one."""
    legs = tuple(
        InvitedLeg(leg.number, leg.title, "talon" if leg.user_side == "terran" else "terran", leg.pair)
        for leg in series.legs.defer("setup").order_by("number")
    )
    closed = "" if series.stage == Series.Stage.WAITING else closed_words(series)
    return SeriesInvitationPage(series, legs, _terms(series), closed)


def _series_of(user: User) -> list[Series]:
    rows = Series.objects.filter(Q(user=user) | Q(rival=user)).exclude(stage=Series.Stage.CALLED_OFF)
    return list(rows.select_related("user", "rival").order_by("-pk")[:MOST_SHOWN])


def _line(found: SeriesState, user: User) -> SeriesLine:
    row, player = found.series, cast("Player", player_in(found.series, user))
    other = user_of(row, "rival" if player == "user" else "user")
    rival = "" if other is None else "the computer" if other.is_computer else other.username
    total = found.standings.total
    mine, theirs = total.of(player), total.of("rival" if player == "user" else "user")
    if row.stage == Series.Stage.WAITING:
        return SeriesLine(row.get_absolute_url(), row.name, "", "Send the link", waits=True)
    done = len(found.legs) - found.standings.left
    words = f"{mine} to {theirs} after {done} of {len(found.legs)} legs"
    if row.stage == Series.Stage.OVER:
        words = {player: f"You won, {mine} to {theirs}", None: f"Level, {mine} to {theirs}"}.get(
            found.winner, f"You lost, {mine} to {theirs}"
        )
    return SeriesLine(row.get_absolute_url(), row.name, rival, words, waits=False)


def _leg(found: SeriesState, leg: LegState, player: Player) -> LegLine:
    return LegLine(
        number=leg.leg.number,
        title=leg.leg.title,
        scenario=leg.leg.scenario,
        pair=leg.leg.pair,
        stage=found.stage_of(leg),
        fights=tuple(_fight(found, fight, player) for fight in leg.fights),
        begun=leg.fights[0].battle is not None,
        points=points_of(found, leg),
        doubled=leg is found.legs[-1],
        early=_early(found, leg, player),
    )


def _fight(found: SeriesState, fight: Fight, player: Player) -> FightLine:
    side, battle = side_of(fight, player), fight.battle
    if battle is None:
        return FightLine(side, "", "")
    if fight.going:
        words = "Under way"
    elif fight.won is not None:
        name = cast("User", user_of(found.series, fight.won.by)).username
        words = f"{name}, {fight.won.degree} victory"
    else:
        words = "Called off" if battle.status == "void" else "Nobody won: it is fought again"
    return FightLine(side, battle.get_absolute_url(), words)


def _early(found: SeriesState, leg: LegState, player: Player) -> str:
    """What a player can do to have a leg before its turn."""
    row = found.series
    if row.stage != Series.Stage.ON or found.going or found.stage_of(leg) != "later" or leg is found.legs[-1]:
        return ""
    if row.early == leg.leg.number:
        return "asked" if row.early_by == player else "agree"
    return "ask"


def _next(found: SeriesState) -> NextLeg | None:
    leg = found.going or found.next
    if leg is None:
        return None
    fight = leg.going or leg.to_fight
    if fight is None:
        return None
    battle, series = fight.battle, found.series
    computer = series.rival is not None and series.rival.is_computer
    ways = tuple((str(way), words) for way, words in WAYS if not (computer and way == Way.TABLE))
    return NextLeg(
        number=leg.leg.number,
        title=leg.leg.title,
        path=battle.get_absolute_url() if battle is not None and fight.going else "",
        half=fight.half if leg.leg.pair else 0,
        again=fight.again,
        ways=ways,
        way=series.way,
    )


def _sentences(found: SeriesState, player: Player) -> list[str]:
    """What the score means: how it ended, what is still to be won, and what the last leg must bring."""
    row, standings = found.series, found.standings
    if row.stage == Series.Stage.OVER:
        said = [outcome_words(found, player)]
        if found.winner is not None and not _against_computer(row):
            said.append(_bonus_words(found))
        return said
    if row.stage != Series.Stage.ON:
        return []
    last = found.legs[-1]
    if standings.decided and standings.leader is not None:
        name = cast("User", user_of(row, standings.leader)).username
        return [f"{name} can no longer be caught. The legs that are left still count in the lifetime score."]
    if standings.left == 1 and last.result.points is None and not last.leg.pair:
        return [
            need_words(cast("User", user_of(row, one)).username, need(standings, POINTS[last.most], one))
            for one in PLAYERS
        ]
    return [f"{standings.to_be_won} points can still be won. The last leg counts double."]


def _bonus_words(found: SeriesState) -> str:
    if counts_bonus(found):
        return "The winner gets 5 more points in the lifetime score."
    return "It brings no points in the lifetime score: less than half of its legs were played."


def need_words(name: str, found: Need) -> str:
    """What a player must make of the last leg, as a sentence."""
    if found.safe:
        return f"{name} wins whatever the last leg brings."
    level = "" if found.draws is None else EXACTLY[found.draws]
    if found.wins is not None:
        also = f", and draws level with {level}" if level else ""
        return f"{name} wins with {AT_LEAST[found.wins]} in the last leg{also}."
    return (
        f"{name} can only draw level, with {level} in the last leg."
        if level
        else f"{name} can no longer win."
    )


def _against_computer(row: Series) -> bool:
    return row.rival is not None and row.rival.is_computer


def _terms(row: Series) -> tuple[tuple[str, str], ...]:
    """What is agreed on, each with its title."""
    found = [("How legs are fought", dict(WAYS)[Way(row.way)])]
    if row.way == Way.HAND:
        found.append(("Tempo", Tempo(row.tempo).label))
        found += [("Clock", clock_words(row.clock))] if row.clock else []
    return (*found, ("Last leg", f"counts {'double' if LAST == 2 else LAST}"))
