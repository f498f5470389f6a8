"""What a battle counts in the lifetime score: what a game on a table would (S97)."""

from typing import Final

from django.utils import timezone

from accounts.models import LifetimeLine, User
from accounts.scores import lifetime
from accounts.scores.lifetime import Facts
from battles.models import WarfleetsBattle
from battles.warfleets.games.counting import WON, told_of, words
from battles.warfleets.games.told import Game
from battles.warfleets.tables.report import game_of
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.warfleets.records.match import Match

AGREED: Final = ", a draw agreed on"
Ended = WarfleetsBattle.Ended


def score(row: WarfleetsBattle, match: Match) -> None:
    """Book the battle, in the transaction that ends it; nothing counts against the computer or at one screen."""
    rival = row.talon_user
    if row.level or row.one_screen or rival is None:
        return
    players: dict[Side, User] = {"terran": row.terran_user, "talon": rival}
    side = as_side(row.winner) if row.winner else SIDES[0]
    lifetime.book(
        source=f"warfleets:{row.pk}",
        winner=players[side],
        loser=players[opponent(side)],
        points=WON if row.winner else 0,
        words=_words(row, game_of(row, match)),
        path=row.get_absolute_url(),
        facts=Facts(
            LifetimeLine.Kind.BATTLE,
            side=side,
            way=LifetimeLine.Way.HAND,
            system=LifetimeLine.System.WARFLEETS,
        ),
        drawn=not row.winner,
    )


def _words(row: WarfleetsBattle, game: Game) -> str:
    said = words(told_of(game, played_on=timezone.localdate(), number=1))
    return f"{said}{AGREED}" if row.ended == Ended.DRAWN else said
