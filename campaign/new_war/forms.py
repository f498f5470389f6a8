"""Forms of the lobby: a new war, whom to invite, a file to import."""

from typing import Any, Literal, cast

import msgspec
from django import forms

from accounts.models import CALLSIGN_LENGTH, User
from accounts.selectors import person_called
from battles.clocks import CHOICES
from campaign.models import War
from campaign.new_war.invitations import NO_INVITATION
from campaign.new_war.maps import GONE, OF_WAR, offers
from campaign.new_war.pace_form import PaceForm
from campaign.new_war.prefilled import LEVELS, MEDIUM, RULES, as_before, easier_than, fresh
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.settings import DIFFICULTIES, EVEN_HANDICAP, Difficulty, Settings
from campaign.war.chart.map_library import suggested
from campaign.war.words.difficulty import CAPTAINS, COMMANDERS, TITLES, WORDS
from config.name_field import NameField
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES

SIDE_WORDS = [("terran", "Terran"), ("talon", "Talon"), ("lot", "Random")]
OPPONENTS = [
    ("link", "A friend, by link"),
    ("name", "A player here, by callsign"),
    ("anybody", "Anybody, from the list of open wars"),
    ("one_screen", "A friend at this screen"),
    ("computer", "The computer"),
]
SETTLED_BY = [
    ("hand", "In the browser, by hand: you give every order"),
    ("worker", "By the computer's captains, under the full rules"),
    ("table", "At the table, recorded here"),
]
DIFFICULTY = [(str(key), f"{title}: {WORDS[key]}") for key, title in TITLES.items()]
BY_DIFFICULTY = ("", "By difficulty")
NOT_FOR_STRANGERS = (
    "Strangers can only see maps of this site. Offer your map to the host, or invite somebody by link."
)
GAMES = [("talon", "Of Talon, on hexes"), ("warfleets", "Of Warfleets: FTL, with miniatures")]
REVEAL = [("one_by_one", "Battle by battle"), ("together", "All battles of a turn together")]

EVEN_HELP = (
    f"Terran begins with {EVEN_HANDICAP} extra points. Without them, Talon won 3 of 4 wars between equal computers on "
    "Four Sectors. (S77)"
)
HANDICAP_HELP = "If you agree on another: so many extra points for Terran, or with a minus for Talon. (S77)"


def _number(label: str, low: int, high: int, help_text: str = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, help_text=help_text)


class NewWarForm(PaceForm):
    """What both players agree on at the start (S32), and who they are."""

    name = NameField(label="Name of the war")
    chart = forms.ChoiceField(label="Map", widget=forms.RadioSelect, error_messages={"invalid_choice": GONE})
    side = forms.ChoiceField(label="My side", choices=SIDE_WORDS, widget=forms.RadioSelect)
    opponent = forms.ChoiceField(
        label="Opponent",
        choices=OPPONENTS,
        help_text="A friend, unless you choose otherwise. “Play now” in How to play is the quick way to the computer.",
        widget=forms.RadioSelect,
    )
    callsign = forms.CharField(
        label="Opponent's callsign",
        max_length=CALLSIGN_LENGTH,
        required=False,
        help_text="Only if you invite by callsign. They see the invitation at the top of My wars.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    system = forms.ChoiceField(
        label="Battles are",
        choices=GAMES,
        required=False,
        help_text="Miniatures: by house rules. (S99)",
        widget=forms.RadioSelect,
    )
    treasury = _number("Treasury", 1000, 20_000, "Ship Points for each side at the start.")
    handicap = forms.IntegerField(
        label="Another handicap", min_value=-5000, max_value=5000, required=False, help_text=HANDICAP_HELP
    )
    reserve = _number("Reserve", 0, 10_000, "Ship Points that must start in the Reserve. (31.2)")
    free_bases = _number("Free bases", 0, 20, "For each side, as far as it has legal zones. (31.2)")
    boxes = _number("Game boxes at the table", 1, 9, "They limit the counters in one battle. (31.6)")
    black_holes = forms.BooleanField(
        label="Black holes", required=False, help_text="Terrain may include a black hole."
    )
    transports_are_a_class = forms.BooleanField(
        label="Transports are a class",
        required=False,
        help_text="The one-of-each and five-to-one rules include transports. (S5)",
    )
    lifetime_score = forms.BooleanField(
        label="Battles count towards the lifetime score",
        required=False,
        help_text="The bonus for winning the war always counts. Against the computer nothing does. (31.9, S100)",
    )
    reveal = forms.ChoiceField(label="Forces are revealed", choices=REVEAL, widget=forms.RadioSelect)
    take_declined = forms.BooleanField(
        label="Take what the other side declines",
        required=False,
        help_text="If one side declines a battle, the other takes the zone without being asked. (S74)",
    )
    even_sides = forms.BooleanField(label="Even the sides", required=False, help_text=EVEN_HELP)
    settled_by = forms.ChoiceField(label="Battles are fought", choices=SETTLED_BY, widget=forms.RadioSelect)
    clock = forms.ChoiceField(
        label="Clock of battles in the browser",
        choices=CHOICES,
        required=False,
        help_text="Runs while your opponent waits. When your time is out, a captain plays on. Not for miniatures.",
    )
    difficulty = forms.ChoiceField(
        label="Difficulty",
        choices=DIFFICULTY,
        required=False,
        help_text=(
            "The computer flies your ships too: as ensigns, captains, or admirals, up to 30 s a battle. "
            "You can change the difficulty during the war."
        ),
        widget=forms.RadioSelect,
    )
    commander = forms.ChoiceField(
        label="The computer's commander",
        choices=[BY_DIFFICULTY, *COMMANDERS.items()],
        required=False,
        help_text="Buys, assigns, and decides whether to engage.",
    )
    computer = forms.ChoiceField(
        label="Who flies both fleets",
        choices=[BY_DIFFICULTY, *CAPTAINS.items()],
        required=False,
        help_text="Your ships and the computer's, in every battle.",
    )
    confirm_hours = _number(
        "Hours to dispute a result", 1, 720, "If nobody disputes a result in this time, it stands (S35)."
    )
    prefilled_for = forms.ChoiceField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        host: User,
        like: War | None = None,
        easier: bool = False,
        swap: bool = False,
        chart: str = "",
        against: str = "",
    ) -> None:
        asked = [data.get(name) for name in ("chart", "prefilled_for")] if data else []
        self.offers = offers(host, *asked, *([f"{OF_WAR}{like.pk}"] if like else []))
        initial = {**fresh(host), **(as_before(like, host, self.offers, swap=swap) if like else {})}
        if chart in self.offers:
            initial |= {"chart": chart, "prefilled_for": chart, **suggested(self.offers[chart].chart)}
        if easier and like:
            initial |= {"difficulty": easier_than(like), "commander": "", "computer": ""}
        if against:
            initial |= {"opponent": "name", "callsign": against}
        super().__init__(data, initial=initial)
        self.host = host
        if like and (own := f"{OF_WAR}{like.pk}") != initial["chart"]:
            self.offers.pop(own, None)
        maps = [(key, offer.chart.name) for key, offer in self.offers.items()]
        for name in ("chart", "prefilled_for"):
            cast("forms.ChoiceField", self.fields[name]).choices = maps

    @property
    def rules(self) -> list[forms.BoundField]:
        """The fields of the house rules that are folded away."""
        return [self[name] for name in RULES if name not in ("settled_by", "pace", "system", *LEVELS)]

    @property
    def handicap_words(self) -> str:
        """Who has more points at the start, as the end of a list; "" if nobody has or the field is wrong."""
        typed = str(self["handicap"].value() or "")
        even = EVEN_HANDICAP if self["even_sides"].value() else 0
        number = int(typed) if typed.removeprefix("-").isdecimal() else even
        return f", {abs(number)} extra points for {'Terran' if number > 0 else 'Talon'}" if number else ""

    @property
    def rules_wrong(self) -> bool:
        """Whether one of the house rules has an error."""
        return any(field.errors for field in self.rules)

    def clean_callsign(self) -> User | None:
        """The player who is invited by name."""
        callsign = self.cleaned_data["callsign"].strip()
        if self.cleaned_data.get("opponent") != "name":
            return None
        return invited_player(callsign, self.host)

    def clean_system(self) -> str:
        """The game of its battles; Talon's where nothing was chosen."""
        return self.cleaned_data["system"] or Settings().system

    def clean_handicap(self) -> int:
        """The handicap that was agreed on; if none was, the one that evens the sides or none."""
        entered = self.cleaned_data["handicap"]
        if entered is not None:
            return int(entered)
        return EVEN_HANDICAP if self["even_sides"].value() else 0

    def clean_computer(self) -> str:
        """How well the computer's captains think; nothing is asked of it where two people play."""
        return self._level("computer", self._difficulty.captains)

    def clean_commander(self) -> str:
        """How well the computer's commander plays."""
        return self._level("commander", self._difficulty.commander)

    @property
    def _difficulty(self) -> Difficulty:
        """What was chosen, medium where nothing was."""
        chosen = self.cleaned_data.get("difficulty")
        return next((meant for name, meant in DIFFICULTIES.items() if name == chosen), DIFFICULTIES[MEDIUM])

    def clean(self) -> dict[str, Any]:
        """Everything, with the pace as a war keeps it; there is none without a second player elsewhere."""
        found = super().clean()
        if found.get("opponent") in ("one_screen", "computer"):
            found["pace"] = ""
        chosen = self.offers.get(str(found.get("chart")))
        if found.get("opponent") == "anybody" and chosen is not None and not chosen.is_open:
            self.add_error("chart", NOT_FOR_STRANGERS)
        return found

    def _level(self, name: str, usual: str) -> str:
        """The level that was chosen by itself, or that of the difficulty; where two people play the default."""
        if self.cleaned_data.get("opponent") != "computer":
            return str(getattr(Settings(), name))
        return str(self.cleaned_data[name]) or usual

    @property
    def levels_set(self) -> bool:
        """Whether a level was chosen by itself, or is wrong."""
        return any(self[name].value() or self[name].errors for name in LEVELS)

    @property
    def settings(self) -> Settings:
        """The settings as agreed."""
        return msgspec.convert({name: self.cleaned_data[name] for name in RULES}, Settings)

    @property
    def map(self) -> StrategicMap:
        """The map chosen."""
        return self.offers[self.cleaned_data["chart"]].chart

    @property
    def my_side(self) -> Literal["terran", "talon", "lot"]:
        """The host's side, or by lot."""
        chosen = self.cleaned_data["side"]
        return chosen if chosen in SIDES else "lot"

    def refuse(self, refused: Refused) -> None:
        """Put each refusal beside the field it is about."""
        for refusal in refused.refusals:
            self.add_error(refusal.where if refusal.where in self.fields else None, str(refusal))


def invited_player(callsign: str, host: User) -> User:
    """The player of that callsign; ValidationError if there is none, or it is the host."""
    if not callsign:
        raise forms.ValidationError("Enter your opponent's callsign.")
    found = person_called(callsign)
    if found is None or not found.is_active:
        raise forms.ValidationError(
            f"There is no player called {callsign}. Check the callsign, or send a link."
        )
    if found.is_computer:
        raise forms.ValidationError(NO_INVITATION)
    if found.pk == host.pk:
        raise forms.ValidationError("That is you. To play both sides here, choose “A friend at this screen”.")
    return found


class InviteForm(forms.Form):
    """A player to invite by callsign."""

    callsign = forms.CharField(
        label="Callsign",
        max_length=CALLSIGN_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None, *, host: User) -> None:
        super().__init__(data)
        self.host = host

    def clean_callsign(self) -> User:
        """The player who is invited."""
        return invited_player(self.cleaned_data["callsign"].strip(), self.host)


class ImportForm(forms.Form):
    """A war's file, and the side from which to look at it."""

    file = forms.FileField(
        label="War file", widget=forms.FileInput(attrs={"accept": ".json,application/json"})
    )
    side = forms.ChoiceField(
        label="View it as", choices=SIDE_WORDS[:2], initial="terran", widget=forms.RadioSelect
    )
