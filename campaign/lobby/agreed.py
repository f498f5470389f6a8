"""What the players of a war agree on, in words (S32)."""

from dataclasses import dataclass

from battles.clocks import clock_words
from battles.pace import pace_here
from campaign.models import War
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import at_the_start, in_words
from campaign.war.chart.shapes import MapDrawing
from campaign.war.log.documents import decode_chart, decode_settings
from campaign.war.words.history_line import counted
from engines.seam.sides import SIDES
from engines.seam.systems import system

SETTLED = {
    "table": "at the table",
    "worker": "by the computer's captains, under the full rules",
    "hand": "in the browser, by hand",
}


AT_THE_START = ("Treasury", "Reserve", "Free bases")
"""Settings that matter only where a war begins with turn 1."""


@dataclass(frozen=True)
class Agreed:
    """The settings as lines of label and value, and the map at the start, None of a war from paper.

    `by_computer` if it fights the battles, `by_hand` if they are played in the browser, on `surface`.
    """

    by_computer: bool
    by_hand: bool
    surface: str
    lines: list[tuple[str, str]]
    map_name: str
    map_words: str
    board: MapDrawing | None


def agreed(war: War) -> Agreed:
    """What the war's players agree on."""
    chart = decode_chart(bytes(war.chart))
    settings = decode_settings(bytes(war.settings))
    game = system(settings.system).by_hand
    return Agreed(
        by_computer=settings.settled_by == "worker",
        by_hand=settings.settled_by == "hand",
        surface="" if game is None else game.surface,
        lines=[
            line for line in settings_in_words(settings) if war.taken is None or line[0] not in AT_THE_START
        ],
        map_name=chart.name,
        map_words=in_words(chart),
        board=at_the_start(chart) if war.taken is None else None,
    )


def settings_in_words(settings: Settings) -> list[tuple[str, str]]:
    """Each setting with its value in words (S32)."""
    return [
        ("Game", system(settings.system).title),
        ("Treasury", treasury_words(settings)),
        ("Reserve", f"{settings.reserve} points at the start"),
        ("Free bases", str(settings.free_bases)),
        ("Game boxes at the table", str(settings.boxes)),
        ("Black holes", "yes" if settings.black_holes else "no"),
        ("Transports are a class", "yes" if settings.transports_are_a_class else "no"),
        ("Battles count towards the lifetime score", "yes" if settings.lifetime_score else "no"),
        ("Forces revealed", "battle by battle" if settings.reveal == "one_by_one" else "all together"),
        (
            "What one side declines",
            "the other takes it unasked" if settings.take_declined else "the other is asked",
        ),
        ("Battles fought", SETTLED[settings.settled_by]),
        ("Clock of battles in the browser", clock_words(settings.clock).lower()),
        ("Deadlines", pace_here(settings.pace)),
        ("Time to dispute a result", counted(settings.confirm_hours, "hour")),
    ]


def settled_words(settings: Settings) -> str:
    """How battles are fought, and of which game if it is not the usual one.

    >>> settled_words(Settings()), settled_words(Settings(system="warfleets"))
    ('at the table', 'at the table, of Warfleets: FTL')
    """
    how = SETTLED[settings.settled_by]
    return how if settings.system == Settings().system else f"{how}, of {system(settings.system).title}"


def treasury_words(settings: Settings) -> str:
    """What the sides have at the start (31.2, S77)."""
    if not settings.handicap:
        return f"{settings.treasury} points each"
    terran, talon = (settings.first_treasury(side) for side in SIDES)
    return f"{terran} points for Terran, {talon} for Talon"
