"""All functions that change a battle. Each is one transaction, and safe to call twice."""

from battles.battle.services.agreeing import agree
from battles.battle.services.deleting import delete_battles
from battles.battle.services.dice import add_entropy_ahead, commit, commit_ahead, forget_commitments
from battles.battle.services.fighting import resolve, sweep_resolutions
from battles.battle.services.opening import (
    follow_absence,
    hand_on,
    hold,
    mark_absorbed,
    open_battle,
    release,
    reopen,
    set_deputy,
    void,
)
from battles.battle.services.renaming import rename_unit
from battles.battle.services.resolving import (
    ask_for,
    asks_another,
    fight_overdue,
    give_doctrine,
    resolve_again,
    try_again,
)
from battles.battle.services.settling import confirm, dispute, stand_overdue
from battles.battle.services.step import StaleBattle
from battles.table.drafts import save_draft
from battles.table.reporting import check_bringing, enter_report, revise, upload_record

__all__ = [
    "StaleBattle",
    "add_entropy_ahead",
    "agree",
    "ask_for",
    "asks_another",
    "check_bringing",
    "commit",
    "commit_ahead",
    "confirm",
    "delete_battles",
    "dispute",
    "enter_report",
    "fight_overdue",
    "follow_absence",
    "forget_commitments",
    "give_doctrine",
    "hand_on",
    "hold",
    "mark_absorbed",
    "open_battle",
    "release",
    "rename_unit",
    "reopen",
    "resolve",
    "resolve_again",
    "revise",
    "save_draft",
    "set_deputy",
    "stand_overdue",
    "sweep_resolutions",
    "try_again",
    "upload_record",
    "void",
]
