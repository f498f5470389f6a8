"""How a leg is played, where the players agree on another way for it than for the rest of the campaign game (S101)."""

from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from battles.models import Leg, Series, Way
from battles.pace import DAYS, Pace, pace_words, read_pace
from battles.talon.series.designs import design_words
from engines.seam.refusals import refuse

UNIT: Final = "decision"
"""What has a deadline on the board of a leg that is played over days."""
REST: Final = ("", "As the rest")
OVER_DAYS: Final = tuple(f"days:{days}" for days in DAYS)
MANNERS: Final = [
    REST,
    (str(Way.HAND), "On the board"),
    *((f"{Way.HAND} days:{days}", f"Over days, {days} a decision") for days in DAYS),
    (str(Way.WORKER), "By captains"),
    (str(Way.TABLE), "At a table"),
]
"""The ways that a leg can be played in, as forms offer them."""
IN_BRIEF: Final = {Way.HAND: "on the board", Way.WORKER: "by captains", Way.TABLE: "at a table"}


def manners_of(*, computer: bool) -> list[tuple[str, str]]:
    """The ways that a leg against such an opponent can be played in."""
    return [one for one in MANNERS if not computer or one[0] in ("", Way.HAND, Way.WORKER)]


def read_manner(chosen: str) -> tuple[str, str]:
    """The way and the pace of a leg, by what a form has; both "" for as the rest, `Refused` for anything else."""
    if chosen not in dict(MANNERS):
        raise refuse("S101", "Choose how the leg is played.")
    way, _, pace = chosen.partition(" ")
    return way, pace


def manner_of(leg: Leg) -> str:
    """What a form has for the way and the pace of a leg."""
    return f"{leg.way} {leg.pace}".strip()


def manner_words(way: str, pace: str) -> str:
    """How a leg is played, in brief; "" for as the rest.

    >>> manner_words("", ""), manner_words("worker", ""), manner_words("hand", "days:3")
    ('', 'by captains', 'over days: 3 days for each decision')
    """
    if pace:
        return f"over days: {pace_words(pace, UNIT)}"
    return IN_BRIEF[Way(way)] if way else ""


def how_words(leg: Leg) -> str:
    """What is agreed on for a leg besides the rest: how its fleets are chosen, and how it is played; "" for nothing."""
    return "; ".join(filter(None, (design_words(leg), manner_words(leg.way, leg.pace))))


def check_manner(way: str, pace: str, *, computer: bool) -> None:
    """Refuse what no leg can be: over days anywhere but on the board, and against the computer, or at its table."""
    if pace and (way != Way.HAND or pace not in OVER_DAYS):
        raise refuse("S101", "Only a leg on the board is played over days.")
    if computer and way == Way.TABLE:
        raise refuse(
            "28", "The computer does not sit at a table. Play in the browser, or let captains fight."
        )
    if computer and pace:
        raise refuse("S101", "The computer needs no days. Play on the board, or let captains fight.")


def way_of_leg(series: Series, leg: Leg) -> Way:
    """The way in which a leg goes when it begins."""
    return Way(leg.way or series.way)


def clock_of(series: Series, leg: Leg) -> str:
    """The clock of a leg on the board; none over days, where each decision has its deadline."""
    return "" if leg.pace else series.clock


def pace_on_board(series: Series, leg: Leg) -> Pace | None:
    """By when each decision on the board of a leg is due."""
    return read_pace(leg.pace or series.pace)


def with_deadlines(rows: QuerySet[Series]) -> QuerySet[Series]:
    """Those in which anything has a deadline: every step, or the decisions of a leg over days."""
    over_days = Leg.objects.filter(series=OuterRef("pk")).exclude(pace="")
    return rows.filter(~Q(pace="") | Exists(over_days))


def has_deadlines(series: Series) -> bool:
    """Whether anything in it has a deadline; one query."""
    return with_deadlines(Series.objects.filter(pk=series.pk)).exists()
