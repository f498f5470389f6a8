"""What can be done to a battle. Only these write; each is one transaction and harmless when done twice."""

from battles.services.drafts import save_draft
from battles.services.fighting import resolve, sweep_resolutions
from battles.services.opening import hold, mark_absorbed, open_battle, release, reopen, void
from battles.services.reporting import enter_report, revise
from battles.services.resolving import ask_for, give_doctrine, try_again
from battles.services.settling import confirm, dispute, stand_overdue
from battles.services.step import Stale

__all__ = [
    "Stale",
    "ask_for",
    "confirm",
    "dispute",
    "enter_report",
    "give_doctrine",
    "hold",
    "mark_absorbed",
    "open_battle",
    "release",
    "reopen",
    "resolve",
    "revise",
    "save_draft",
    "stand_overdue",
    "sweep_resolutions",
    "try_again",
    "void",
]
