"""The battles of a person's lifetime score as plays for BG Stats, which keeps a diary of board games."""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings

from accounts.models import LifetimeLine, User
from accounts.scores.lifetime import FOUGHT
from accounts.scores.reckoning import Chosen, lines_of
from engines.seam.sides import as_side, opponent

HERE, TABLE = 1, 2
"""The numbers of the two locations: this site, and a table."""
PLACES: Final = {LifetimeLine.Way.HAND: HERE, LifetimeLine.Way.WORKER: HERE, LifetimeLine.Way.TABLE: TABLE}
ABOUT: Final = "Plays for Board Game Stats. Open or share this file with the app to import them."


def plays_file(user: User, chosen: Chosen, address: Callable[[str], str], now: datetime) -> str:
    """The battles that are chosen, the first first; `address` makes a link of a path.

    Wars and campaign games have no play of their own, as each of their battles is one; those entered as past results
    without their battles have none at all. A battle has the same identity in every file, also once it is corrected.
    """
    found = lines_of(user, chosen).filter(kind__in=FOUGHT).select_related("player", "opponent")
    lines = list(found.order_by("played_on", "pk"))
    since = _moment(min((line.made_at for line in lines), default=now))
    return json.dumps(
        {
            "about": ABOUT,
            "games": [
                _named(1, "game", dict(LifetimeLine.System.choices).get(chosen.system, "Talon"), since)
                | {"bggId": 0, "bggYear": 0, "cooperative": False, "highestWins": True}
                | {"noPoints": False, "usesTeams": False}
            ],
            "locations": [
                _named(HERE, "location", settings.SITE_NAME, since),
                _named(TABLE, "location", "At a table", since),
            ],
            "players": [
                _named(one.pk, "player", one.username, since, str(one.pk)) | {"isAnonymous": False}
                for one in _people(user, lines)
            ],
            "plays": [_play(line, address, _moment(now)) for line in lines],
            "userInfo": {"meRefId": user.pk},
        },
        ensure_ascii=False,
        indent=1,
    )


def _people(user: User, lines: Iterable[LifetimeLine]) -> list[User]:
    """The user and every opponent, once each."""
    people = {one.pk: one for line in lines for one in (line.player, line.opponent)}
    return [user, *(one for number, one in sorted(people.items()) if number != user.pk)]


def _play(line: LifetimeLine, address: Callable[[str], str], now: str) -> dict[str, Any]:
    place = PLACES.get(LifetimeLine.Way(line.way)) if line.way else None
    return {
        "uuid": _identity("play", line.source),
        "gameRefId": 1,
        **({} if place is None else {"locationRefId": place}),
        "playDate": f"{line.played_on.isoformat()} 00:00:00",
        "entryDate": _moment(line.made_at),
        "modificationDate": now,
        "board": line.scenario or line.mode,
        "comments": "\n".join(filter(None, (line.words, line.note, address(line.path)))),
        "durationMin": 0,
        "ignored": False,
        "manualWinner": False,
        "rounds": 0,
        "usesTeams": False,
        "playerScores": [
            _score(line.player_id, line.side, line.points, won=not line.drawn),
            _score(line.opponent_id, opponent(as_side(line.side)) if line.side else "", 0, won=False),
        ],
    }


def _score(player: int, side: str, points: int, *, won: bool) -> dict[str, Any]:
    return {
        "playerRefId": player,
        "role": side.title(),
        "score": str(points),
        "winner": won,
        "startPlayer": False,
        "newPlayer": False,
        "rank": 0,
        "seatOrder": 0,
    }


def _named(number: int, kind: str, name: str, since: str, key: str = "") -> dict[str, Any]:
    return {
        "id": number,
        "uuid": _identity(kind, key or name),
        "name": name,
        "modificationDate": since,
    }


def _identity(*words: str) -> str:
    """Always the same for the same thing of this site."""
    return str(uuid5(NAMESPACE_URL, "/".join((settings.SITE_URL, *words)))).upper()


def _moment(when: datetime) -> str:
    return when.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "seconds")
