"""All functions that change a battle. Each is one transaction, and safe to call twice."""

from battles.services.agreeing import agree
from battles.services.drafts import save_draft
from battles.services.fighting import resolve, sweep_resolutions
from battles.services.opening import hand_on, hold, mark_absorbed, open_battle, release, reopen, void
from battles.services.reporting import bring_record, check_bringing, enter_report, revise
from battles.services.resolving import ask_for, give_doctrine, resolve_again, try_again
from battles.services.sealing import add_to_promises, forget_promises, promise, promise_ahead
from battles.services.settling import confirm, dispute, stand_overdue
from battles.services.step import Stale

__all__ = [
    "Stale",
    "add_to_promises",
    "agree",
    "ask_for",
    "bring_record",
    "check_bringing",
    "confirm",
    "dispute",
    "enter_report",
    "forget_promises",
    "give_doctrine",
    "hand_on",
    "hold",
    "mark_absorbed",
    "open_battle",
    "promise",
    "promise_ahead",
    "release",
    "reopen",
    "resolve",
    "resolve_again",
    "revise",
    "save_draft",
    "stand_overdue",
    "sweep_resolutions",
    "try_again",
    "void",
]
