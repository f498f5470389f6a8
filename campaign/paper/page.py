"""The page on which a war from paper is entered."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.new_war.maps import offers
from campaign.paper.form import TakeOverForm
from campaign.paper.words import TakenWar, shown
from config.pages import Page


@dataclass(frozen=True, slots=True)
class TakeOverPage(Page):
    """The form, and `taken`: what was entered, once it can be so. `maps` are the others, as key and name."""

    template: ClassVar = "campaign/take_over.html"
    form: TakeOverForm
    maps: list[tuple[str, str]]
    taken: TakenWar | None


def take_over_page(form: TakeOverForm, *, checked: bool = False) -> TakeOverPage:
    """The page with the form as it is; `checked`: with what was entered, as the site reads it."""
    maps = [(key, offer.chart.name) for key, offer in offers(form.host).items() if key != form.key]
    read = form.taken if checked else None
    return TakeOverPage(form, maps, shown(form.settings, form.chart, read) if read is not None else None)
