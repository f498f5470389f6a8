"""How well the computer plays, in words."""

from campaign.rules.settings import CommanderLevel, DifficultyName, Settings, difficulty_of
from engines.seam.documents import Level

TITLES: dict[DifficultyName, str] = {"easy": "Easy", "medium": "Medium", "hard": "Hard"}
WORDS: dict[DifficultyName, str] = {
    "easy": "a gentle commander, competent but erratic; ensigns lead both fleets",
    "medium": "a steady commander; captains lead both fleets",
    "hard": "a shrewd commander; admirals, who think ahead, lead both fleets",
}
COMMANDERS: dict[CommanderLevel, str] = {
    "gentle": "Gentle: competent but erratic",
    "steady": "Steady",
    "shrewd": "Shrewd",
}
CAPTAINS: dict[Level, str] = {
    "ensign": "Ensigns: competent but erratic",
    "captain": "Captains",
    "admiral": "Admirals: think ahead for half a minute",
}


def title(settings: Settings) -> str:
    """The difficulty in a word."""
    name = difficulty_of(settings)
    return "Custom" if name is None else TITLES[name]


def in_words(settings: Settings) -> str:
    """How well the computer plays, as "A gentle commander; ensigns lead both fleets" (S32)."""
    return f"A {settings.commander} commander; {settings.computer}s lead both fleets"
