"""How well the computer plays, in words."""

from campaign.rules.settings import CommanderLevel, DifficultyName, Settings, difficulty_of
from engines.seam.documents import Level

TITLES: dict[DifficultyName, str] = {"easy": "Easy", "medium": "Medium", "hard": "Hard"}
WORDS: dict[DifficultyName, str] = {
    "easy": "a gentle, erratic commander; ensigns fly both fleets",
    "medium": "a steady commander; captains fly both fleets",
    "hard": "a shrewd commander; admirals fly both fleets and think ahead",
}
COMMANDERS: dict[CommanderLevel, str] = {
    "gentle": "Gentle: competent but erratic",
    "steady": "Steady",
    "shrewd": "Shrewd",
}
CAPTAINS: dict[Level, str] = {
    "ensign": "Ensigns: competent but erratic",
    "captain": "Captains",
    "admiral": "Admirals: think ahead, up to 30 s a battle",
}


def title(settings: Settings) -> str:
    """The difficulty in a word."""
    name = difficulty_of(settings)
    return "Custom" if name is None else TITLES[name]


def in_words(settings: Settings) -> str:
    """How well the computer plays, as "A gentle commander; ensigns fly both fleets" (S32)."""
    return f"A {settings.commander} commander; {settings.computer}s fly both fleets"
