"""The form of a leg of one's own: a single battle of which no more is asked than what is fought."""

from typing import Any, Final

from battles.talon.skirmish.form import RANDOM, SkirmishForm
from engines.talon.set_ups.modes import battle_modes

AGREED: Final = ("way", "opponent", "terran_players", "talon_players", "level", "clock", "tempo")
"""What a single battle is asked for besides, and a campaign game has agreed on."""
FIRST: Final = {
    "fleets": RANDOM,
    "mode": "",
    "first": "terran",
    "size": "300",
    "ground": "open",
    "edge": "",
}
STANDARD: Final = "Last Ship Standing"


class LegForm(SkirmishForm):
    """The fleets of a leg, its battle mode and its ground, and which side the one who sets it up plays."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in AGREED:
            del self.fields[name]

    def named(self, place: str) -> str:
        """What the leg of a valid form is called, whose battle is at that place."""
        mode = battle_modes().get(self.cleaned_data["mode"])
        title = STANDARD if mode is None else mode.title
        return title if title == place else f"{place}: {title}"
