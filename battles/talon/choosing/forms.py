"""The form of a battle of one's own design: what is agreed on before anybody chooses a ship."""

from typing import Any, cast

from django import forms

from battles.talon.fleets.forms import size_choices
from battles.talon.skirmish.form import modes
from battles.talon.skirmish.ground import GroundForm, grounds
from config.number_field import NumberField
from engines.seam.refusals import Refused, refuse_all
from engines.seam.sides import SIDES, Side
from engines.talon.fleets.own import LEAST_SIZE, MOST_SIZE
from engines.talon.set_ups.choosing import Design, How, design_refusals

HOW = [
    ("sealed", "In secret: Terran against Talon, both lists shown together (27)"),
    ("in_turn", "In turn, ship by ship from one box: both sides have the same ships (33.2)"),
]
EDGES = [("talon", "Talon, as printed"), ("terran", "Terran"), ("", "By die")]


class DesignForm(GroundForm):
    """What is agreed on, which side one plays, and against whom."""

    how = forms.ChoiceField(label="Ships are chosen", choices=HOW, widget=forms.RadioSelect)
    faction = forms.ChoiceField(
        label="Ships of both sides", choices=[("terran", "Terran"), ("talon", "Talon")], required=False
    )
    size = forms.ChoiceField(
        label="Size", choices=size_choices, required=False, help_text="What each side may spend."
    )
    limit = NumberField(label="Points", least=LEAST_SIZE, most=MOST_SIZE, what="points", required=False)
    mode = forms.ChoiceField(
        label="Battle mode",
        choices=modes,
        required=False,
        help_text="A die says who is the invader, the convoy or the attacker before anybody chooses.",
    )
    ground = forms.ChoiceField(
        label="Terrain", choices=grounds, help_text="It is rolled once both fleets are known."
    )
    edge = forms.ChoiceField(
        label="Top edge and initiative",
        choices=EDGES,
        required=False,
        help_text="Where both have the same ships, always by die.",
    )

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for each reason why ships cannot be chosen so."""
        found = super().clean() or self.cleaned_data
        if not self.errors and not found["size"] and found["limit"] is None:
            self.add_error("size", "Choose a size, or say how many points each side may spend.")
        if not self.errors:
            try:
                refuse_all(design_refusals(self.design))
            except Refused as refused:
                for one in refused.refusals:
                    self.add_error(None, str(one))
        return found

    @property
    def design(self) -> Design:
        """What a valid form says is agreed on."""
        chosen = self.cleaned_data
        in_turn, teams = chosen["how"] == "in_turn", chosen["opponent"] == "teams"
        players = self.chosen_players() if teams else dict.fromkeys(SIDES, 1)
        faction, edge = (
            cast("Side", chosen["faction"] or "terran"),
            cast("Side | None", chosen["edge"] or None),
        )
        return Design(
            how=cast("How", chosen["how"]),
            size=int(chosen["size"] or chosen["limit"]),
            mode=chosen["mode"],
            faction=faction if in_turn else None,
            initiative=None if in_turn else edge,
            ground=chosen["ground"],
            holes=chosen["holes"],
            terran_players=players["terran"],
            talon_players=players["talon"],
        )

    @property
    def against(self) -> str:
        """Who plays the other side; that of teams has a first player, who comes by link."""
        opponent = self.chosen_opponent()
        return "link" if opponent == "teams" else opponent
