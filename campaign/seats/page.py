"""What somebody sees who is asked to be a deputy (S70)."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.models import DeputyRequest
from config.pages import Page


@dataclass(frozen=True, slots=True)
class DeputyPage(Page):
    """Who asks, and in which war; `sentence` says why an answer was not taken, "" if none was given."""

    template: ClassVar = "campaign/deputy.html"
    asked: DeputyRequest
    sentence: str = ""
