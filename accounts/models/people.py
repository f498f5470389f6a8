"""People, notices, and the messages owed to people."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models.functions import Lower

from accounts.callsigns import LOOK_LENGTH, look

CALLSIGN_LENGTH = 24
CALLSIGN_HINT = "Letters, digits and . _ - + @, at most 24."
CALLSIGN_REFUSAL = "A callsign has letters, digits and the signs . _ - + @ only."


class WebhookKind(models.TextChoices):
    """The format a webhook expects."""

    DISCORD = "discord", "Discord"
    JSON = "json", "Plain JSON"


class MessageKind(models.TextChoices):
    """What a message is about; a TEST is sent whatever its user has chosen."""

    TURN = "turn", "Your turn"
    DEADLINE = "deadline", "Deadlines"
    PROPOSAL = "proposal", "Proposals"
    INVITATION = "invitation", "Invitations"
    NEWS = "news", "Other news"
    CLUB = "club", "Clubs"
    SEASON = "season", "Seasons"
    CHAT = "chat", "Chat"
    TEST = "test", "Test"


class SentWhen(models.TextChoices):
    """When somebody gets the messages of a kind; DAILY is for e-mail, other channels get those at once."""

    NOW = "now", "At once"
    DAILY = "daily", "Once a day"
    NEVER = "never", "Never"


def _sent(kind: MessageKind, default: SentWhen = SentWhen.NOW) -> "models.CharField[str, str]":
    return models.CharField(kind.label, max_length=5, choices=SentWhen.choices, default=default)


class User(AbstractUser):
    """A person; the username is the callsign the others see, and `look` the same for two that look alike.

    `look` is None only for a callsign that looked like an older one before that was refused. When messages of a kind
    are sent is in the field of its name, `turn_messages` and so on. `time_zone` is the one they chose, "" for that of
    their browser.
    """

    username = models.CharField(
        "callsign",
        max_length=CALLSIGN_LENGTH,
        unique=True,
        validators=[UnicodeUsernameValidator(message=CALLSIGN_REFUSAL)],
        help_text=CALLSIGN_HINT,
        error_messages={"unique": "This callsign is taken. Choose another."},
    )
    wants_email = models.BooleanField("tell me by e-mail", default=True)
    turn_messages = _sent(MessageKind.TURN)
    deadline_messages = _sent(MessageKind.DEADLINE)
    proposal_messages = _sent(MessageKind.PROPOSAL)
    invitation_messages = _sent(MessageKind.INVITATION)
    news_messages = _sent(MessageKind.NEWS)
    club_messages = _sent(MessageKind.CLUB)
    season_messages = _sent(MessageKind.SEASON)
    chat_messages = _sent(MessageKind.CHAT, SentWhen.NEVER)
    wants_push = models.BooleanField("has a browser that gets messages", default=False, editable=False)
    webhook_url = models.CharField("webhook address", max_length=500, blank=True)
    webhook_kind = models.CharField(
        "webhook kind", max_length=10, choices=WebhookKind.choices, default=WebhookKind.DISCORD
    )
    time_zone = models.CharField("time zone", max_length=40, blank=True)
    browser_zone = models.CharField("time zone of the browser", max_length=40, blank=True, editable=False)
    is_demo = models.BooleanField("made for the demo", default=False)
    is_computer = models.BooleanField("the computer, as a player", default=False)
    is_guest = models.BooleanField("plays without a name so far", default=False)
    seen_on = models.DateField("last seen", null=True, blank=True)
    look = models.CharField(max_length=LOOK_LENGTH, unique=True, null=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["is_computer"], condition=models.Q(is_computer=True), name="one_computer"
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="callsign_once",
                violation_error_message="This callsign is taken. Choose another.",
            ),
        ]

    def save(self, *args: Any, **options: Any) -> None:
        """Stores the user with the look of the callsign."""
        fields = options.get("update_fields")
        if fields is None or "username" in fields:
            self.look = look(self.username)
            options |= {} if fields is None else {"update_fields": {*fields, "look"}}
        super().save(*args, **options)

    def when_sent(self, kind: str) -> SentWhen:
        """When this user gets messages of the kind; at once for a test, and for rows of before there were kinds."""
        return SentWhen(getattr(self, f"{kind}_messages", SentWhen.NOW))

    def kinds_sent(self, when: SentWhen) -> list[str]:
        """The kinds of messages that this user gets then."""
        return [kind for kind in MessageKind.values if self.when_sent(kind) == when]


class Notice(models.Model):
    """Something under a topic ("war:17", "user:5") changed; the newest id of a topic is its current state."""

    topic = models.CharField(max_length=60)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["topic", "id"], name="notice_topic")]

    def __str__(self) -> str:
        return f"{self.topic} at {self.pk}"


class Owed(models.Model):
    """Work owed: a worker holds the row by `token` until `lease_until`; `accounts/work.py` moves it on.

    `put_off` counts the attempts in a row that came to nothing through no fault of the row; those are no `attempts`.
    """

    status = models.CharField(max_length=10, default="queued")
    token = models.CharField(max_length=32, blank=True)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    put_off = models.PositiveSmallIntegerField(default=0, db_default=0)
    last_error = models.CharField(max_length=200, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class Delivery(Owed):
    """A message owed to a person by one channel; at most one for each thing that happened.

    `kind` is "" only for rows of before there were kinds. `held_until` is when it may be sent with others of kinds that
    the person wants once a day; None: at once.
    """

    class Channel(models.TextChoices):
        EMAIL = "email", "e-mail"
        WEBHOOK = "webhook", "webhook"
        PUSH = "push", "browser"

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting"
        RUNNING = "running", "being sent"
        DONE = "done", "delivered"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "no longer needed"

    user = models.ForeignKey(User, models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=100)
    kind = models.CharField(max_length=10, choices=MessageKind.choices, default="", blank=True)
    channel = models.CharField(max_length=10, choices=Channel.choices)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    path = models.CharField(max_length=300)
    held_until = models.DateTimeField(null=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "message", "messages"
        constraints = [models.UniqueConstraint(fields=["user", "key", "channel"], name="delivery_once")]
        indexes = [
            models.Index(
                fields=["due_at"],
                name="delivery_owed",
                condition=models.Q(status__in=["queued", "running"]),
            ),
            models.Index(fields=["user", "channel", "done_at"], name="delivery_last"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.key} ({self.status})"


class Allowance(models.Model):
    """Until when the deliveries to a person's webhook and browsers are paid for: accounts/deliveries/allowance.py."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="allowance")
    paid_until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} until {self.paid_until}"


class PushKey(models.Model):
    """The site's own key for web push, in hexadecimal digits: one row, made when it is first needed."""

    secret = models.CharField(max_length=64)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_push_key")]

    def __str__(self) -> str:
        return "the key for web push"


class PushBrowser(models.Model):
    """A browser that gets a person's messages: where its push service is, and the keys to encrypt them with."""

    user = models.ForeignKey(User, models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField(auto_now_add=True)
    delivered_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class Letter(Owed):
    """Mail about an account, owed to an address whether or not it is confirmed; `body` is deleted once it is sent."""

    class Kind(models.TextChoices):
        TEXT = "text", "text"
        RESET = "reset", "links for new passwords"

    address = models.EmailField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TEXT)
    subject = models.CharField(max_length=200, blank=True)
    body = models.TextField(blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "mail about an account", "mail about accounts"
        indexes = [
            models.Index(
                fields=["due_at"], name="letter_owed", condition=models.Q(status__in=["queued", "running"])
            )
        ]

    def __str__(self) -> str:
        return f"Letter {self.pk} ({self.status})"


class PaperSheet(Owed):
    """A sheet for paper that somebody has asked for: its page until it is typeset, then its PDF; deleted after a day.

    `key` follows from the user and the page, so that an address tells nothing of what others have asked for.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="paper_sheets")
    key = models.CharField(max_length=32)
    paper = models.CharField(max_length=10)
    name = models.CharField(max_length=100)
    back = models.CharField(max_length=300)
    html = models.TextField()
    pdf = models.BinaryField(default=b"")
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="paper_sheet_once")]
        indexes = [
            models.Index(
                fields=["due_at"],
                name="paper_sheet_owed",
                condition=models.Q(status__in=["queued", "running"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.status})"


class CacheRow(models.Model):
    """A row of Django's database cache, with the columns it wants; attempts are counted here."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.cache_key


class Heartbeat(models.Model):
    """When a part of the site was last alive; `build` is its engine for battles, "" if it has not reported one.

    `typesets` says whether it makes PDFs, None if it has not reported that.
    """

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    build = models.CharField(max_length=40, default="", blank=True)
    typesets = models.BooleanField(null=True)

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"
