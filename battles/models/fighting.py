"""How a battle is fought without a table: what the sides ask for, the dice, the work owed, an uploaded record."""

from django.db import models
from django.db.models import Q

from accounts.models import Owed
from battles.models.battle import Battle, SideName
from engines.seam.commitments import DiceCommitment
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice


class Way(models.TextChoices):
    """What settles a battle (S35)."""

    TABLE = "table", "at the table"
    WORKER = "worker", "by captains"
    HAND = "hand", "by hand in the browser"


class Wish(models.Model):
    """What a side asks for: what settles the battle, or that its result is taken back (S35); its captain's doctrine.

    The doctrine is hidden from the other side until the battle is over. `way` is set while the side asks, and cleared
    when the battle goes that way and when its report is entered, disputed or withdrawn.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="wishes")
    side = models.CharField(max_length=6, choices=SideName.choices)
    way = models.CharField(max_length=6, choices=Way.choices, blank=True)
    doctrine = models.BinaryField()
    asks_back = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "side"], name="wish_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="wish_side"),
            models.CheckConstraint(condition=Q(way__in=["", *Way.values]), name="wish_way"),
        ]

    def __str__(self) -> str:
        return f"{self.side} on {self.battle_id}"


class EntropySource(models.TextChoices):
    """Where a side's part of the dice came from."""

    NOWHERE = "", "not added yet"
    PLAYER = "player", "added by the player"
    SITE = "site", "follows from the seed"


class DiceSeal(models.Model):
    """What the dice of a battle follow from, drawn before it is fought: the seed, and what each side added.

    `commitment` is shown from the beginning. The seed is secret until a battle was fought with it; if that battle is
    reopened, it gets another seed. `name` is the battle's name in its dice; a war may draw one before the battle opens.
    Nobody adds anything after the battle was given to the computer.
    """

    name = models.CharField(max_length=80, unique=True)
    battle = models.ForeignKey(Battle, models.CASCADE, null=True, related_name="seals")
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    terran_entropy = models.CharField(max_length=64, blank=True)
    terran_source = models.CharField(max_length=6, choices=EntropySource.choices, blank=True)
    talon_entropy = models.CharField(max_length=64, blank=True)
    talon_source = models.CharField(max_length=6, choices=EntropySource.choices, blank=True)
    promised_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def entropies(self) -> dict[Side, str]:
        """What each side has added."""
        return {"terran": self.terran_entropy, "talon": self.talon_entropy}

    @property
    def sources(self) -> dict[Side, str]:
        """Where it came from."""
        return {"terran": self.terran_source, "talon": self.talon_source}

    @property
    def promise(self) -> DiceCommitment:
        """What the dice are made from. Secret until the battle is over."""
        return DiceCommitment(
            self.name, self.seed, {str(side): word for side, word in self.entropies.items()}
        )


class Resolution(Owed):
    """Work owed: a battle for the worker to fight. Its dice never change: they are those of the `seal`.

    Of one given to the computer before there were seals, they follow from its own `seed`. `start_hash` names set-up,
    doctrines, rules and dice; `record` is the battle as it was
    fought, by the rules of then.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting for the computer"
        RUNNING = "running", "being fought"
        DONE = "done", "fought"
        FAILED = "failed", "failed"
        DROPPED = "dropped", "taken back"

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="resolutions")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED)
    start_hash = models.CharField(max_length=64)
    seal = models.ForeignKey(DiceSeal, models.RESTRICT, null=True, related_name="resolutions")
    seed = models.CharField(max_length=64, blank=True)
    doctrines = models.BinaryField()
    rules_version = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(auto_now_add=True)
    record = models.BinaryField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "battle fought by captains", "battles fought by captains"
        constraints = [
            models.UniqueConstraint(
                fields=["battle"],
                condition=Q(status__in=["queued", "running", "failed"]),
                name="resolution_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["queued", "running", "done", "failed", "dropped"]),
                name="resolution_status_known",
            ),
            models.CheckConstraint(
                condition=Q(seal__isnull=False, seed="") | Q(seal__isnull=True) & ~Q(seed=""),
                name="resolution_dice_from_one_place",
            ),
            models.CheckConstraint(
                condition=Q(status="done", record__isnull=False) | ~Q(status="done") & Q(record__isnull=True),
                name="resolution_record_when_done",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], name="resolution_owed", condition=Q(status__in=["queued", "running"])
            )
        ]

    @property
    def chance(self) -> DiceCommitment | SeededDice:
        """What its dice follow from: new dice, or what they are sealed by."""
        return SeededDice(self.seed) if self.seal is None else self.seal.promise

    def __str__(self) -> str:
        return f"resolution {self.pk} of battle {self.battle_id} ({self.status})"


ACTIVE = (Resolution.Status.QUEUED, Resolution.Status.RUNNING)
"""The computer has the battle."""


class BroughtRecord(models.Model):
    """A battle record that a side uploaded as its report, and the battle it describes.

    It belongs to the battle as long as `report` is the report of the battle. `sealed` says that its dice follow from
    the seed it names, not that the commitment was published before.
    """

    battle = models.OneToOneField(Battle, models.CASCADE, related_name="brought")
    side = models.CharField(max_length=6, choices=SideName.choices)
    report = models.BinaryField()
    record = models.BinaryField()
    sealed = models.BooleanField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(side__in=SIDES), name="brought_record_side")]

    def __str__(self) -> str:
        return f"record of battle {self.battle_id}, uploaded by {self.side}"
