"""What is stored of people: accounts, notices, the messages owed to them, and their scores."""

from accounts.models.people import (
    CALLSIGN_HINT,
    CALLSIGN_LENGTH,
    CALLSIGN_REFUSAL,
    Allowance,
    CacheRow,
    Delivery,
    Heartbeat,
    Letter,
    MessageKind,
    Notice,
    Owed,
    PaperSheet,
    PushBrowser,
    PushKey,
    SentWhen,
    User,
    WebhookKind,
)
from accounts.models.scores import LifetimeLine, PastResult

__all__ = [
    "CALLSIGN_HINT",
    "CALLSIGN_LENGTH",
    "CALLSIGN_REFUSAL",
    "Allowance",
    "CacheRow",
    "Delivery",
    "Heartbeat",
    "Letter",
    "LifetimeLine",
    "MessageKind",
    "Notice",
    "Owed",
    "PaperSheet",
    "PastResult",
    "PushBrowser",
    "PushKey",
    "SentWhen",
    "User",
    "WebhookKind",
]
