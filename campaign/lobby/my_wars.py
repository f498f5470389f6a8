"""The list of a person's wars: what waits for them, who invites them, and how each war stands."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Case, Exists, F, IntegerField, OuterRef, Prefetch, Q, QuerySet, Value, When
from django.utils import timezone

from accounts.models import User
from battles.models import Play
from campaign.corrections.gone_back import GoneBack, gone_back_in
from campaign.history.headlines import Headlines, not_yet_seen
from campaign.models import Deadline, DeputyRequest, Holiday, Invitation, Seat, Waiting, War
from campaign.seats.moved_words import LostSeat, lost_seats
from campaign.seats.words import requests_to
from campaign.war.hooks import UNREAD
from campaign.war.services.acting import acting_now
from campaign.war.services.acting import waiting_for as of_mine
from campaign.war.time.deadlines import Away, due_first, pace_of
from campaign.war.waiting import named
from campaign.war.words.figures import PHASES

A_PAGE = 20
MOST_WAITING = 30


@dataclass(frozen=True)
class WarLine:
    """One war in the list, as one of its players sees it.

    `headlines` is what happened since the player was there, None for nothing; `unread` counts new chat lines.
    `due` is by when the player is due in the phase, or, unless `due_mine`, whoever the war waits for; None without a
    deadline. `away` are the players on holiday, "" with none.
    `acts_for` is the player for whom the user acts as deputy, "" in a war of their own. `gone_back` is how the war has
    gone back to an earlier battle, None if it has not.
    """

    war: War
    mine: tuple[str, ...]
    against: str
    whose: str
    waits: bool
    path: str
    headlines: Headlines | None
    unread: int
    due: datetime | None
    due_mine: bool
    away: str
    acts_for: str
    gone_back: GoneBack | None

    @property
    def phase(self) -> str:
        """Where the war is, in a word."""
        return PHASES.get(self.war.phase, self.war.phase)

    @property
    def outcome(self) -> str:
        """How a finished war ended, for this player; one that was imported is nobody's own."""
        if not self.war.winner:
            return "Draw"
        if len(self.mine) == 2 or self.war.imported:
            return f"{self.war.winner.title()} won"
        return "You won" if self.war.winner in self.mine else "You lost"


@dataclass(frozen=True)
class WarExtras:
    """What other tables know of a war.

    `deciders` are the sides that decide in a battle played by hand. `holidays` are those that were not over when the
    phase began. `acting` is the side for whose player the user acts, "" for none.
    """

    headlines: Headlines | None
    unread: int
    deciders: set[str]
    holidays: list[Away]
    acting: str
    gone_back: GoneBack | None

    @property
    def away(self) -> set[str]:
        """The sides on holiday now."""
        now = timezone.now()
        return {one.side for one in self.holidays if one.ends_at > now}


@dataclass(frozen=True)
class MyWars:
    """Everything the page shows; `asked` are requests to be a deputy, `lost` are seats that the host gave to others."""

    waiting: list[Waiting]
    more_waiting: bool
    invitations: list[Invitation]
    more_invitations: bool
    asked: list[DeputyRequest]
    lost: list[LostSeat]
    page: Page[War]
    open: list[WarLine]
    running: list[WarLine]
    over: list[WarLine]

    @property
    def nothing(self) -> bool:
        """Whether there is nothing at all yet."""
        return not (self.invitations or self.asked or self.lost or self.page.paginator.count)

    @property
    def new_war_next(self) -> bool:
        """Whether nothing else comes next than to start another war."""
        return not (self.nothing or self.waiting or self.invitations or self.asked)


def my_wars(user: User, page: str | None = None) -> MyWars:
    """A page of the user's wars; nine to fourteen queries, however many there are."""
    waiting = list(waiting_for(user)[: MOST_WAITING + 1])
    shown = Paginator(_wars_of(user), A_PAGE).get_page(page)
    mine = [seat for war in shown for seat in war.seats.all() if seat.user_id == user.pk]
    news, unread = not_yet_seen(mine), _unread(mine)
    invitations = list(invitations_to(user)[: MOST_WAITING + 1])
    deciders, holidays, acting = _deciders(shown), _holidays(shown), _acting(shown, user)
    back = gone_back_in(shown)
    lines = [
        _line(
            war,
            user,
            WarExtras(
                headlines=news.get(war.pk),
                unread=unread.get(war.pk, 0),
                deciders=deciders.get(war.pk, set()),
                holidays=holidays.get(war.pk, []),
                acting=acting.get(war.pk, ""),
                gone_back=back.get(war.pk),
            ),
        )
        for war in shown
    ]
    return MyWars(
        waiting=waiting[:MOST_WAITING],
        more_waiting=len(waiting) > MOST_WAITING,
        invitations=invitations[:MOST_WAITING],
        more_invitations=len(invitations) > MOST_WAITING,
        asked=list(requests_to(user)[:MOST_WAITING]),
        lost=lost_seats(user),
        page=shown,
        open=[line for line in lines if line.war.status == War.Status.OPEN],
        running=[line for line in lines if line.war.status == War.Status.RUNNING],
        over=[line for line in lines if line.war.status == War.Status.OVER],
    )


def waiting_for(user: User) -> QuerySet[Waiting]:
    """What waits for the user, the longest first."""
    own, lent = (now(rows).select_related("war").defer(*_heavy("war__")) for rows in of_mine(user))
    return own.union(lent, all=True).order_by("since", "pk")


def now(rows: QuerySet[Waiting]) -> QuerySet[Waiting]:
    """The rows without battles played by hand in which the other side decides now."""
    play = Play.objects.filter(stage=Play.Stage.ON, battle__engagement__war=OuterRef("war"))
    return rows.filter(~Q(kind=Waiting.Kind.PLAY) | ~Exists(play.exclude(decider=OuterRef("side"))))


def invitations_to(user: User) -> QuerySet[Invitation]:
    """Open invitations to the user by name, newest first; none of a host whose account is closed."""
    found = Invitation.objects.filter(
        invited=user,
        status=Invitation.Status.OPEN,
        war__status=War.Status.OPEN,
        war__host__is_active=True,
    )
    return found.select_related("war__host").defer(*_heavy("war__")).order_by("-made_at")


def _heavy(prefix: str = "") -> list[str]:
    return [f"{prefix}{name}" for name in ("state", "settings", "chart", "taken")]


def _wars_of(user: User) -> QuerySet[War]:
    order = {War.Status.OPEN: 0, War.Status.RUNNING: 1}
    rank = Case(
        *(When(status=status, then=Value(place)) for status, place in order.items()),
        default=Value(2),
        output_field=IntegerField(),
    )
    acting = Q(pk__in=acting_now().filter(user=user).values("war"), status=War.Status.RUNNING)
    seated = Q(pk__in=Seat.objects.filter(user=user).values("war"))
    mine = War.objects.filter(seated | acting, sandbox_of=None)
    mine = mine.exclude(status=War.Status.CALLED_OFF)
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    mine = mine.select_related("deadline").defer(*_heavy())
    return mine.order_by(rank, "-moved_at", "-pk").prefetch_related(seats, "waiting")


def _deciders(wars: Iterable[War]) -> dict[int, set[str]]:
    """Who decides in the battles of these wars that are played by hand, by war; one query, or none."""
    by_hand = [war.pk for war in wars if any(row.kind == Waiting.Kind.PLAY for row in war.waiting.all())]
    if not by_hand:
        return {}
    found = Play.objects.filter(stage=Play.Stage.ON, battle__engagement__war__in=by_hand)
    rows = found.values_list("battle__engagement__war", "decider")
    deciders: dict[int, set[str]] = {}
    for war, side in rows:
        deciders.setdefault(war, set()).add(side)
    return deciders


def _acting(wars: Iterable[War], user: User) -> dict[int, str]:
    """The sides for whose players the user acts, by war; one query, none if all are wars of their own."""
    others = [war.pk for war in wars if all(seat.user_id != user.pk for seat in war.seats.all())]
    return dict(acting_now().filter(war__in=others, user=user).values_list("war", "side")) if others else {}


def _holidays(wars: Iterable[War]) -> dict[int, list[Away]]:
    """The holidays (S66) that were not over when the phase of their war began, by war; one query.

    None if no war has deadlines.
    """
    with_deadlines = [war.pk for war in wars if war.pace and war.status == War.Status.RUNNING]
    if not with_deadlines:
        return {}
    fresh = Q(ends_at__gt=timezone.now()) | Q(ends_at__gt=F("war__deadline__begun_at"))
    rows = Holiday.objects.filter(fresh, war__in=with_deadlines).order_by("pk")
    found: dict[int, list[Away]] = {}
    for war, side, begins_at, ends_at in rows.values_list("war", "side", "begins_at", "ends_at"):
        found.setdefault(war, []).append(Away(side, begins_at, ends_at))
    return found


def _line(war: War, user: User, extras: WarExtras) -> WarLine:
    seats = {seat.side: seat for seat in war.seats.all()}
    mine = tuple(side for side, seat in seats.items() if seat.user_id == user.pk or side == extras.acting)
    others = [seat.title for side, seat in seats.items() if side not in mine]
    asked = {
        row.side for row in war.waiting.all() if row.kind != Waiting.Kind.PLAY or row.side in extras.deciders
    }
    acts_for = seats[extras.acting].title if extras.acting else ""
    due, due_mine = _due(war, mine, extras.holidays)
    return WarLine(
        war=war,
        mine=mine,
        against="both sides at this screen"
        if war.one_screen
        else (others[0] if others else "") or "no opponent yet",
        whose=_whose(asked, mine, others),
        waits=bool(asked & set(mine)),
        path=f"/wars/{war.pk}/{mine[0]}/" if mine else "",
        headlines=extras.headlines if war.status == War.Status.RUNNING else None,
        unread=extras.unread,
        due=due,
        due_mine=due_mine,
        away=_away_words(extras.away, mine, others, acts_for),
        acts_for=acts_for,
        gone_back=extras.gone_back,
    )


def _unread(seats: Iterable[Seat]) -> Counter[int]:
    """How much the players of these seats have not read, by war."""
    unread: Counter[int] = Counter()
    for found in UNREAD.ask(seats):
        unread.update(found)
    return unread


def _away_words(away: set[str], mine: tuple[str, ...], others: list[str], acts_for: str) -> str:
    names = ([acts_for or "You"] if away & set(mine) else []) + (
        [named(others[0])] if others and away - set(mine) else []
    )
    if not names:
        return ""
    return f"{' and '.join(names)} {'is' if len(names) == 1 and names != ['You'] else 'are'} on holiday"


def _due(war: War, mine: tuple[str, ...], holidays: list[Away]) -> tuple[datetime | None, bool]:
    """By when the player is due, and True, or the other side, and False.

    There is no deadline while a battle is played by hand, where each decision has its own.
    """
    row: Deadline | None = getattr(war, "deadline", None)
    waits, pace = sorted(war.waiting.all(), key=lambda wait: wait.pk), pace_of(war)
    by_hand = any(wait.kind == Waiting.Kind.PLAY for wait in waits)
    if row is None or pace is None or by_hand or row.lent:
        return None, False
    return due_first(row, pace, waits, holidays, mine) or (None, False)


def _whose(asked: set[str], mine: tuple[str, ...], others: list[str]) -> str:
    if not asked:
        return ""
    if len(mine) == 2:
        return "Waiting for " + " and ".join(side.title() for side in sorted(asked, reverse=True))
    return "Your turn" if asked & set(mine) else f"Waiting for {named(others[0])}"
