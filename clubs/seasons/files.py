"""A season as files: the standings and all games for spreadsheets, and its deadlines for calendars."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings

from accounts.models import User
from clubs.models import Pairing, Round
from clubs.seasons.page import game_words
from clubs.seasons.reading import SeasonState, counted
from config.spreadsheet import as_csv

if TYPE_CHECKING:
    from icalendar import Event

FETCH_AFTER: Final = timedelta(hours=6)
"""How soon a calendar program that is subscribed to the deadlines is asked to fetch them again."""
STANDINGS = (
    "Place",
    "Player",
    "Played",
    "Won",
    "Drawn",
    "Lost",
    "Byes",
    "Points for",
    "Points against",
    "Buchholz",
    "Head to head",
    "Score",
)
GAMES = (
    "Round",
    "First player",
    "Second player",
    "How it stands",
    "Won by",
    "Points of the first",
    "Points of the second",
    "Decided by",
    "Why",
    "Deadline",
    "Page",
)


def standings_csv(found: SeasonState) -> str:
    """The standings, a row for each player."""
    names = {entrant.pk: entrant.user.username for entrant in found.entrants}
    rows = [
        (
            row.place,
            names[row.player],
            row.played,
            row.won,
            row.drawn,
            row.lost,
            row.byes,
            row.points_for,
            row.points_against,
            row.buchholz,
            row.head_to_head,
            row.score,
        )
        for row in found.rows
    ]
    return as_csv([STANDINGS, *(map(str, row) for row in rows)])


def games_csv(found: SeasonState) -> str:
    """All games and byes, a row for each."""
    return as_csv([GAMES, *(_game(one) for one in found.pairings)])


def _game(pairing: Pairing) -> tuple[str, ...]:
    first, second = pairing.first.user.username, pairing.second
    game, due = counted(pairing), pairing.round.due_at
    other = "" if second is None else second.user.username
    won = {"first": first, "second": other, "drawn": "nobody"}
    begun = second is not None and pairing.round.begun_at is not None
    return (
        str(pairing.round.number),
        first,
        other,
        game_words(pairing),
        "" if game is None else won[game.outcome],
        "" if game is None else str(game.first_points),
        "" if game is None else str(game.second_points),
        "" if pairing.ruled_by is None else pairing.ruled_by.username,
        pairing.reason,
        "" if due is None else due.astimezone(UTC).isoformat(timespec="minutes"),
        f"{settings.SITE_URL}{pairing.get_absolute_url()}" if begun else "",
    )


def deadlines_ics(found: SeasonState, user: User, now: datetime) -> bytes:
    """The deadlines of the rounds that have begun, with whom the user plays in each."""
    from icalendar import Calendar  # noqa: PLC0415 - 8 MB, for a download that few ask for

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//Seasons//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", f"{found.season.name}, {found.season.club.name}")
    calendar.add("refresh-interval", FETCH_AFTER, parameters={"VALUE": "DURATION"})
    for row in found.begun:
        if row.due_at is not None:
            calendar.add_component(_deadline(found, row, row.due_at, user, now))
    return bytes(calendar.to_ical())


def _deadline(found: SeasonState, row: Round, due: datetime, user: User, now: datetime) -> "Event":
    from icalendar import Event  # noqa: PLC0415

    season, event = found.season, Event()
    event.add("uid", f"season-{season.pk}-round-{row.number}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("dtstamp", now.astimezone(UTC))
    event.add("dtstart", due.astimezone(UTC))
    event.add("summary", f"{season.name}: round {row.number} is to be over")
    event.add("url", f"{settings.SITE_URL}{season.get_absolute_url()}")
    rivals = [
        other.user.username
        for one in found.pairings
        if one.round_id == row.pk and one.second is not None
        for mine, other in ((one.first, one.second), (one.second, one.first))
        if mine.user_id == user.pk
    ]
    if rivals:
        event.add("description", f"You play {rivals[0]}.")
    return event
