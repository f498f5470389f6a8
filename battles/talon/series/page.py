"""What the pages of campaign games show: the list with the form, the invitation, and one that goes on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from accounts.models import User
from battles.arranged import Arranged
from battles.clocks import clock_words
from battles.models import Leg, Series, Status, Tempo, Way
from battles.pace import pace_words
from battles.talon.series.access import SeriesSeat
from battles.talon.series.arranging import UNFINISHED, against_computer, arranges, closed_words, mark_of
from battles.talon.series.charts import SeriesCharts, charts_of
from battles.talon.series.deputies.page import ActingLine, acting_lines
from battles.talon.series.designs import design_words
from battles.talon.series.following import NOT_AT_A_TABLE
from battles.talon.series.forms import WAYS, SeriesForm
from battles.talon.series.hooks import arranged_for
from battles.talon.series.lines import YOURS, going_lines, over_lines, turn_in
from battles.talon.series.manners import how_words, manner_of, manner_words, manners_of, way_of_leg
from battles.talon.series.planning import options_in, options_of
from battles.talon.series.reading import (
    Fight,
    LegStage,
    LegState,
    SeriesState,
    closed_of,
    points_of,
    side_of,
    state_of,
    user_of,
)
from battles.talon.series.standing_words import sentences
from battles.talon.series.talk import has_chat, unread_of
from battles.talon.series.time.now import AwayLine, TimeNow, away_lines, time_now
from battles.talon.series.time.page import has_time, proposal_words
from battles.talon.series.turns import turns_of
from battles.talon.skirmish.hooks import SeriesLine
from battles.talon.skirmish.page import Fleet, fleets_in
from config.pages import Page, Part
from engines.seam.refusals import Refusal
from engines.seam.series import LAST, Player, Points
from engines.seam.sides import Side, as_side, opponent
from engines.talon.set_ups.scenarios import Option


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

    `how` says what is agreed on besides the rest, and `manner` is what forms have for the way in which it is played.
    `options` are those of a printed scenario, each with whether it is chosen.
    `early` is "ask", "agree" or "asked" where it could be played before its turn, "" otherwise.
    """

    number: int
    title: str
    scenario: int | None
    pair: bool
    how: str
    manner: str
    options: tuple[tuple[Option, bool], ...]
    fleets: tuple[Fleet, ...]
    stage: LegStage
    fights: tuple[FightLine, ...]
    begun: bool
    points: Points | None
    doubled: bool
    early: str


@dataclass(frozen=True, slots=True)
class NextLeg:
    """A leg that is next: the battle under way or "", which of a pair it is or 0, and how it can be fought.

    `turn` says whose turn it is in the battle, and `waits` that it is the reader's. `ways` are those among which the
    reader may choose alone, `agreed` is how it is fought otherwise. `again` says why it is fought again: "void" if the
    last battle was called off, "draw" if nobody won it. `fleets` is "choose" or "sealed" by what the reader has done
    where both choose theirs in secret, "" for any other leg.
    """

    number: int
    title: str
    path: str
    turn: str
    waits: bool
    half: int
    again: str
    ways: tuple[tuple[str, str], ...]
    way: str
    agreed: str
    fleets: str


@dataclass(frozen=True, slots=True)
class Stand(Part):
    """The score: both names and points, and in sentences what it means."""

    user_name: str
    rival_name: str
    total: Points
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeriesPage(Page):
    """A campaign game for one of its two players, or a deputy.

    `next` has the leg that can begin, or every battle under way; `arranged` what it belongs to; `ends` is whose closed
    account lets the reader end it.
    `manners` are the ways in which whoever `arranges` the legs can have one played.
    `proposed` is what the other player proposes about the time, "" for nothing, and `away` who is on holiday.
    `acts_for` is the player for whom the reader acts as deputy, "" for none, and `acting` who else acts for whom.
    """

    template: ClassVar = "battles/series.html"
    series: Series
    stand: Stand
    legs: tuple[LegLine, ...]
    charts: SeriesCharts | None
    next: tuple[NextLeg, ...]
    time: TimeNow | None
    has_time: bool
    proposed: str
    away: tuple[AwayLine, ...]
    acts_for: str
    acting: tuple[ActingLine, ...]
    link: str
    terms: tuple[tuple[str, str], ...]
    arranges: bool
    manners: tuple[tuple[str, str], ...]
    calls_off: bool
    concedes: bool
    arranged: tuple[Arranged, ...]
    ends: str
    chats: bool
    unread: int
    watchable: bool
    refused: tuple[Refusal, ...]
    live: bool
    at: int


@dataclass(frozen=True, slots=True)
class InvitedLeg:
    """A leg as an invitation names it: the side is that of whoever accepts, `how` says if it is played another way."""

    number: int
    title: str
    side: Side
    pair: bool
    how: str
    fleets: tuple[Fleet, ...]


@dataclass(frozen=True, slots=True)
class SeriesInvitationPage(Page):
    """A campaign game for whoever has its link, before somebody accepts; `closed` says why that is too late."""

    template: ClassVar = "battles/series_invitation.html"
    series: Series
    legs: tuple[InvitedLeg, ...]
    mark: str
    terms: tuple[tuple[str, str], ...]
    closed: str
    refused: tuple[Refusal, ...]


def series_list_page(user: User | None, form: SeriesForm) -> SeriesListPage:
    """The list and the form; no list for somebody who is not signed in."""
    if user is None:
        return SeriesListPage((), (), form)
    return SeriesListPage(tuple(going_lines(user)), tuple(over_lines(user)), form)


def series_page(seat: SeriesSeat, link: str, at: int, refused: tuple[Refusal, ...] = ()) -> SeriesPage:
    """The page of one for one of its players, or a deputy: what concerns more than a leg is the players' own (S96)."""
    series, user, player = seat.series, seat.user, seat.player
    found, own = state_of(series), not seat.acts_for
    begun = any(fight.attempts for leg in found.legs for fight in leg.fights)
    arranging = arranges(series, user)
    on, closed = series.stage == Series.Stage.ON, closed_of(series)
    arranged = arranged_for(series, user)
    counts = any(not one.decided for one in arranged)
    return SeriesPage(
        series=series,
        stand=Stand(
            series.user.username,
            "" if series.rival is None else series.rival.username,
            found.standings.total,
            tuple(sentences(found, player)),
        ),
        legs=tuple(_leg(found, leg, player, own=own, arranging=arranging) for leg in found.legs),
        charts=charts_of(found, player),
        next=tuple(_next(found, player)) if on and closed is None and not series.paused else (),
        time=time_now(found, player, seat.acts_for),
        has_time=has_time(series),
        proposed=proposal_words(series, player) if own else "",
        away=away_lines(series, player if own else None),
        acts_for=seat.acts_for,
        acting=acting_lines(seat),
        link=link if series.stage == Series.Stage.WAITING else "",
        terms=_terms(series, [leg.leg for leg in found.legs]),
        arranges=arranging,
        manners=tuple(manners_of(computer=against_computer(series))),
        calls_off=series.stage == Series.Stage.WAITING or (own and on and not begun and not counts),
        concedes=own
        and on
        and (begun or counts)
        and found.going is None
        and closed is None
        and not series.paused,
        arranged=arranged,
        ends=closed.username if own and on and closed is not None else "",
        chats=own and has_chat(series),
        unread=unread_of([series], user).get(series.pk, 0) if own else 0,
        watchable=own and series.stage in (Series.Stage.ON, Series.Stage.OVER),
        refused=refused,
        live=series.stage in UNFINISHED,
        at=at,
    )


def series_invitation_page(series: Series, refused: tuple[Refusal, ...] = ()) -> SeriesInvitationPage:
    """The invitation to one; once it is closed it names no legs any more."""
    if series.stage != Series.Stage.WAITING or not series.user.is_active:
        return SeriesInvitationPage(series, (), "", (), closed_words(series), ())
    rows = list(series.legs.order_by("number"))
    legs = tuple(
        InvitedLeg(
            number=leg.number,
            title=leg.title,
            side=opponent(as_side(leg.user_side)),
            pair=leg.pair,
            how=how_words(leg),
            fleets=_fleets(leg),
        )
        for leg in rows
    )
    return SeriesInvitationPage(series, legs, mark_of(series), _terms(series, rows), "", refused)


def _fleets(leg: Leg) -> tuple[Fleet, ...]:
    """The fleets of a leg of one's own; those of a printed scenario stand on its page."""
    return () if leg.scenario is not None or not leg.setup else fleets_in(leg.setup_document)


def _leg(found: SeriesState, leg: LegState, player: Player, *, own: bool, arranging: bool) -> LegLine:
    chosen = options_in(leg.leg.scenario, leg.leg.title)
    return LegLine(
        number=leg.leg.number,
        title=leg.leg.title,
        scenario=leg.leg.scenario,
        pair=leg.leg.pair,
        how=design_words(leg.leg) if arranging else how_words(leg.leg),
        manner=manner_of(leg.leg),
        options=tuple((one, one.key in chosen) for one in options_of(leg.leg.scenario)),
        fleets=_fleets(leg.leg),
        stage=found.stage_of(leg),
        fights=tuple(_fight(found, fight, player) for fight in leg.fights),
        begun=leg.fights[0].battle is not None,
        points=points_of(found, leg),
        doubled=leg.is_last,
        early=_early(found, leg, player) if own else "",
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
        over = found.series.stage == Series.Stage.OVER
        words = "Nobody won" if over else "Nobody won: it is fought again"
        words = "Called off" if battle.status == Status.VOID else words
    return FightLine(side, battle.get_absolute_url(), words)


def _early(found: SeriesState, leg: LegState, player: Player) -> str:
    """What a player can do to have a leg before its turn."""
    row = found.series
    if (
        row.stage != Series.Stage.ON
        or row.paused
        or found.going
        or found.stage_of(leg) != "later"
        or leg.is_last
        or leg.unsealed
    ):
        return ""
    if row.early == leg.leg.number:
        return "asked" if row.early_by == player else "agree"
    return "ask"


def _next(found: SeriesState, player: Player) -> Iterator[NextLeg]:
    """Every battle under way, or else the leg that can begin."""
    turns = turns_of([found])
    going = [(leg, fight) for leg in found.legs for fight in leg.fights if fight.going]
    for leg, fight in going:
        yield _next_leg(found, leg, fight, player, turn_in(found, fight, player, turns))
    leg_to_begin = None if going else found.next
    if leg_to_begin is not None and leg_to_begin.to_fight is not None:
        yield _next_leg(found, leg_to_begin, leg_to_begin.to_fight, player, "")


def _next_leg(found: SeriesState, leg: LegState, fight: Fight, player: Player, turn: str) -> NextLeg:
    battle, series = fight.battle, found.series
    alone, way = against_computer(series), way_of_leg(series, leg.leg)
    again = "" if battle is None or not fight.again else "void" if battle.status == Status.VOID else "draw"
    return NextLeg(
        number=leg.leg.number,
        title=leg.leg.title,
        path=battle.get_absolute_url() if battle is not None and fight.going else "",
        turn=turn,
        waits=turn == YOURS,
        half=fight.half if leg.leg.pair else 0,
        again=again,
        ways=tuple((str(way), words) for way, words in WAYS if way in NOT_AT_A_TABLE)
        if alone and not leg.unsealed
        else (),
        way=way,
        agreed=_agreed(way, leg.leg.pace),
        fleets="" if not leg.unsealed else "choose" if player in leg.unsealed else "sealed",
    )


def _agreed(way: Way, pace: str) -> str:
    """How a leg is fought that two people play."""
    words = dict(WAYS)[way]
    return f"{words}, {manner_words(way, pace)}" if pace else words


def _terms(row: Series, legs: Sequence[Leg]) -> tuple[tuple[str, str], ...]:
    """What is agreed on, each with its title."""
    found = [("How legs are fought", dict(WAYS)[Way(row.way)])]
    if any(way_of_leg(row, leg) == Way.HAND for leg in legs):
        found.append(("Tempo", Tempo(row.tempo).label))
        found += [("Clock", clock_words(row.clock))] if row.clock else []
    found += [("Deadlines", pace_words(row.pace, "step"))] if row.pace else []
    return (*found, ("Last leg", f"counts {'double' if LAST == 2 else LAST}"))
