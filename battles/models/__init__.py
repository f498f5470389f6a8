"""What is stored of battles."""

from battles.models.battle import (
    GOING_ON,
    MOST_CONFIRM_HOURS,
    OVER,
    Battle,
    BattleNote,
    LevelName,
    ReportDraft,
    SettledHow,
    SideName,
    Status,
)
from battles.models.fighting import (
    ACTIVE,
    BroughtRecord,
    DiceSeal,
    EntropySource,
    Resolution,
    Way,
    Wish,
)

__all__ = [
    "ACTIVE",
    "GOING_ON",
    "MOST_CONFIRM_HOURS",
    "OVER",
    "Battle",
    "BattleNote",
    "BroughtRecord",
    "DiceSeal",
    "EntropySource",
    "LevelName",
    "ReportDraft",
    "Resolution",
    "SettledHow",
    "SideName",
    "Status",
    "Way",
    "Wish",
]
