"""What is asked before any battle without a war: which side one plays, against whom, and how fast."""

from typing import Any, Final, cast

from django import forms

from battles.clocks import CHOICES
from battles.models import Tempo, Way
from battles.talon.teams.setting_up import LEAST_AND_MOST
from engines.seam.documents import BattleSetup, Level
from engines.seam.sides import SIDES, Side

OPPONENTS = [
    ("computer", "The computer"),
    ("one_screen", "A friend at this screen"),
    ("link", "A friend, by link"),
    ("teams", "Teams: up to four players a side"),
]
PLAYERS = [(str(number), "1 player" if number == 1 else f"{number} players") for number in LEAST_AND_MOST]
WAYS = [
    (Way.HAND, "In the browser"),
    (Way.TABLE, "At a table: print the sheet, and enter the result here"),
    (Way.WORKER, "By captains: the computer fights it for both sides at once"),
]
TEMPOS = [
    ("step", "Every step: about 57 clicks a battle"),
    ("impulse", "By impulse: orders for the round, asked at every new contact"),
    (
        "round",
        "By round: orders for the round, asked at a first contact and at damage; about 17 clicks a battle",
    ),
]
DEFAULT_OPPONENT: Final = "computer"
"""Whom the forms of new battles and campaign games name at first: who is always there to play."""
DEFAULT_TEMPO: Final = Tempo.ROUND
"""The tempo that every form of new battles names at first: that of a battle of a war, with the fewest clicks."""
LEVELS = [("ensign", "Easy: an ensign"), ("captain", "Medium: a captain"), ("admiral", "Hard: an admiral")]


class BattleForm(forms.Form):
    """How a battle is fought, which side one plays, against whom, and how fast.

    `recorded`: it has been fought at a table already, and the button for that was pressed.
    """

    way = forms.ChoiceField(label="How it is fought", choices=WAYS, required=False, widget=forms.RadioSelect)
    side = forms.ChoiceField(
        label="You play", choices=[("terran", "Terran"), ("talon", "Talon")], widget=forms.RadioSelect
    )
    opponent = forms.ChoiceField(label="Opponent", choices=OPPONENTS, widget=forms.RadioSelect)
    terran_players = forms.ChoiceField(label="Terran's players", choices=PLAYERS, required=False)
    talon_players = forms.ChoiceField(label="Talon's players", choices=PLAYERS, required=False)
    level = forms.ChoiceField(label="The computer's captain", choices=LEVELS)
    clock = forms.ChoiceField(
        label="Clock",
        choices=CHOICES,
        required=False,
        help_text="When your time is out, a captain plays on for you.",
    )
    tempo = forms.ChoiceField(
        label="Tempo",
        choices=TEMPOS,
        required=False,
        help_text="You can change it at any decision.",
    )

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, with an error for teams of one player each, and for teams of captains."""
        found = super().clean() or self.cleaned_data
        if found.get("opponent") == "teams" and max(self.chosen_players().values()) == 1:
            self.add_error("opponent", "At least one side of a team battle has two players (25).")
        if found.get("opponent") == "teams" and found.get("way") == Way.WORKER and not self.recorded:
            self.add_error("way", "Teams play in the browser or at a table. Choose one of these.")
        return found

    def setup(self) -> BattleSetup:
        """The set-up of a valid form."""
        raise NotImplementedError

    def chosen_players(self) -> dict[Side, int]:
        """How many players each side of a battle of teams has: two, where nothing was chosen."""
        return {side: int(self.cleaned_data.get(f"{side}_players") or 2) for side in SIDES}

    @property
    def recorded(self) -> bool:
        """Whether a battle is recorded that was fought already."""
        return str(self.data.get("do", "")) == "record"

    def chosen_way(self) -> Way:
        """What settles the battle."""
        return Way.TABLE if self.recorded else Way(self.cleaned_data["way"] or Way.HAND)

    def chosen_opponent(self) -> str:
        """Against whom one plays; at a table that is never the computer, and who is there enters for both sides."""
        opponent = str(self.cleaned_data["opponent"])
        return "one_screen" if opponent == "computer" and self.chosen_way() == Way.TABLE else opponent

    def chosen_side(self) -> Side:
        """The side of the player who fills in the form."""
        return cast("Side", self.cleaned_data["side"])

    def chosen_clock(self) -> str:
        """The clock of a battle by link."""
        return str(self.cleaned_data["clock"])

    def chosen_level(self) -> Level:
        """The level of the computer's captain."""
        return cast("Level", self.cleaned_data["level"])
