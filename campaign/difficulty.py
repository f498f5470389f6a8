"""How well the computer plays, in words."""

from campaign.rules.settings import CommanderLevel, DifficultyName, Settings, difficulty_of
from engines.seam.documents import Level

TITLES: dict[DifficultyName, str] = {"easy": "Easy", "medium": "Medium", "hard": "Hard"}
WORDS: dict[DifficultyName, str] = {
    "easy": "a gentle commander and ensigns, competent but erratic",
    "medium": "a steady commander and captains, as good as yours",
    "hard": "a shrewd commander and admirals, who think ahead for a few seconds",
}
COMMANDERS: dict[CommanderLevel, str] = {
    "gentle": "Gentle: competent but erratic",
    "steady": "Steady",
    "shrewd": "Shrewd",
}
CAPTAINS: dict[Level, str] = {
    "ensign": "Ensigns: competent but erratic",
    "captain": "Captains: as good as yours",
    "admiral": "Admirals: think ahead for a few seconds",
}


def title(settings: Settings) -> str:
    """The difficulty in a word."""
    name = difficulty_of(settings)
    return "Custom" if name is None else TITLES[name]


def in_words(settings: Settings) -> str:
    """How well the computer plays, as "A gentle commander and ensigns play the other side" (S32)."""
    return f"A {settings.commander} commander and {settings.computer}s play the other side"
