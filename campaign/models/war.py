"""A war, its seats, the invitation to one, and the chat of its players."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Owed

SIDES = [("terran", "Terran"), ("talon", "Talon")]
SEATS = [*SIDES, ("both", "Both")]


class War(models.Model):
    """A war: who may play, and the snapshot of where it stands. `version` counts its entries.

    `pace` is that of its deadlines, "" for none, as battles/pace.py writes it; `time_asked` is the pace or
    pause that the side `time_asked_by` proposes, "" for nothing. While it is `frozen` nothing moves and no time runs;
    `paused`: because its players have agreed on it (S65). `watch_token` is in the link for onlookers, None without one;
    `watch_by` is the side that made it. Somebody else may have `arranged` it for the two, such as a season.
    `generation` counts how often the war has gone back to an earlier battle (S69): dice and messages of what is played
    again have it in their names.
    `sandbox_of` is the war that a sandbox goes on from, at which turn and at a question about which battle (0: before
    the plans); `taken` is where a war stood that goes on from paper, before the turn `taken_turn`, 0 for any other war;
    `sandbox_how` is what it supposes of the enemy.
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
    generation = models.PositiveSmallIntegerField(default=0)
    rules_version = models.CharField(max_length=20)
    frozen = models.BooleanField(default=False)
    paused = models.BooleanField(default=False)
    pace = models.CharField(max_length=60, blank=True)
    time_asked = models.CharField(max_length=60, blank=True)
    time_asked_by = models.CharField(max_length=6, choices=SIDES, blank=True)
    imported = models.BooleanField(default=False)
    map_name = models.CharField(max_length=40)
    turn = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=10, default="open")
    winner = models.CharField(max_length=6, choices=SIDES, blank=True)
    withdrawal_asked_by = models.CharField(max_length=6, choices=SIDES, blank=True)
    watch_token = models.CharField(max_length=43, unique=True, null=True, default=None)
    watch_by = models.CharField(max_length=6, choices=SIDES, blank=True)
    arranged = models.BooleanField(default=False, db_default=False)
    sandbox_of = models.ForeignKey("self", models.CASCADE, null=True, related_name="sandboxes")
    sandbox_turn = models.PositiveIntegerField(default=0)
    sandbox_battle = models.PositiveIntegerField(default=0)
    taken = models.BinaryField(null=True)
    taken_turn = models.PositiveIntegerField(default=0)
    sandbox_how = models.CharField(max_length=6, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    moved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="war_running_has_state",
                condition=Q(status__in=["open", "called_off"]) | Q(state__isnull=False),
            ),
            models.CheckConstraint(
                name="war_paused_stands_still", condition=Q(paused=False) | Q(frozen=True)
            ),
        ]
        indexes = [models.Index(fields=["status", "-moved_at"], name="war_by_status")]

    @property
    def is_sandbox(self) -> bool:
        """Whether one player only tries something out in it: it counts nowhere."""
        return self.sandbox_of_id is not None

    @property
    def first_turn(self) -> int:
        """The first turn of its history: a sandbox or a war from paper begins in the midst."""
        return max(1, self.sandbox_turn, self.taken_turn)

    def __str__(self) -> str:
        return f"War {self.pk}: {self.name}"


class Seat(models.Model):
    """Who plays a side; in an imported war nobody here, or the person who imported it.

    `commander` is the level of the computer player that commands it, "" for a person; `whim` is that player's secret.

    Entries up to `from_entry` are of whoever had the seat before. `seen_entry` is the newest entry that the player
    has seen, noted at `seen_at`; those after `news_from` and up to `news_upto` came while the player was away. Chat
    lines up to `chat_from` are of whoever had the seat before, and those up to `chat_read` are read; `mutes`: the
    player does not want to read the opponent's. If the host gave the seat to this player, `before` is who had it, until
    `handed_turn`.
    """

    war = models.ForeignKey(War, models.CASCADE, related_name="seats")
    side = models.CharField(max_length=6, choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats")
    label = models.CharField(max_length=24, blank=True)
    commander = models.CharField(max_length=12, blank=True)
    whim = models.CharField(max_length=64, blank=True)
    from_entry = models.PositiveIntegerField(default=0)
    seen_entry = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField(null=True)
    news_from = models.PositiveIntegerField(default=0)
    news_upto = models.PositiveIntegerField(default=0)
    chat_from = models.PositiveBigIntegerField(default=0)
    chat_read = models.PositiveBigIntegerField(default=0)
    mutes = models.BooleanField(default=False)
    before = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    handed_turn = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["war", "side"], name="one_player_a_side")]

    @property
    def title(self) -> str:
        """Whoever plays the side, by callsign; an imported war keeps the names it came with."""
        return self.label or (self.user.username if self.user is not None else "")

    def __str__(self) -> str:
        return f"{self.side} in war {self.war_id}"


class Invitation(models.Model):
    """An open seat: for anybody with the link, for one person by name, or `listed` for strangers. Accepted once."""

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
    listed = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["war"], condition=Q(status="open"), name="one_open_invitation"),
            models.CheckConstraint(condition=Q(listed=False) | Q(invited=None), name="listed_for_anybody"),
        ]
        indexes = [
            models.Index(
                fields=["made_at"], name="invitation_listed", condition=Q(status="open", listed=True)
            )
        ]

    def __str__(self) -> str:
        return f"Invitation to war {self.war_id} ({self.status})"


class WarImport(Owed):
    """A file that somebody wants to import: judged for the worker, `checked` of its `entries` so far.

    An entry that is judged again for a corrected result counts again. `data` is deleted once the file is judged;
    `refusals` say why it was not taken.
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
