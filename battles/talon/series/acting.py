"""Who may act for a player of a campaign game, and who has known that player's secrets (S70, S96)."""

from collections.abc import Sequence

from accounts.models import User
from battles.models import Series, SeriesDeputy
from battles.talon.series.reading import player_in, user_of
from engines.seam.series import PLAYERS, Player


def deputy_of(series: Series, player: Player) -> User | None:
    """Who acts for a player now; nobody acts for, or with, an account that is closed."""
    user, deputy = user_of(series, player), series.user_deputy if player == "user" else series.rival_deputy
    open_to = user is not None and user.is_active and deputy is not None and deputy.is_active
    return deputy if open_to else None


def deputies_of(series: Series) -> dict[Player, User]:
    """The deputies of both players as they are now."""
    found = {player: deputy_of(series, player) for player in PLAYERS}
    return {player: deputy for player, deputy in found.items() if deputy is not None}


def plays_for(series: Series, user: User) -> Player | None:
    """Whose orders the user may give, as that player or as a deputy; None for anybody else."""
    acts = (player for player, deputy in deputies_of(series).items() if deputy.pk == user.pk)
    return player_in(series, user) or next(acts, None)


def acting_for(series: Series, player: Player) -> list[User]:
    """The player, unless there is none yet, and the deputy."""
    return [user for user in (user_of(series, player), deputy_of(series, player)) if user is not None]


def terms_of(series: Series) -> Sequence[SeriesDeputy]:
    """All who have ever been deputies in it, in the order in which they became one; one query."""
    return list(SeriesDeputy.objects.filter(series=series).select_related("user").order_by("pk"))


def knows(series: Series, player: Player, user: User) -> bool:
    """Whether somebody has ever known a player's secrets: that player, and whoever was or is their deputy."""
    return (
        player_in(series, user) == player
        or SeriesDeputy.objects.filter(series=series, player=player, user=user).exists()
    )
