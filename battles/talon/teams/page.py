"""What the pages of a battle of teams show: its seats before it begins, and the talk of a side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from django.urls import reverse

from accounts.models import User
from battles.clocks import clock_words
from battles.models import LevelName, TeamBattle, TeamLine, TeamSeat
from battles.talon.teams.arranging import may_arrange
from battles.talon.teams.changing import closed_words, setup_of
from battles.talon.teams.talking import AT_TABLE, SILENT, TalkNow, others_of, talk_now
from config.pages import Page, Part
from engines.seam.documents import BattleSetup, Unit
from engines.seam.refusals import Refusal
from engines.seam.sheets import Rule
from engines.seam.sides import SIDES, Side, as_side
from engines.seam.words.in_a_row import in_row
from engines.talon.catalogue import class_of
from engines.talon.sheets.aims import aims_in_words
from engines.talon.sheets.sheet import options_in_words, sheet_of
from engines.talon.teams import WORDS

SHOWN = 60


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as somebody sees it: `number` is its player's in the order of the side, from 1.

    `link` is where somebody takes this seat, "" for whoever does not invite.
    """

    key: int
    place: int
    number: int
    name: str
    level: str
    ready: bool
    mine: bool
    free: bool
    may_take: bool
    may_free: bool
    link: str
    units: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit to be given to a player of its side: `field` is the name of its field, `owner` the place of who has it."""

    field: str
    name: str
    title: str
    points: int
    owner: int


@dataclass(frozen=True, slots=True)
class TeamSide:
    """One side of a battle of teams; `arranges`: the reader orders its players and divides its units.

    `changed_by` is who last did, "" before anybody has. `open`: the reader has just tried to, and was refused.
    """

    side: Side
    points: int
    seats: tuple[SeatLine, ...]
    units: tuple[UnitLine, ...]
    arranges: bool
    changed_by: str
    open: bool


@dataclass(frozen=True, slots=True)
class TeamTerms(Part):
    """What is fought, in words."""

    clock: str
    tempo: str
    at_table: bool
    aims: tuple[Rule, ...]
    steps: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class TeamPage(Page):
    """The seats of a battle of teams before it begins.

    `by_link`: the reader has come by the link of one seat alone. `waits_for` are the players who are not ready. `at` is
    the number of the reader's latest notice. `stands` is all by which the seats are other ones than before.
    """

    template: ClassVar = "battles/team.html"
    token: str
    title: str
    maker: str
    revision: int
    own: bool
    seated: Side | None
    ready: bool
    full: bool
    waits_for: tuple[str, ...]
    closed: str
    link: str
    sides: tuple[TeamSide, ...]
    levels: tuple[tuple[str, str], ...]
    terms: TeamTerms
    at: int
    stands: str
    refused: tuple[Refusal, ...] = ()


def stands_of(team: TeamBattle, seats: Sequence[TeamSeat]) -> str:
    """All by which the seats are other ones than before, in one word."""
    ready = "".join(str(int(seat.ready)) for seat in seats)
    return f"{team.revision}.{ready}.{int(bool(closed_words(team)))}"


def team_page(
    team: TeamBattle,
    user: User | None,
    absolute: Callable[[str], str],
    *,
    at: int = 0,
    only: TeamSeat | None = None,
    refused: tuple[Refusal, ...] = (),
    kept: tuple[Side, Mapping[str, int]] | None = None,
) -> TeamPage:
    """The page as this user sees it; `absolute` makes an address of a path. `only` is the seat of the reader's link.

    `kept` is the side that the reader could not arrange, with the players chosen for its units.
    """
    seats, setup = list(team.seats.select_related("user")), setup_of(team)
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    closed = closed_words(team)
    own = user is not None and user.pk == team.user_id
    reader = _Reader(team, user, own, mine, only, absolute, bool(closed), kept)
    return TeamPage(
        token=only.token if only is not None and mine is None and not own else team.token,
        title=team.title,
        maker=team.user.username,
        revision=team.revision,
        own=own,
        seated=None if mine is None else as_side(mine.side),
        ready=mine is not None and mine.ready,
        full=all(seat.taken for seat in seats),
        waits_for=tuple(seat.name for seat in seats if seat.user_id is not None and not seat.ready),
        closed=closed,
        link=absolute(reverse("team", args=[team.token])) if own or mine is not None else "",
        sides=tuple(_team_side(reader, setup, side, seats) for side in SIDES),
        levels=tuple(LevelName.choices),
        terms=TeamTerms(
            clock=clock_words(team.clock),
            tempo="" if team.tempo == "step" else str(team.get_tempo_display()).lower(),
            at_table=team.at_table,
            aims=(*aims_in_words(setup), *options_in_words(setup)),
            steps=tuple(sheet_of(setup).steps),
        ),
        at=at,
        stands=stands_of(team, seats),
        refused=refused,
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who looks at the seats, and by which link."""

    team: TeamBattle
    user: User | None
    own: bool
    mine: TeamSeat | None
    only: TeamSeat | None
    absolute: Callable[[str], str]
    closed: bool
    kept: tuple[Side, Mapping[str, int]] | None

    def may_take(self, seat: TeamSeat) -> bool:
        """Whether a seat is free for the reader, who came by a link of all seats, or of this one."""
        by_link = self.only is None or self.only.pk == seat.pk or self.mine is not None or self.own
        return not self.closed and not seat.taken and by_link


def _team_side(reader: _Reader, setup: BattleSetup, side: Side, seats: Sequence[TeamSeat]) -> TeamSide:
    found = sorted((seat for seat in seats if seat.side == side), key=lambda seat: seat.place)
    arranges = not reader.closed and may_arrange(reader.team, side, reader.user, seats)
    owners = {name: seat.place for seat in found for name in seat.unit_names}
    units = tuple(_unit(side, number, unit, owners) for number, unit in enumerate(setup.force(side)))
    changed_by = reader.team.changed_by(side)
    kept = reader.kept[1] if reader.kept is not None and reader.kept[0] == side else None
    chosen = tuple(
        replace(unit, owner=unit.owner if kept is None or kept.get(unit.name, -1) < 0 else kept[unit.name])
        for unit in units
    )
    return TeamSide(
        side=side,
        points=sum(unit.points for unit in units),
        seats=tuple(_seat(reader, seat, units, arranges=arranges) for seat in found),
        units=chosen,
        arranges=arranges,
        changed_by="" if changed_by is None else changed_by.username,
        open=kept is not None,
    )


def _unit(side: Side, number: int, unit: Unit, owners: dict[str, int]) -> UnitLine:
    kind = class_of(side, unit)
    return UnitLine(unit_field(number), unit.name, kind.title, kind.points, owners[unit.name])


def unit_field(number: int) -> str:
    """The name of the field in which a side's unit of that number, from 0, is given to a player."""
    return f"unit{number}"


def _seat(reader: _Reader, seat: TeamSeat, units: Sequence[UnitLine], *, arranges: bool) -> SeatLine:
    mine = reader.mine is not None and seat.pk == reader.mine.pk
    owned = [unit for unit in units if unit.owner == seat.place]
    invites = (arranges or (reader.own and not reader.closed)) and not seat.taken
    return SeatLine(
        key=seat.pk,
        place=seat.place,
        number=seat.place + 1,
        name="You" if mine else seat.name,
        level=seat.level,
        ready=seat.ready or bool(seat.level),
        mine=mine,
        free=not seat.taken,
        may_take=reader.may_take(seat),
        may_free=arranges and (bool(seat.level) or (seat.user is not None and not seat.user.is_active)),
        link=reader.absolute(reverse("team", args=[seat.token])) if invites else "",
        units=tuple(unit.name for unit in owned),
        points=sum(unit.points for unit in owned),
    )


@dataclass(frozen=True, slots=True)
class TalkLine:
    """What a player of the side has said; `when` is the Power Phase in which, "" where none is under way.

    `departure`: nothing was said, but the player has left the side.
    """

    number: int
    who: str
    mine: bool
    text: str
    when: str
    words: int
    at: datetime
    unread: bool
    departure: str


@dataclass(frozen=True, slots=True)
class Talk:
    """The talk of a side as one of its players reads it.

    `closed` says why nothing can be said now, "" if it can. `left` are the words that the player has in this Power
    Phase, None while nobody counts; `over` is how many words too many are in `draft`, which is not said yet.
    """

    path: str
    others: str
    lines: tuple[TalkLine, ...]
    more: bool
    closed: str
    left: int | None
    all_words: int
    exceeded: bool
    draft: str
    refused: str
    over: int

    @property
    def newest(self) -> int:
        """The number of the newest line that is shown, 0 without any."""
        return max((line.number for line in self.lines), default=0)

    @property
    def unread(self) -> int:
        """How many lines the reader has not read."""
        return sum(line.unread for line in self.lines)


@dataclass(frozen=True, slots=True)
class TeamTalkPage(Page):
    """The talk of a side; `back` is the page of the battle or of its seats.

    `opens`: the reader's page was drawn while nothing could be said, and now something can.
    """

    template: ClassVar = "battles/team_talk.html"
    title: str
    side: Side
    back: str
    talk: Talk
    opens: bool = False


def team_talk_page(
    seat: TeamSeat, *, draft: str = "", refused: str = "", over: int = 0, shut: bool = False
) -> TeamTalkPage:
    """The talk as the player of the seat reads it, with what was not said; `shut`: their page has no form to speak."""
    team, now = seat.team, talk_now(seat)
    found = TeamLine.objects.filter(team=team, side=seat.side, pk__gt=seat.heard)
    rows = list(found.select_related("user").order_by("-pk")[: SHOWN + 1])
    battle = team.battle_id
    talk = Talk(
        path=reverse("team_talk", args=[team.token]),
        others=_others(seat),
        lines=tuple(_talk_line(seat, row) for row in rows[:SHOWN]),
        more=len(rows) > SHOWN,
        closed=_closed(now),
        left=now.left if now.kind == "counted" else None,
        all_words=WORDS,
        exceeded=now.exceeded,
        draft=draft,
        refused=refused,
        over=over,
    )
    back = reverse("battle", args=[battle]) if battle is not None else reverse("team", args=[team.token])
    return TeamTalkPage(team.title, as_side(seat.side), back, talk, opens=shut and not talk.closed)


def _closed(now: TalkNow) -> str:
    return {"silent": SILENT, "table": AT_TABLE}.get(now.kind, "")


def _others(seat: TeamSeat) -> str:
    """The side's other people, in words; "" without any yet."""
    names = [one.name for one in others_of(seat)]
    return in_row(names) if names else ""


def _talk_line(seat: TeamSeat, row: TeamLine) -> TalkLine:
    mine = row.user_id == seat.user_id
    return TalkLine(
        number=row.pk,
        who="You" if mine else row.user.username,
        mine=mine,
        text=row.text,
        when=f"Power Phase of round {row.round}" if row.round else "",
        words=row.words,
        at=row.made_at,
        unread=not mine and row.pk > seat.read,
        departure=f"{row.user.username} {row.get_departure_display()}." if row.departure else "",
    )
