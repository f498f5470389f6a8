"""The page on which a leg whose fleets are chosen in secret is added to a campaign game."""

from dataclasses import dataclass
from typing import ClassVar

from battles.models import Series
from battles.talon.series.sealed_legs.form import SealedLegForm
from config.pages import Page


@dataclass(frozen=True, slots=True)
class SeriesAddSealedPage(Page):
    """The form of a leg whose fleets both choose in secret."""

    template: ClassVar = "battles/series_add_sealed.html"
    series: Series
    form: SealedLegForm
