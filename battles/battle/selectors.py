"""What may be read of battles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from django.db.models import Count, Model, Prefetch, Q, QuerySet
from django.utils import timezone
from django_stubs_ext import WithAnnotations

from accounts.clock import CLOCK_STEP
from accounts.live import Newest, newest_under
from accounts.models import User
from accounts.selectors import worker_is_silent
from battles.battle.signals import (
    absence_asked,
    chat_asked,
    correction_asked,
    effect_asked,
    odds_asked,
    onlookers_asked,
    time_asked,
)
from battles.models import (
    GOING_ON,
    OVER,
    SANDBOX,
    SEATED,
    Battle,
    BattleChatLine,
    BattleNote,
    BattleReader,
    BroughtRecord,
    DiceSeal,
    Play,
    ReportDraft,
    Resolution,
    SettledHow,
    Status,
    TeamSeat,
)
from engines.seam.sides import SIDES, Side, as_side
from engines.seam.systems import FoughtBattle, by_hand

M = TypeVar("M", bound=Model)


def with_news() -> "QuerySet[WithAnnotations[Battle, Newest]]":
    """Battles, each read together with the number of its newest notice."""
    return Battle.objects.annotate(newest=newest_under("battle:"))


def battle_for(user: User, battle_id: int) -> "WithAnnotations[Battle, Newest] | None":
    """The battle if the user plays in it, or acts for a player, None otherwise; one query."""
    mine = played_by(user) | Q(terran_deputy=user) | Q(talon_deputy=user)
    found = with_news().select_related("terran_user", "talon_user").filter(mine, pk=battle_id).first()
    return found if found is not None and seats_of(found, user) else None


def played_by(user: User | int, battle: str = "") -> Q:
    """Which battles the user plays, alone on a side or in a team; `battle` leads to them, as "battle__"."""
    teams = TeamSeat.objects.filter(user=user, team__battle__isnull=False).values("team__battle")
    return (
        Q(**{f"{battle}terran_user": user})
        | Q(**{f"{battle}talon_user": user})
        | Q(**{f"{battle}teams": True, f"{battle}pk__in": teams})
    )


def with_seats(rows: "QuerySet[M]", battle: str = "") -> "QuerySet[M]":
    """The rows, whose battles of teams are read with their seats; one query more, if there are any.

    `battle` leads from a row to its battle, as "battle__".
    """
    seats = TeamSeat.objects.select_related("user").order_by("side", "place")
    seated = Prefetch(f"{battle}team__seats", queryset=seats, to_attr=SEATED)
    return rows.select_related(f"{battle}team").prefetch_related(seated)


def seats_of(battle: Battle, user: User) -> tuple[Side, ...]:
    """The sides the user plays in the battle, as their player or deputy: both when they sit at one screen."""
    if battle.teams:
        return tuple(as_side(seat.side) for seat in battle.seats if seat.user_id == user.pk)
    return tuple(side for side in SIDES if user.pk in (battle.user_of(side).pk, battle.deputy_of(side)))


def seats_held(side: Side, user: User, place: int = 0) -> Q:
    """Which battles the user plays on that side, as its player or deputy, as `seats_of` says of one.

    In a battle of teams the user is the player of that `place` in the side's order.
    """
    deputy = Q(**{f"{side}_deputy": user, f"{side}_user__is_active": True})
    alone = Q(**{f"{side}_user": user}) | deputy
    teams = TeamSeat.objects.filter(side=side, place=place, user=user, team__battle__isnull=False)
    return Q(teams=False) & alone | Q(teams=True, pk__in=teams.values("team__battle"))


def is_deputy(battle: Battle, user: User) -> bool:
    """Whether the user acts in the battle for one of its players."""
    return any(battle.deputy_of(side) == user.pk for side in SIDES)


def origin_of(battle: Battle, user: User) -> str:
    """The page from which the user tries the battle out; "" where the user does not play that battle any more.

    Any other battle has none.
    """
    if not battle.is_try_out:
        return ""
    origin = Battle.objects.filter(played_by(user), pk=int(battle.owner_topic.removeprefix(SANDBOX)))
    return battle.owner_path if origin.exists() else ""


def notes_of(battle: Battle) -> list[BattleNote]:
    """The log of a battle, oldest first; one query."""
    return list(battle.notes.select_related("user", "deputy"))


def draft_of(battle: Battle, side: Side) -> ReportDraft | None:
    """What the side has typed so far; never to be shown to the other."""
    return battle.drafts.filter(side=side).first()


def unabsorbed() -> QuerySet[Battle]:
    """Settled battles whose result the owner has not booked yet, oldest first; a single battle has no owner."""
    settled = Battle.objects.filter(status=Status.SETTLED, absorbed_at=None).exclude(owner_topic="")
    return settled.order_by("settled_at", "id")


BOOKING = "The result is being entered in the war."


def effect_of(battle: Battle) -> str:
    """What the result of a settled battle changed, in its owner's words; "" without an owner or result."""
    if battle.status != Status.SETTLED or not battle.owner_topic:
        return ""
    if battle.absorbed_at is None:
        return BOOKING
    answers = effect_asked.send(Battle, battle=battle)
    return " ".join(sentence for _owner, sentences in answers for sentence in sentences or ())


def odds_path(battle: Battle, side: Side) -> str:
    """Where one side asks for the odds of a battle without a report; "" where there are none."""
    if not battle.owner_topic or battle.status != Status.OPEN:
        return ""
    answers = odds_asked.send(Battle, battle=battle, side=side)
    return next((path for _owner, path in answers if path), "")


def correction_path(battle: Battle, side: Side) -> str:
    """Where one side corrects the booked result of a battle that was fought at a table; "" where nobody can."""
    if battle.absorbed_at is None or battle.fought_here or not battle.owner_topic:
        return ""
    answers = correction_asked.send(Battle, battle=battle, side=side)
    return next((path for _owner, path in answers if path), "")


class BattleDeadline(NamedTuple):
    """By when a battle or its next decision is due, and in `words` what happens if nothing changes by then.

    `unsealed` is for secret orders, of which a battle has none. At `playing` the reader says that it is being played,
    so that it has its whole time again; "" where that cannot be said. `by_name` are the words with the
    player's name, for a deputy.
    """

    falls_at: datetime
    words: str
    unsealed: bool = False
    playing: str = ""
    by_name: str = ""


class BattleTime(NamedTuple):
    """What the owner of a battle says of its time: its deadline, and until when each side is away that is (S66).

    At `back` the player of the side that asks ends a holiday.
    """

    deadline: BattleDeadline | None = None
    away: Mapping[Side, datetime] = MappingProxyType({})
    back: str = ""


def time_of(battle: Battle, side: Side, play: Play | None = None) -> BattleTime:
    """The time of a battle that goes on, for one side: nothing in a battle of no war and no campaign game.

    `play` is the battle by hand if it is under way: its owner reads it where it needs it and is not given it.
    """
    if not (battle.owner_topic or battle.owner_path) or battle.status not in GOING_ON or battle.begins_midway:
        return BattleTime()
    answers: list[tuple[Any, Any]] = time_asked.send(Battle, battle=battle, side=side, play=play)
    return next((found for _owner, found in answers if found is not None), BattleTime())


def away_until(battle: Battle, side: Side) -> datetime | None:
    """Until when the side's player is away, so that no time runs for it; None if they are not."""
    if not (battle.owner_topic or battle.owner_path):
        return None
    answers: list[tuple[Any, Any]] = absence_asked.send(Battle, battle=battle, side=side)
    return next((found for _owner, found in answers if found is not None), None)


def owner_shows(battle: Battle) -> bool:
    """Whether the owner of a battle has a link by which onlookers see it too."""
    if not (battle.owner_topic or battle.owner_path):
        return False
    return any(shows for _owner, shows in onlookers_asked.send(Battle, battle=battle))


class BattleChat(NamedTuple):
    """Where the players write to each other about a battle, how many lines there are, and how many are unread.

    `latest` is the newest unread line, "" without any.
    """

    path: str
    lines: int
    unread: int
    latest: str = ""

    @property
    def panel(self) -> str:
        """Where the chat is asked for without the page around it."""
        return f"{self.path}{'&' if '?' in self.path else '?'}part=panel"


def is_alone(battle: Battle) -> bool:
    """Whether no war and no campaign game owns it, in which its players would write to each other."""
    return not battle.owner_topic and (not battle.owner_path or battle.is_of_space_empires)


def chat_about(battle: Battle, side: Side, place: int = 0) -> BattleChat | None:
    """The chat about a battle as one player has it; None if it has none, or its owner has none."""
    if is_alone(battle):
        return _own_chat(battle, side, place)
    if battle.one_screen:
        return None
    found: list[tuple[object, object]] = list(chat_asked.send(Battle, battle=battle, side=side))
    return next((chat for _owner, chat in found if isinstance(chat, BattleChat)), None)


def chats(battle: Battle) -> bool:
    """Whether the battle has a chat of its own: a single battle of people on both sides who do not share a screen.

    Players of a campaign game have one for all its battles.
    """
    alone = battle.one_screen or any(battle.user_of(side).is_computer for side in SIDES)
    return is_alone(battle) and not alone


def chat_is_closed(battle: Battle) -> bool:
    """Whether players may write nothing in the chat now: in a battle of teams from impulse A to its end (25).

    One query at most. At a table, where nobody knows how far the battle is, the players keep to the rule themselves.
    """
    if not battle.teams or battle.status in OVER:
        return False
    play = played(battle)
    return play is not None and by_hand(battle.system).is_set_up(bytes(play.position))


def reader_of(battle: Battle, side: Side, place: int = 0) -> BattleReader:
    """What a player has read of the chat, and hides; a new row, not stored, where nothing was."""
    found = BattleReader.objects.filter(battle=battle, side=side, place=place).first()
    return found or BattleReader(battle=battle, side=side, place=place)


def others_lines(reader: BattleReader) -> Q:
    """Which lines of the chat the reader has not written."""
    seats = reader.battle.seats
    if not seats:
        return ~Q(side=reader.side)
    return ~Q(user__in=[one.user for one in seats if (one.side, one.place) == (reader.side, reader.place)])


def _own_chat(battle: Battle, side: Side, place: int) -> BattleChat | None:
    """The chat of a single battle; three queries at most."""
    if not chats(battle):
        return None
    reader, lines = reader_of(battle, side, place), BattleChatLine.objects.filter(battle=battle)
    if reader.mutes:
        lines = lines.filter(side=side)
    new = Q(pk__gt=reader.read) & others_lines(reader)
    counts = lines.aggregate(lines=Count("pk"), unread=Count("pk", filter=new))
    latest = lines.filter(new).order_by("-pk").values_list("text", flat=True) if counts["unread"] else ()
    path = f"/battles/{battle.pk}/chat/"
    return BattleChat(path, counts["lines"], counts["unread"], next(iter(latest[:1]), ""))


def overdue(now: datetime) -> QuerySet[Battle]:
    """Battles whose report has waited too long for an answer and is now final (S35)."""
    waiting = Battle.objects.filter(status=Status.REPORTED, held_at=None)
    return waiting.filter(stands_at__lte=now).order_by("stands_at", "id")


def owed(battle: Battle) -> Resolution | None:
    """The work that the computer owes on the battle, waiting, under way or failed; one query."""
    pending = (Resolution.Status.QUEUED, Resolution.Status.RUNNING, Resolution.Status.FAILED)
    return battle.resolutions.filter(status__in=pending).defer("record", "doctrines").first()


def fought(battle: Battle) -> Resolution | None:
    """How the computer fought the battle, with its record, once that is its result; one query."""
    done = battle.resolutions.filter(status=Resolution.Status.DONE).select_related("seal")
    return done.order_by("-done_at").first()


def brought(battle: Battle) -> BroughtRecord | None:
    """The record that was uploaded with the battle's current report; one query."""
    if battle.report is None:
        return None
    found = BroughtRecord.objects.filter(battle=battle).defer("record").first()
    return found if found is not None and bytes(found.report) == bytes(battle.report) else None


@dataclass(frozen=True)
class KnownBattle:
    """A battle with a record: `key` names the fight; `brought` is the row of an uploaded record."""

    key: str
    fought: FoughtBattle
    seal: DiceSeal | None = None
    brought: BroughtRecord | None = None


def known_battle(battle: Battle) -> KnownBattle | None:
    """The battle with its record, if it was fought or played here or a record was uploaded; otherwise None."""
    if battle.status == Status.SETTLED and battle.settled_how == SettledHow.PLAYED:
        play = battle.plays.select_related("seal").filter(stage=Play.Stage.OVER).first()
        if play is None or play.record is None:
            return None
        return KnownBattle(f"p{play.pk}", battle.engine.unpack(bytes(play.record)), play.seal)
    if battle.status == Status.SETTLED and battle.settled_how == SettledHow.FOUGHT:
        done = fought(battle)
        if done is None or done.record is None:
            return None
        return KnownBattle(str(done.pk), battle.engine.unpack(bytes(done.record)), done.seal)
    kept = brought(battle)
    if kept is None:
        return None
    key = f"{kept.pk}-{kept.at.timestamp():.6f}"
    return KnownBattle(key, battle.engine.unpack(bytes(kept.record)), brought=kept)


def commitment_for(battle: Battle) -> DiceSeal | None:
    """What the battle's dice follow from, if they are committed, without the secret seed; one query."""
    return battle.seals.defer("seed").order_by("-pk").first()


def commitments(names: Sequence[str]) -> list[str]:
    """The commitments of the dice under these names, in the order of the names; one query at most."""
    if not names:
        return []
    known = dict(DiceSeal.objects.filter(name__in=names).values_list("name", "commitment"))
    return [known[name] for name in names if name in known]


def committed_as(headers: Mapping[str, str]) -> str:
    """This site's name for the battle whose seed a record names, "" if the seed is not from this site; one query."""
    same = DiceSeal.objects.filter(commitment=headers.get("commitment", ""), seed=headers.get("seed", ""))
    return same.values_list("name", flat=True).first() or ""


def unattended(resolution: Resolution) -> bool:
    """Whether an owed fight has waited a while and the worker is silent; one query at most."""
    lease = resolution.lease_until if resolution.status == Resolution.Status.RUNNING else None
    held = lease is not None and timezone.now() < lease < timezone.now() + CLOCK_STEP
    return not held and worker_is_silent(since=resolution.due_at)


def played(battle: Battle) -> Play | None:
    """The play of the battle that is under way, None if it is not played here now; one query."""
    return battle.plays.filter(stage=Play.Stage.ON).first()
