"""The form of a printed scenario: who plays it, and what both agree on."""

from typing import Any, cast

from django import forms

from battles.talon.skirmish.battle_form import BattleForm
from engines.seam.documents import BattleSetup
from engines.talon.scenarios import scenario, scenarios


class ScenarioForm(BattleForm):
    """Which side one plays, against whom, and with which of the scenario's options."""

    options = forms.MultipleChoiceField(label="Options", required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, number: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        found = scenarios()[number].options
        if found:
            field = cast("forms.MultipleChoiceField", self.fields["options"])
            field.choices = [(one.key, f"{one.title}: {one.words}") for one in found]
        else:
            del self.fields["options"]

    def setup(self) -> BattleSetup:
        """The scenario with the chosen options; of one whose own rules are not in, its fleets."""
        return scenario(self.number, self.cleaned_data.get("options", ()))
