"""Rows that pages read: derived from the log, to be rebuilt from it at any time."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaign.models.war import SIDES, War


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
        verbose_name, verbose_name_plural = "treasury line", "treasury lines"
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
        verbose_name, verbose_name_plural = "battle of a war", "battles of wars"
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
    """What a war waits for from one side, and where to do it; `campaign.war.waiting` has the words."""

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
        AGREE_TO_PLAY = "agree_to_play", "play it in the browser, or record it"
        PLAY = "play", "play the battle"
        FINISH = "finish", "let captains finish the battle"
        TO_TABLE = "to_table", "finish the battle at the table"
        TO_BOARD = "to_board", "play the battle in the browser after all"
        CONFIRM = "confirm", "confirm the report"
        FAILED = "failed", "see why it was not fought"
        WITHDRAW = "withdraw", "withdraw the last result"
        DRAW = "draw", "answer the offer of a draw"
        TIME = "time", "answer about the deadlines"
        CORRECT = "correct", "answer about a corrected result"

    war = models.ForeignKey(War, models.CASCADE, related_name="waiting")
    side = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="waiting")
    key = models.CharField(max_length=100)
    corrected = models.PositiveIntegerField(default=0, db_default=0)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    turn = models.PositiveIntegerField(default=0)
    place = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=60, blank=True)
    path = models.CharField(max_length=200)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "waiting"
        constraints = [models.UniqueConstraint(fields=["war", "side", "key", "corrected"], name="waits_once")]
        indexes = [models.Index(fields=["user", "since"], name="waiting_of_user")]

    def __str__(self) -> str:
        return f"War {self.war_id} waits for {self.side}: {self.kind}"
