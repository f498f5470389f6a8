"""The form of a scenario: who plays it, and what both agree on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from django import forms

from battles.talon.skirmish.battle_form import BattleForm
from engines.seam.documents import BattleSetup
from engines.talon.set_ups.scenarios import Scenario, scenario, scenarios


class ScenarioForm(BattleForm):
    """Which side one plays, against whom, and with which of its options; `battle` is the set-up with them."""

    options = forms.MultipleChoiceField(label="Options", required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(
        self, found: Scenario, battle: Callable[[Sequence[str]], BattleSetup], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.battle = battle
        if found.options:
            field = cast("forms.MultipleChoiceField", self.fields["options"])
            field.choices = [(one.key, f"{one.title}: {one.words}") for one in found.options]
        else:
            del self.fields["options"]

    def setup(self) -> BattleSetup:
        """The scenario with the chosen options."""
        return self.battle(self.cleaned_data.get("options", ()))


def printed_form(number: int, *args: Any, **kwargs: Any) -> ScenarioForm:
    """The form of a printed scenario; of one whose own rules are not in, its fleets are the battle."""
    return ScenarioForm(scenarios()[number], partial(scenario, number), *args, **kwargs)
