"""What members of a club see of an arranged game: no more than its onlookers would, and how battles were settled."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse

from battles.models import SettledHow
from battles.talon.series.reading import Fight, LegState, SeriesState, state_of
from battles.talon.series.watch_page import WatchedFight, WatchedLeg, watched_leg
from campaign.models import Waiting, War
from campaign.rules.map.strategic_map import place_title
from campaign.rules.state import WarEnd
from campaign.war.log.documents import decode_state
from campaign.war.words.history_rows import fights
from clubs.models import ArrangedGame

WHY: Final[dict[WarEnd, str]] = {
    "home": "{winner} won the battle for the home of {loser}.",
    "surrender": "{loser} surrendered.",
    "logistics": "{loser} had fewer than four active Logistics Points left.",
    "agreed": "Both agreed on a draw.",
}


@dataclass(frozen=True, slots=True)
class WarFight:
    """A battle of a war that was fought: who won it, how it was settled, and its page for the two players, or ""."""

    turn: int
    place: str
    words: str
    path: str


@dataclass(frozen=True, slots=True)
class ShownWar:
    """A war: its map, its turn, whom it waits for now, and why it is over; "" where there is nothing to say."""

    map_name: str
    turn: int
    waits_for: str
    why: str
    fights: Sequence[WarFight]


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game for a member of the club. `play` is the path of the game for its players, "" for everybody else."""

    play: str
    legs: Sequence[WatchedLeg] = ()
    war: ShownWar | None = None


def shown_game(game: ArrangedGame, names: tuple[str, str], *, plays: bool) -> ShownGame:
    """The game with the callsigns of its two players; for one of them if the reader `plays` it. Four queries."""
    if game.series is not None:
        found = state_of(game.series)
        legs = [_leg(found, leg, plays=plays) for leg in found.legs]
        return ShownGame(game.series.get_absolute_url() if plays else "", legs)
    if game.war is not None:
        path = reverse("war", args=[game.war.pk]) if plays else ""
        return ShownGame(path, war=_war(game.war, names, plays=plays))
    return ShownGame("")


def _leg(found: SeriesState, leg: LegState, *, plays: bool) -> WatchedLeg:
    """A leg as onlookers see it, with how each battle was settled, and for the two players with the way to it."""
    shown = watched_leg(found, leg, lambda _fight: "")
    pairs = zip(shown.fights, leg.fights, strict=True)
    return replace(shown, fights=tuple(_fight(line, fight, plays=plays) for line, fight in pairs))


def _fight(line: WatchedFight, fight: Fight, *, plays: bool) -> WatchedFight:
    if fight.battle is None:
        return line
    words = line.words
    if fight.won is not None:
        words = f"{words}, {SettledHow(fight.battle.settled_how).label}"
    return replace(line, words=words, path=fight.battle.get_absolute_url() if plays else "")


def _war(war: War, names: tuple[str, str], *, plays: bool) -> ShownWar:
    by_side = dict(zip(("terran", "talon", ""), (*names, "nobody"), strict=True))
    return ShownWar(
        map_name=war.map_name,
        turn=war.turn,
        waits_for=" and ".join(by_side[side] for side in _waiting(war)),
        why=_why(war, by_side),
        fights=[
            WarFight(
                turn=one["turn"],
                place=place_title(one["place"]),
                words=_fought(by_side[one["winner"]], one["degree"], one["how"] or ""),
                path=reverse("battle", args=[one["battle_id"]]) if plays and one["battle_id"] else "",
            )
            for one in fights(war)
            if one["outcome"] == "fought"
        ],
    )


def _waiting(war: War) -> list[str]:
    """The sides that have something to do, Terran first, as both players are told."""
    if war.status != War.Status.RUNNING:
        return []
    found = set(Waiting.objects.filter(war=war).values_list("side", flat=True))
    return [side for side in ("terran", "talon") if side in found]


def _why(war: War, by_side: dict[str, str]) -> str:
    if war.status != War.Status.OVER or war.state is None:
        return ""
    state = decode_state(bytes(war.state))
    if state.ended is None:
        return ""
    loser = "talon" if war.winner == "terran" else "terran"
    return WHY[state.ended].format(winner=by_side[war.winner], loser=by_side[loser])


def _fought(winner: str, degree: str, how: str) -> str:
    won = f"{winner}, {degree} victory" if degree else "Draw"
    return f"{won}, {SettledHow(how).label}" if how else won
