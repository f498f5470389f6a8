"""The page that asks once before a side answers against what is recommended, where that costs much."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from config.pages import Page
from engines.seam.words.in_a_row import in_row


@dataclass(frozen=True, slots=True)
class AgainstAdvice:
    """An answer about one battle that is not the recommended one: what it is, and what it costs, in sentences."""

    place: str
    engages: bool
    words: str


@dataclass(frozen=True, slots=True)
class AgainstAdvicePage(Page):
    """The question whether the side means it; `fields` repeat the form that was sent, by name and value.

    `word` is what the button says.
    """

    template: ClassVar = "campaign/against_advice.html"
    frame: WarFrame
    title: str
    word: str
    answers: list[AgainstAdvice]
    fields: list[tuple[str, str]]


def against_advice_page(
    at: At, answers: list[AgainstAdvice], fields: list[tuple[str, str]]
) -> AgainstAdvicePage:
    """The question about the answers that are not recommended."""
    engages = {one.engages for one in answers}
    word = "engage" if engages == {True} else "decline" if engages == {False} else "answer so"
    title = f"{word.capitalize()} at {in_row([one.place for one in answers])}?"
    return AgainstAdvicePage(frame(at), title, word, answers, fields)
