"""The terrain of a battle of one's own: what can be agreed on, and what it comes to (30.1 to 30.4)."""

from collections.abc import Callable

from django import forms

from battles.talon.skirmish.battle_form import BattleForm
from engines.talon.catalogue import astrometrics, pattern_title
from engines.talon.set_ups.random_terrain import laid_in_turn, terrain_by_dice
from engines.talon.terrain import TalonTerrain

BY_DIE = "die"
AMOUNTS = [
    ("open", "Open space"),
    ("rolled", "Light: one pattern by dice"),
    ("rolled2", "Moderate: two patterns by dice"),
    ("rolled3", "Heavy: three patterns by dice"),
    (BY_DIE, "As much as a die says (30.4)"),
]
"""How much terrain there is (30.2, 30.4)."""
ROLLED = {"rolled": 1, "rolled2": 2, "rolled3": 3, BY_DIE: None}
"""How many patterns are rolled, by the choice; None: as many as a die says."""


def grounds() -> list[tuple[str, str]]:
    named: dict[str, tuple[int, int]] = {}
    for dice in sorted(astrometrics()):
        named.setdefault(pattern_title(*dice), dice)
    patterns = [(f"{column},{row}", title.capitalize()) for title, (column, row) in named.items()]
    return [*AMOUNTS, *sorted(patterns, key=lambda one: one[1])]


def terrain_of(word: str, holes: bool, die: Callable[[], int]) -> TalonTerrain:
    """The terrain of a choice, rolled now if it is by dice; to choose a pattern with a black hole is to agree to it."""
    if word in ROLLED:
        return terrain_by_dice(die, patterns=ROLLED[word], holes=holes)
    if word == "open":
        return TalonTerrain()
    column, row = map(int, word.split(","))
    return laid_in_turn([(column, row)])


class GroundForm(BattleForm):
    """What is asked before a battle on terrain that both sides agree on."""

    ground = forms.ChoiceField(
        label="Terrain",
        choices=grounds,
        help_text="The Second Player lays the first pattern, then both sides take turns.",
    )
    holes = forms.BooleanField(
        label="Black holes",
        required=False,
        help_text="Both sides agree to a pattern with a black hole. Otherwise it is rolled again.",
    )
