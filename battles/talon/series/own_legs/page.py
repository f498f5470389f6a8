"""The page on which a leg of one's own is added to a campaign game."""

from dataclasses import dataclass
from typing import ClassVar

from battles.models import Series
from battles.talon.series.own_legs.form import LegForm
from config.pages import Page


@dataclass(frozen=True, slots=True)
class SeriesAddPage(Page):
    """The form of a leg that is added to a campaign game."""

    template: ClassVar = "battles/series_add.html"
    series: Series
    form: LegForm
