"""What can be done to a battle. Only these write; each is one transaction and harmless when done twice."""

from battles.services.drafts import save_draft
from battles.services.opening import hold, mark_absorbed, open_battle, release, reopen, void
from battles.services.reporting import enter_report, revise
from battles.services.settling import confirm, dispute, stand_overdue
from battles.services.step import Stale

__all__ = [
    "Stale",
    "confirm",
    "dispute",
    "enter_report",
    "hold",
    "mark_absorbed",
    "open_battle",
    "release",
    "reopen",
    "revise",
    "save_draft",
    "stand_overdue",
    "void",
]
