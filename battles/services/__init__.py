"""What can be done to a battle. Only these write; each is one transaction and harmless when done twice."""

from battles.services.drafts import save_draft
from battles.services.opening import mark_absorbed, open_battle, reopen, void
from battles.services.reporting import enter_report, revise
from battles.services.settling import confirm, dispute, stand_overdue
from battles.services.step import Stale

__all__ = [
    "Stale",
    "confirm",
    "dispute",
    "enter_report",
    "mark_absorbed",
    "open_battle",
    "reopen",
    "revise",
    "save_draft",
    "stand_overdue",
    "void",
]
