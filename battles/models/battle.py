"""A battle: its set-up, who plays it, the report of it, and the result."""

from functools import cached_property
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from engines.seam import codec
from engines.seam.documents import BattleSetup, Level, Report, Result
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.seam.systems import System, system
from engines.seam.words.in_a_row import in_row

if TYPE_CHECKING:
    from battles.models.teams import TeamSeat

MOST_CONFIRM_HOURS = 24 * 60
LESSON = "lesson:"
"""How the topic of an owner begins that is a lesson."""
SPACE_EMPIRES = "/space-empires/"
"""How the path of an owner begins that is a game of Space Empires: 4X."""
SANDBOX = "sandbox:"
"""How it begins where one player tries a battle out; its number follows."""


SEATED = "seated"
"""Where a battle of teams keeps its seats, if they were read with it."""


def turn_topic_of(owner_topic: str) -> str:
    """The topic of notices that in a battle of this owner, played by hand, the other side decides now.

    >>> turn_topic_of("war:17")
    'war:17:turn'
    """
    return f"{owner_topic}:turn"


class Status(models.TextChoices):
    """Where a battle is between its first day and its result."""

    OPEN = "open", "to be recorded"
    REPORTED = "reported", "to be confirmed"
    DISPUTED = "disputed", "disputed"
    SETTLED = "settled", "settled"
    VOID = "void", "called off"


GOING_ON = (Status.OPEN, Status.REPORTED, Status.DISPUTED)
OVER = (Status.SETTLED, Status.VOID)


class SettledHow(models.TextChoices):
    """What made a report the result (S35)."""

    CONFIRMED = "confirmed", "confirmed by the other side"
    STOOD = "stood", "not answered in time"
    AGREED = "agreed", "agreed on one screen"
    FOUGHT = "fought", "fought by captains"
    PLAYED = "played", "played in the browser"


KNOWN_BY_ORDERS = (SettledHow.FOUGHT, SettledHow.PLAYED)
"""Settled by every order of the battle, with no report entered."""


class LevelName(models.TextChoices):
    """How well a side's captains play."""

    ENSIGN = "ensign", "an ensign"
    CAPTAIN = "captain", "a captain"
    ADMIRAL = "admiral", "an admiral"


class SideName(models.TextChoices):
    """The two sides."""

    TERRAN = "terran", "Terran"
    TALON = "talon", "Talon"


_ENTERED = Q(report__isnull=False, reported_by__in=SIDES, reported_at__isnull=False)
_FOUGHT = Q(settled_how__in=KNOWN_BY_ORDERS, report__isnull=False, reported_by="", reported_at__isnull=False)
_UNDISPUTED = Q(remark="", disputed_at__isnull=True)
_UNSETTLED = Q(result__isnull=True, settled_at__isnull=True, settled_how="", absorbed_at__isnull=True)
_STATE = (
    Q(
        status=Status.OPEN,
        report__isnull=True,
        reported_by="",
        reported_at__isnull=True,
        stands_at__isnull=True,
    )
    & _UNDISPUTED
    & _UNSETTLED
    | Q(status=Status.REPORTED, stands_at__isnull=False) & _ENTERED & _UNDISPUTED & _UNSETTLED
    | Q(status=Status.DISPUTED, stands_at__isnull=True, disputed_at__isnull=False)
    & ~Q(remark="")
    & _ENTERED
    & _UNSETTLED
    | Q(
        status=Status.SETTLED,
        result__isnull=False,
        settled_at__isnull=False,
        settled_how__in=SettledHow.values,
        stands_at__isnull=True,
    )
    & (_ENTERED | _FOUGHT)
    & _UNDISPUTED
    | Q(status=Status.VOID, stands_at__isnull=True) & _UNSETTLED
)


class Battle(models.Model):
    """A battle, fought at a table, in the browser or by the computer: its set-up, the report of it, and the result.

    `terran_level` and `talon_level` are the levels of the captains if the computer fights it.
    `version` counts changes of state. The owner sets `absorbed_at` when it has booked the result, and `held_at` to
    freeze the battle: then nobody enters or answers a report, and the time to answer does not run. `clock` is that of
    a battle played by hand, as battles/clocks.py writes it. `sandbox`: it is only tried out, and counts nowhere.
    `terran_deputy` and `talon_deputy` act for a side's player as long as the owner says so. `teams`: several players
    have a side, and who they are is in its team battle; the side's user is then the first of them who is a person.
    """

    system = models.CharField(max_length=20, default="talon")
    title = models.CharField(max_length=120)
    place = models.CharField(max_length=80)
    setup = models.BinaryField()
    format = models.PositiveSmallIntegerField(default=codec.FORMAT)
    version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    terran_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="battles_as_terran"
    )
    talon_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="battles_as_talon")
    terran_deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    talon_deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    terran_level = models.CharField(max_length=7, choices=LevelName.choices, default=LevelName.CAPTAIN)
    talon_level = models.CharField(max_length=7, choices=LevelName.choices, default=LevelName.CAPTAIN)
    confirm_hours = models.PositiveSmallIntegerField(default=72)
    opened_at = models.DateTimeField(auto_now_add=True)
    report = models.BinaryField(null=True)
    reported_by = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    reported_at = models.DateTimeField(null=True, blank=True)
    stands_at = models.DateTimeField(null=True, blank=True)
    remark = models.TextField(blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)
    result = models.BinaryField(null=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_how = models.CharField(max_length=10, choices=SettledHow.choices, blank=True)
    absorbed_at = models.DateTimeField(null=True, blank=True)
    held_at = models.DateTimeField(null=True, blank=True)
    clock = models.CharField(max_length=24, blank=True)
    owner_topic = models.CharField(max_length=60, blank=True)
    owner_path = models.CharField(max_length=200, blank=True)
    sandbox = models.BooleanField(default=False)
    teams = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="battle_status_known"),
            models.CheckConstraint(condition=_STATE, name="battle_state_whole"),
            models.CheckConstraint(
                condition=Q(held_at=None) | Q(status__in=[*GOING_ON]),
                name="battle_held_while_going_on",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="battle_version_from_1"),
            models.CheckConstraint(
                condition=Q(terran_level__in=LevelName.values, talon_level__in=LevelName.values),
                name="battle_levels_known",
            ),
            models.CheckConstraint(
                condition=Q(confirm_hours__gte=1, confirm_hours__lte=MOST_CONFIRM_HOURS),
                name="battle_hours_sane",
            ),
        ]
        indexes = [
            models.Index(fields=["stands_at"], name="battle_stands", condition=Q(status="reported")),
            models.Index(
                fields=["settled_at"],
                name="battle_unabsorbed",
                condition=Q(status="settled", absorbed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.get_status_display()})"

    def get_absolute_url(self) -> str:
        """The battle's page."""
        return reverse("battle", args=[self.pk])

    @property
    def topic(self) -> str:
        """The topic of its live notices."""
        return f"battle:{self.pk}"

    @property
    def turn_topic(self) -> str:
        """The topic under which its owner's pages hear that the other side decides now; "" where nobody listens."""
        return "" if self.begins_midway or not self.owner_topic else turn_topic_of(self.owner_topic)

    @property
    def engine(self) -> System:
        """The system in which it is fought."""
        return system(self.system)

    @property
    def setup_document(self) -> BattleSetup:
        """The set-up."""
        return codec.decode_setup(bytes(self.setup))

    @property
    def report_document(self) -> Report | None:
        """The report entered last, if any."""
        return None if self.report is None else codec.decode_report(bytes(self.report))

    @property
    def result_document(self) -> Result | None:
        """The result, once settled."""
        return None if self.result is None else codec.decode_result(bytes(self.result))

    @property
    def one_screen(self) -> bool:
        """Whether one account plays both sides."""
        return self.terran_user_id == self.talon_user_id

    @property
    def two_people(self) -> bool:
        """Whether two people play it, each on a page of their own: one has to ask the other."""
        return not (self.one_screen or self.terran_user.is_computer or self.talon_user.is_computer)

    @property
    def levels(self) -> dict[Side, Level]:
        """The level of each side's captains if the computer fights the battle."""
        return {"terran": cast("Level", self.terran_level), "talon": cast("Level", self.talon_level)}

    @property
    def back_to(self) -> str:
        """What the page of its owner is called, if it has one: a war, its table, a campaign game, or a sheet."""
        if self.is_of_space_empires:
            return "sheet for Space Empires"
        if not self.owner_topic:
            return "campaign game"
        return "table" if self.one_screen else "war"

    @property
    def why_held(self) -> str:
        """Why a battle that is held up stands still, as a sentence; a host freezes wars alone."""
        return (
            "The war is paused, or frozen by the host."
            if self.owner_topic
            else "The campaign game is paused."
        )

    @property
    def leaders(self) -> list[tuple[str, str]]:
        """The sides whose captains are not of the usual level, with their level in words."""
        unusual = [(side, level) for side, level in self.levels.items() if level != "captain"]
        return [(SideName(side).label, LevelName(level).label) for side, level in unusual]

    @property
    def is_lesson(self) -> bool:
        """Whether a lesson opened it; it has no result, and counts for nothing."""
        return self.owner_topic.startswith(LESSON)

    @property
    def is_try_out(self) -> bool:
        """Whether one player tries a moment of another battle out in it."""
        return self.owner_topic.startswith(SANDBOX)

    @property
    def is_of_space_empires(self) -> bool:
        """Whether it is fought for a game of Space Empires: 4X (32); it counts in no score (S95)."""
        return self.owner_path.startswith(SPACE_EMPIRES)

    @property
    def begins_midway(self) -> bool:
        """Whether it began in the middle, as a lesson or to be tried out: then it has no report and no result."""
        return self.is_lesson or self.is_try_out

    @property
    def fought_here(self) -> bool:
        """Whether it is settled by orders that the site knows, every one: by captains or by hand."""
        return self.settled_how in KNOWN_BY_ORDERS

    def user_of(self, side: Side) -> User:
        """Who plays the side; of a team the first who is a person."""
        return self.terran_user if side == "terran" else self.talon_user

    @cached_property
    def seats(self) -> tuple["TeamSeat", ...]:
        """The seats of a battle of teams, side by side in the order of their players; two queries at most.

        None where the battle was read `with_seats`.
        """
        if not self.teams:
            return ()
        read: list[TeamSeat] | None = getattr(self.team, SEATED, None)
        return tuple(
            self.team.seats.select_related("user").order_by("side", "place") if read is None else read
        )

    def people_of(self, side: Side) -> list[User]:
        """Everybody who plays the side; the computer as well, if it has all of it."""
        found = [seat.user for seat in self.seats if seat.side == side and seat.user is not None]
        return found or [self.user_of(side)]

    @property
    def people(self) -> list[User]:
        """Everybody who plays either side, each once."""
        return list(dict.fromkeys(user for side in SIDES for user in self.people_of(side)))

    def name_of(self, side: Side, place: int | None = None) -> str:
        """What the players of a side are called: "anna", "anna and ben"; with a `place`, the one who has it."""
        seats = [seat for seat in self.seats if seat.side == side and place in (None, seat.place)]
        return in_row([seat.name for seat in seats] or [self.user_of(side).username])

    def place_of(self, user: User) -> int:
        """The user's place in the order of the side's players; 0 where a side has one player."""
        return next((seat.place for seat in self.seats if seat.user_id == user.pk), 0)

    def deputy_of(self, side: Side) -> int | None:
        """The number of whoever acts for the side's player now; nobody acts for a closed account."""
        if not self.user_of(side).is_active:
            return None
        return self.terran_deputy_id if side == "terran" else self.talon_deputy_id

    def acting_for(self, side: Side, place: int = 0) -> list[User]:
        """The side's player, and the deputy who acts for the player now (S70); in a team the player of that place."""
        if self.teams:
            mine = [seat.user for seat in self.seats if (seat.side, seat.place) == (side, place)]
            return [user for user in mine if user is not None]
        deputy = self.terran_deputy if side == "terran" else self.talon_deputy
        return [self.user_of(side), *([deputy] if deputy is not None and self.deputy_of(side) else [])]

    @property
    def answering_side(self) -> Side | None:
        """While a report waits for an answer, the side that is to give it."""
        if self.status != Status.REPORTED:
            return None
        return opponent(as_side(self.reported_by))
