"""Wars as they are kept: the log is the truth; snapshot and rows are derived from it and can be rebuilt."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Owed

SIDES = [("terran", "Terran"), ("talon", "Talon")]
SEATS = [*SIDES, ("both", "Both")]


class War(models.Model):
    """A war: who may play, and the snapshot of where it stands. `version` counts its entries.

    `watch_token` is in the link for onlookers, None without one; `watch_by` is the side that made it.
    """

    class Status(models.TextChoices):
        OPEN = "open", "waiting for an opponent"
        RUNNING = "running", "under way"
        OVER = "over", "over"
        CALLED_OFF = "called_off", "called off"

    name = models.CharField(max_length=60)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_wars")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    one_screen = models.BooleanField(default=False)
    settings = models.BinaryField()
    chart = models.BinaryField()
    state = models.BinaryField(null=True)
    format = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=0)
    rules_version = models.CharField(max_length=20)
    frozen = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)
    map_name = models.CharField(max_length=40)
    turn = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=10, default="open")
    winner = models.CharField(max_length=6, choices=SIDES, blank=True)
    withdrawal_asked_by = models.CharField(max_length=6, choices=SIDES, blank=True)
    watch_token = models.CharField(max_length=43, unique=True, null=True, default=None)
    watch_by = models.CharField(max_length=6, choices=SIDES, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    moved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="war_running_has_state",
                condition=Q(status__in=["open", "called_off"]) | Q(state__isnull=False),
            )
        ]
        indexes = [models.Index(fields=["status", "-moved_at"], name="war_by_status")]

    def __str__(self) -> str:
        return f"War {self.pk}: {self.name}"


class Seat(models.Model):
    """Who plays a side; in an imported war nobody here, or the person who imported it.

    `commander` is the level of the computer player that commands it, "" for a person; `whim` is that player's secret.

    `seen_entry` is the newest entry that the player has seen, noted at `seen_at`; those after `news_from` and up to
    `news_upto` came while the player was away. Chat lines up to `chat_from` are of whoever had the seat before, and
    those up to `chat_read` are read; `mutes`: the player does not want to read the opponent's.
    """

    war = models.ForeignKey(War, models.CASCADE, related_name="seats")
    side = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats")
    label = models.CharField(max_length=24, blank=True)
    commander = models.CharField(max_length=12, blank=True)
    whim = models.CharField(max_length=64, blank=True)
    seen_entry = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField(null=True)
    news_from = models.PositiveIntegerField(default=0)
    news_upto = models.PositiveIntegerField(default=0)
    chat_from = models.PositiveBigIntegerField(default=0)
    chat_read = models.PositiveBigIntegerField(default=0)
    mutes = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "side"], name="one_player_a_side")]

    @property
    def title(self) -> str:
        """Whoever plays the side, by callsign; an imported war keeps the names it came with."""
        return self.label or (self.user.username if self.user is not None else "")

    def __str__(self) -> str:
        return f"{self.side} in war {self.war_id}"


class Invitation(models.Model):
    """An open seat: for anybody with the link, or for one person by name. Accepted once."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"

    war = models.ForeignKey(War, models.CASCADE, related_name="invitations")
    side = models.CharField(max_length=6, choices=SIDES)
    token = models.CharField(max_length=43, unique=True)
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    made_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["war"], condition=Q(status="open"), name="one_open_invitation")
        ]

    def __str__(self) -> str:
        return f"Invitation to war {self.war_id} ({self.status})"


class WarImport(Owed):
    """A file that somebody wants to import: judged by the worker, `checked` of its `entries` so far.

    `data` is deleted once the file is judged; `refusals` say why it was not taken.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="war_imports")
    side = models.CharField(max_length=6, choices=SIDES)
    data = models.BinaryField()
    entries = models.PositiveIntegerField()
    checked = models.PositiveIntegerField(default=0)
    refusals = models.JSONField(default=list)
    war = models.ForeignKey(War, models.SET_NULL, null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(status__in=["queued", "running"]), name="one_import_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"Import {self.pk} ({self.status})"


class Entry(models.Model):
    """One line of a war's log, append-only: an order, and the events that followed from it."""

    war = models.ForeignKey(War, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    seat = models.CharField(max_length=6, choices=SEATS)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    kind = models.CharField(max_length=20)
    turn = models.PositiveIntegerField()
    document = models.BinaryField()
    events = models.BinaryField()
    rules_version = models.CharField(max_length=20)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["war", "number"], name="entry_once")]
        ordering = ["war", "number"]

    def __str__(self) -> str:
        return f"War {self.war_id}, entry {self.number}: {self.kind}"


class ChatLine(models.Model):
    """What a player wrote to the opponent; `battle` is the number of the battle it is about, None for the war."""

    MOST = 1000

    war = models.ForeignKey(War, models.CASCADE, related_name="chat_lines")
    battle = models.PositiveIntegerField(null=True)
    side = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    text = models.CharField(max_length=MOST)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["war", "id"], name="chat_of_war")]

    def __str__(self) -> str:
        return f"Chat line {self.pk} of {self.side} in war {self.war_id}"


class GivenDoctrine(models.Model):
    """The doctrine a side gave with its decision to engage: for its captain alone, until the battle is over."""

    war = models.ForeignKey(War, models.CASCADE, related_name="doctrines")
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=6, choices=SIDES)
    document = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "number", "side"], name="doctrine_once")]

    def __str__(self) -> str:
        return f"Doctrine of {self.side} in war {self.war_id}, battle {self.number}"


class SealedOrder(models.Model):
    """A secret order that waits for the other side's. Never shown to anybody but its own side."""

    war = models.ForeignKey(War, models.CASCADE, related_name="sealed_orders")
    turn = models.PositiveIntegerField()
    phase = models.CharField(max_length=10)
    seat = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    document = models.BinaryField()
    revision = models.PositiveIntegerField(default=1)
    sealed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "turn", "phase", "seat"], name="sealed_once")]

    def __str__(self) -> str:
        return f"Sealed order of {self.seat} in war {self.war_id}, turn {self.turn}"


class Draft(models.Model):
    """What a side is working on; never read by game logic."""

    war = models.ForeignKey(War, models.CASCADE, related_name="drafts")
    seat = models.CharField(max_length=6, choices=SIDES)
    turn = models.PositiveIntegerField()
    phase = models.CharField(max_length=10)
    document = models.BinaryField()
    revision = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "turn", "phase", "seat"], name="draft_once")]

    def __str__(self) -> str:
        return f"Draft of {self.seat} in war {self.war_id}, turn {self.turn}"


class Ship(models.Model):
    """A ship of a war, living or not: where it is, and its damage in words."""

    war = models.ForeignKey(War, models.CASCADE, related_name="ships")
    side = models.CharField(max_length=6, choices=SIDES)
    name = models.CharField(max_length=60)
    ship_class = models.CharField(max_length=30)
    target = models.CharField(max_length=40, blank=True)
    damage = models.BinaryField()
    stranded = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "side", "name"], name="ship_once")]

    def __str__(self) -> str:
        return f"{self.side} {self.ship_class} {self.name}"


class LedgerLine(models.Model):
    """A movement of one side's treasury, Ship Points, with the balance after it."""

    war = models.ForeignKey(War, models.CASCADE, related_name="ledger_lines")
    turn = models.PositiveIntegerField()
    seat = models.CharField(max_length=6, choices=SIDES)
    cause = models.CharField(max_length=20)
    words = models.TextField()
    amount = models.IntegerField()
    balance = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["war", "turn", "seat", "cause"], name="ledger_once"),
            models.CheckConstraint(name="never_in_debt", condition=Q(balance__gte=0)),
        ]
        ordering = ["war", "seat", "turn", "pk"]

    def __str__(self) -> str:
        return f"War {self.war_id}, turn {self.turn}, {self.seat}: {self.cause} {self.amount:+d}"


class Assignment(models.Model):
    """Where a ship was sent in a turn."""

    war = models.ForeignKey(War, models.CASCADE, related_name="assignments")
    turn = models.PositiveIntegerField()
    side = models.CharField(max_length=6, choices=SIDES)
    ship = models.CharField(max_length=60)
    ship_class = models.CharField(max_length=30)
    target = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["war", "turn", "side", "ship"], name="one_assignment_a_turn")
        ]

    def __str__(self) -> str:
        return f"War {self.war_id}, turn {self.turn}: {self.ship} to {self.target}"


class FrontLine(models.Model):
    """Where a sector's marker stood after a turn that moved it, zones from 1 at the Terran home; turn 0 the start."""

    war = models.ForeignKey(War, models.CASCADE, related_name="front_lines")
    turn = models.PositiveIntegerField()
    sector = models.CharField(max_length=40)
    zone = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "turn", "sector"], name="one_marker_a_sector")]

    def __str__(self) -> str:
        return f"War {self.war_id}, turn {self.turn}: {self.sector} {self.zone}"


class Base(models.Model):
    """A base that stands."""

    war = models.ForeignKey(War, models.CASCADE, related_name="bases")
    place = models.CharField(max_length=60)
    side = models.CharField(max_length=6, choices=SIDES)
    name = models.CharField(max_length=60)
    damage = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "place"], name="one_base_a_place")]

    def __str__(self) -> str:
        return f"{self.name} at {self.place}"


class Engagement(models.Model):
    """A battle of a war as the war sees it: due, given up, not fought, or fought with its result."""

    class Outcome(models.TextChoices):
        DUE = "due", "due"
        REVEALED = "revealed", "revealed"
        JOINED = "joined", "being fought"
        FOUGHT = "fought", "fought"
        FORFEITED = "forfeited", "given up"
        NOT_FOUGHT = "not_fought", "not fought"

    war = models.ForeignKey(War, models.CASCADE, related_name="engagements")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    place = models.CharField(max_length=60)
    sectors = models.CharField(max_length=400)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.DUE)
    terran_lp = models.PositiveIntegerField(null=True)
    talon_lp = models.PositiveIntegerField(null=True)
    forces = models.BinaryField(null=True)
    winner = models.CharField(max_length=6, choices=SIDES, blank=True)
    degree = models.CharField(max_length=12, blank=True)
    terran_lost = models.PositiveIntegerField(default=0)
    talon_lost = models.PositiveIntegerField(default=0)
    moved = models.BooleanField(default=False)
    words = models.TextField(blank=True)
    battle = models.OneToOneField("battles.Battle", models.SET_NULL, null=True, related_name="engagement")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "number"], name="engagement_once")]
        ordering = ["war", "number"]

    def __str__(self) -> str:
        return f"War {self.war_id}, battle {self.number}: {self.place}"


class Loss(models.Model):
    """A ship or base destroyed, with its Ship Points."""

    war = models.ForeignKey(War, models.CASCADE, related_name="losses")
    turn = models.PositiveIntegerField()
    engagement = models.PositiveIntegerField()
    side = models.CharField(max_length=6, choices=SIDES)
    name = models.CharField(max_length=60)
    ship_class = models.CharField(max_length=30)
    points = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "losses"
        constraints = [
            models.UniqueConstraint(fields=["war", "engagement", "side", "name"], name="lost_once")
        ]

    def __str__(self) -> str:
        return f"War {self.war_id}, turn {self.turn}: {self.side} lost {self.name}"


class Waiting(models.Model):
    """What a war waits for from one side, and where to do it; `campaign.waiting` has the words."""

    class Kind(models.TextChoices):
        BASES = "bases", "place the bases"
        PLAN = "plan", "plan the turn"
        ENGAGE = "engage", "engage or decline"
        FIRST = "first", "which home is fought over first"
        LAND = "land", "which transports land"
        STRAND = "strand", "which squadrons are left behind"
        GO_ON = "go_on", "go on to the next battle"
        RECORD = "record", "record the battle"
        SETTLE = "settle", "settle the disputed report"
        AGREE_OR_RECORD = "agree_or_record", "let the computer fight it, or record it"
        AGREE_OR_SETTLE = "agree_or_settle", "let the computer fight it, or settle the report"
        CONFIRM = "confirm", "confirm the report"
        FAILED = "failed", "see why it was not fought"
        WITHDRAW = "withdraw", "withdraw the last result"
        DRAW = "draw", "answer the offer of a draw"

    war = models.ForeignKey(War, models.CASCADE, related_name="waiting")
    side = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="waiting")
    key = models.CharField(max_length=100)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    turn = models.PositiveIntegerField(default=0)
    place = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=60, blank=True)
    path = models.CharField(max_length=200)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "waiting"
        constraints = [models.UniqueConstraint(fields=["war", "side", "key"], name="waits_once")]
        indexes = [models.Index(fields=["user", "since"], name="waiting_of_user")]

    def __str__(self) -> str:
        return f"War {self.war_id} waits for {self.side}: {self.kind}"
