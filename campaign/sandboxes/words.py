"""Sandboxes in words: the moments a war can be tried out from, what is supposed of the enemy, and what there is."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from accounts.models import User
from campaign.models import War
from campaign.odds.expecting import MOST_OF_A_CLASS, ExpectedClass
from campaign.rules import events as e
from campaign.rules.map.strategic_map import Place, place_in_text
from campaign.rules.moments import Moment
from campaign.rules.odds.assumed_fleet import SUPPOSED, Supposed
from campaign.rules.sight import WarView
from campaign.sandboxes.trying_out import Past, sandboxes_of
from campaign.war.words.band import sandbox_title, throw_away_path
from engines.seam.sides import Side

DEFAULT: Supposed = "drawn"
WORDS: Mapping[Supposed, tuple[str, str]] = {
    "real": (
        "As it really was",
        "All its ships and points of that moment, which you know now that the war is over.",
    ),
    "seen": ("As last seen", "The ships you had seen, with the damage they had, and the income of the turn."),
    "drawn": ("Random", "Those ships, and random others for the points the enemy may still have."),
    "edited": ("Ships you set", "You say how many of each class it has, and it has the income of the turn."),
}
"""The title of what is supposed, and what it says of the enemy."""
TITLES: Mapping[str, str] = {"": "", **{how: title for how, (title, _) in WORDS.items()}}
BEFORE: Mapping[str, str] = {
    "": "planning",
    "engage": "deciding whether to engage",
    "first": "choosing which home comes first",
    "land": "choosing transports to land",
    "strand": "choosing squadrons to leave behind",
}
"""What comes next at a moment, by the question that is open."""


@dataclass(frozen=True)
class MomentChoice:
    """A moment of a war to choose: the value that a form sends, and its words."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class SandboxLine:
    """A sandbox in a list: of what it is, how far it has come, and how the enemy was supposed, "" for not at all."""

    title: str
    now: str
    how: str
    path: str
    throw_away: str


def lines_of_sandboxes(user: User) -> list[SandboxLine]:
    """The user's sandboxes, the newest first; one query."""
    return [
        SandboxLine(
            sandbox_title(war), _now(war), TITLES[war.sandbox_how], f"/wars/{war.pk}/", throw_away_path(war)
        )
        for war in sandboxes_of(user)
    ]


def _now(war: War) -> str:
    return f"Over in turn {war.turn}" if war.status == War.Status.OVER else f"Now in turn {war.turn}"


def choices_of(past: Past, chosen: Moment) -> list[MomentChoice]:
    """The moments a war can be tried out from, the latest first."""
    places = {event.number: event.place for event in past.events if isinstance(event, e.BattlePlanned)}
    return [
        MomentChoice(value_of(moment), _in_words(moment, places.get(moment.battle, "")), moment == chosen)
        for moment in reversed([*past.moments])
    ]


def value_of(moment: Moment) -> str:
    """A moment as addresses and forms have it: "4", "4-12" before answers, or "4-12-land" at a question."""
    if moment.planning:
        return str(moment.turn)
    return f"{moment.turn}-{moment.battle}{'' if moment.asks == 'engage' else f'-{moment.asks}'}"


def _in_words(moment: Moment, place: Place) -> str:
    return f"Turn {moment.turn}, before {BEFORE[moment.asks]}{f' at {place_in_text(place)}' if place else ''}"


def supposed_to_choose(chosen: Supposed | None, *, over: bool) -> list[tuple[Supposed, str, str, bool]]:
    """What may be supposed of the enemy, each with its title, its words and whether it is chosen.

    What it really had is open, and chosen where nothing is, once the war is over.
    """
    chosen = chosen or ("real" if over else DEFAULT)
    return [(how, *WORDS[how], how == chosen) for how in SUPPOSED if over or how != "real"]


def classes_seen(view: WarView, enemy: Side) -> Iterable[ExpectedClass]:
    """How many ships of each class of the enemy had been seen and were still there, for the form that sets them."""
    counts = Counter(one.ship_class for one in view.sightings[enemy].values())
    for kind in view.settings.catalogue.purchasable(enemy):
        seen = counts[kind.key]
        yield ExpectedClass(kind.key, kind.plural, min(seen, MOST_OF_A_CLASS), seen)
