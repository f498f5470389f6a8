"""The short form of a war for strangers."""

from typing import Any, Final, Literal, cast

import msgspec
from django import forms

from campaign.new_war.maps import GONE, offers
from campaign.new_war.pace_form import PaceForm
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import DEFAULT, suggested
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES

POINTS: Final = (1000, 1500, 2000, 3000, 4000)
ROUND: Final = 50
"""The Reserve is a multiple of this, in Ship Points."""


class OpenWarForm(PaceForm):
    """What strangers have to know of a war: map, points, deadlines, how battles are fought, and the side."""

    chart = forms.ChoiceField(label="Map", initial=DEFAULT, error_messages={"invalid_choice": GONE})
    points = forms.ChoiceField(
        label="Points for each side",
        required=False,
        choices=[("", "As the map suggests"), *((str(one), f"{one:,}") for one in POINTS)],
    )
    settled_by = forms.ChoiceField(
        label="Battles are fought",
        choices=[
            ("worker", "By the computer's captains"),
            ("hand", "In the browser, by hand"),
            ("table", "At the table, recorded here"),
        ],
    )
    side = forms.ChoiceField(
        label="My side", choices=[("lot", "Random"), ("terran", "Terran"), ("talon", "Talon")]
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"pace": "days:3"})
        del self.fields["pace_tables_wait"]  # strangers meet at no table
        maps = cast("forms.ChoiceField", self.fields["chart"])
        self.offers = offers(None)
        maps.choices = [(key, offer.chart.name) for key, offer in self.offers.items()]

    @property
    def map(self) -> StrategicMap:
        """The map chosen."""
        return self.offers[self.cleaned_data["chart"]].chart

    @property
    def my_side(self) -> Literal["terran", "talon", "lot"]:
        """The host's side, or by lot."""
        chosen = self.cleaned_data["side"]
        return chosen if chosen in SIDES else "lot"

    @property
    def settings(self) -> Settings:
        """What the map suggests, with the Reserve in proportion to the points chosen."""
        chosen, agreed = self.cleaned_data, suggested(self.map)
        if chosen["points"]:
            treasury = int(chosen["points"])
            share = agreed["reserve"] * treasury / agreed["treasury"]
            agreed |= {"treasury": treasury, "reserve": round(share / ROUND) * ROUND}
        return msgspec.convert(
            {**agreed, "settled_by": chosen["settled_by"], "pace": chosen["pace"]}, Settings
        )

    def refuse(self, refused: Refused) -> None:
        """Put the refusals above the form, or beside the points where they are about these."""
        for refusal in refused.refusals:
            where = "points" if refusal.where in ("treasury", "reserve") else None
            self.add_error(where, str(refusal))
