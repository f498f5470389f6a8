"""What has become of an arranged game, as it counts in a table."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from battles.talon.series.reading import SeriesState
from campaign.models import War
from campaign.rules.lifetime import WAR_BONUS
from clubs.models import ArrangedGame
from clubs.rules.standings import Outcome
from engines.seam.series import Player

WON: Final[dict[Player | None, Outcome]] = {"user": "first", None: "drawn", "rival": "second"}
WON_WAR: Final[dict[str, Outcome]] = {"terran": "first", "": "drawn", "talon": "second"}
COLUMNS: Final = ("outcome", "first_points", "second_points", "reached")


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game stands; `outcome` is "" until it is over."""

    outcome: Outcome | str
    first_points: int
    second_points: int
    reached: int


def of_series(found: SeriesState) -> GameResult:
    """How a campaign game stands."""
    total = found.standings.total
    return GameResult(
        WON[found.winner] if found.over else "",
        total.user,
        total.rival,
        len(found.legs) - found.standings.left,
    )


def of_war(war: War) -> GameResult:
    """How a war stands: the bonus for whoever has won it, and nothing for its battles (S98)."""
    over = war.status == War.Status.OVER
    terran, talon = (WAR_BONUS if over and war.winner == side else 0 for side in ("terran", "talon"))
    return GameResult(WON_WAR[war.winner] if over else "", terran, talon, war.turn)


def note_result(game: ArrangedGame, result: GameResult) -> bool:
    """Whether the game stands otherwise than before; it is set so, and saved by whoever holds its season."""
    if all(getattr(game, name) == getattr(result, name) for name in COLUMNS):
        return False
    for name in COLUMNS:
        setattr(game, name, getattr(result, name))
    return True


def game_path(game: ArrangedGame) -> str:
    """The page of the campaign game or war, for its two players; "" if none was made."""
    if game.series_id is not None:
        return reverse("series", args=[game.series_id])
    return "" if game.war_id is None else reverse("war", args=[game.war_id])


def progress_words(game: ArrangedGame) -> str:
    """How a game stands that is not over, in the fewest words."""
    if not game.reached:
        return "Not decided yet"
    if game.war_id is not None:
        return f"Under way, turn {game.reached}"
    return f"Under way, {game.first_points} : {game.second_points}"
