"""A campaign game as it goes on: its legs begun, its end, and what it counts in the lifetime score (28, S81, S82)."""

from typing import Any, Final, cast

from django.db import transaction
from django.utils import timezone

from accounts.models import MessageKind, User
from accounts.scores import lifetime
from battles.models import Battle, Leg, LegBattle, Series, Way
from battles.talon.series.arranging import locked, message, other_of, tell
from battles.talon.series.reading import (
    Fight,
    LegState,
    SeriesState,
    player_in,
    state_of,
    user_of,
)
from battles.talon.skirmish.beginning import open_skirmish
from engines.seam.documents import Level
from engines.seam.refusals import refuse
from engines.seam.series import PLAYERS, Player

BONUS: Final = 5
"""What winning a campaign game counts in the lifetime score (28)."""


@transaction.atomic
def begin_leg(*, series_id: int, user: User, number: int, way: Way | None = None) -> Battle:
    """The battle in which a leg is fought now, opened unless it is being fought already.

    `Refused` if it is not the leg's turn, or if the campaign game is not going on.
    """
    row = locked(pk=series_id)
    found, leg = _to_begin(row, user, number)
    if leg.going is not None:
        return cast("Battle", leg.going.battle)
    if found.going is not None:
        raise refuse("28", f"Leg {found.going.leg.number} is being fought. Finish it first.")
    if found.next is not leg:
        raise refuse("28", f"Leg {number} has its turn later. Both of you can agree to play it now.")
    return _begun(found, leg, user, way)


@transaction.atomic
def ask_early(*, series_id: int, user: User, number: int) -> Battle | None:
    """Asks to play a leg before its turn; its battle once the other player has asked for the same leg, None before.

    Against the computer it begins at once. The last leg, which counts double, stays the last. `Refused` where a leg
    cannot be played now.
    """
    row = locked(pk=series_id)
    found, leg = _to_begin(row, user, number)
    if found.going is not None or leg is found.legs[-1]:
        raise refuse(
            "28",
            "The last leg is played last." if leg is found.legs[-1] else "Finish the leg under way first.",
        )
    player = cast("Player", player_in(row, user))
    agreed = cast("User", row.rival).is_computer or (row.early == number and row.early_by != player)
    row.early, row.early_by = (None, "") if agreed else (number, player)
    row.save(update_fields=["early", "early_by"])
    tell(row)
    if agreed:
        return _begun(found, leg, user, None)
    other = other_of(row, user)
    if other is not None:
        words = f"{user.username} asks to play leg {number}, {leg.leg.title}, before its turn."
        message(row, other, f"early:{number}", words, kind=MessageKind.PROPOSAL)
    return None


@transaction.atomic
def no_early(*, series_id: int, user: User) -> None:
    """Takes back what was asked, or declines it; harmless without it."""
    row = locked(pk=series_id)
    if player_in(row, user) is not None and row.early is not None:
        row.early, row.early_by = None, ""
        row.save(update_fields=["early", "early_by"])
        tell(row)


@transaction.atomic
def concede(*, series_id: int, user: User) -> Series:
    """The campaign game, given up by the user: the other player has won it (S82); harmless when done twice.

    `Refused` while a leg is being fought, and before somebody has accepted.
    """
    row = locked(pk=series_id)
    player = player_in(row, user)
    if player is None or row.stage == Series.Stage.OVER:
        return row
    found = state_of(row)
    _check_on(row)
    if found.going is not None:
        raise refuse("28", "A leg is being fought. Finish or concede its battle first.")
    row.conceded_by = player
    _settle(row)
    return row


def battle_has_changed(battle_id: int, **_: Any) -> None:
    """After every change of a battle: the campaign game of which it is a leg follows."""
    of_leg = LegBattle.objects.filter(battle_id=battle_id).values_list("leg__series_id", flat=True).first()
    if of_leg is not None:
        _settle(locked(pk=of_leg))


def _to_begin(row: Series, user: User, number: int) -> tuple[SeriesState, LegState]:
    """The campaign game and its leg of that number, which has no result yet."""
    if player_in(row, user) is None:
        raise refuse("", "You do not play this campaign game.")
    _check_on(row)
    found = state_of(row)
    leg = next((leg for leg in found.legs if leg.leg.number == number), None)
    if leg is None:
        raise refuse("28", "There is no such leg.")
    if leg.result.points is not None:
        raise refuse("28", f"Leg {number} has its result already.")
    return found, leg


def _check_on(row: Series) -> None:
    if row.stage == Series.Stage.WAITING:
        raise refuse("28", "Nobody has accepted this campaign game yet.")
    if row.stage != Series.Stage.ON:
        raise refuse("28", "This campaign game is over.")


def _begun(found: SeriesState, leg: LegState, user: User, way: Way | None) -> Battle:
    """Opens the next battle of a leg, and tells the other player."""
    row, fight = found.series, cast("Fight", leg.to_fight)
    battle = open_skirmish(
        setup=leg.leg.setup_document,
        user=row.user,
        rival=cast("User", row.rival),
        side=fight.user_side,
        level=cast("Level", row.level),
        tempo=row.tempo,
        clock=row.clock,
        way=Way(row.way) if way is None else way,
        title=f"{row.name}, leg {leg.leg.number}",
        path=row.get_absolute_url(),
    )
    LegBattle.objects.create(leg=leg.leg, half=fight.half, attempt=fight.attempts + 1, battle=battle)
    if row.early is not None:
        row.early, row.early_by = None, ""
        row.save(update_fields=["early", "early_by"])
    _settle(row)
    other = other_of(row, user)
    if other is not None and not battle.plays.exists():  # of a board, its own messages say whose turn it is
        words = f"{user.username} has begun leg {leg.leg.number}, {leg.leg.title}."
        message(row, other, f"begun:{battle.pk}", words)
    return battle


def _settle(row: Series) -> None:
    """Lets what is stored follow from the legs: whether it is over, and what it counts in the lifetime score."""
    if row.stage not in (Series.Stage.ON, Series.Stage.OVER):
        return
    found = state_of(row)
    was_over, is_over = row.stage == Series.Stage.OVER, found.over
    if was_over != is_over:
        row.stage = Series.Stage.OVER if is_over else Series.Stage.ON
        row.over_at = timezone.now() if is_over else None
        row.save(update_fields=["stage", "over_at", "conceded_by"])
    _score(found)
    tell(row)
    if is_over and not was_over:
        for player in PLAYERS:
            user = cast("User", user_of(row, player))
            message(row, user, "over", outcome_words(found, player), subject="Campaign game over")


def outcome_words(found: SeriesState, player: Player | None) -> str:
    """How it ended, for one of the two or for somebody else."""
    won = found.winner
    total = found.standings.total
    score = f"{max(total.user, total.rival)} to {min(total.user, total.rival)}"
    if won is None:
        return f"The campaign game {found.series.name} ended level, {score}."
    name = cast("User", user_of(found.series, won)).username
    who = "You have" if won == player else f"{name} has"
    how = "since the other player conceded" if found.series.conceded_by else score
    return f"{who} won the campaign game {found.series.name}, {how}."


def counts_bonus(found: SeriesState) -> bool:
    """Whether winning it counts in the lifetime score: not where a player conceded before half of the legs (S82)."""
    done = len(found.legs) - found.standings.left
    return not found.series.conceded_by or 2 * done >= len(found.legs)


def _score(found: SeriesState) -> None:
    """Books what the campaign game and its pairs count in the lifetime score, and takes back what no longer does."""
    row, won = found.series, found.winner
    user, rival = row.user, cast("User", row.rival)
    if user.is_computer or rival.is_computer:
        return
    people: dict[Player, tuple[User, User]] = {"user": (user, rival), "rival": (rival, user)}
    path = row.get_absolute_url()
    for player, (winner, loser) in people.items():
        lifetime.keep(
            source=f"series:{row.pk}:{player}",
            winner=winner,
            loser=loser,
            points=BONUS if won == player and counts_bonus(found) else 0,
            words=f"Campaign game won: {row.name}",
            path=path,
        )
        for leg in found.legs:
            if leg.leg.pair:
                points = leg.result.points
                lifetime.keep(
                    source=f"leg:{leg.leg.pk}:{player}",
                    winner=winner,
                    loser=loser,
                    points=0 if points is None else points.of(player),
                    words=f"{leg.leg.title}, both battles",
                    path=path,
                )


def pair_of(battle: Battle) -> Leg | None:
    """The pair of which a battle is one half; it counts with the other half then (R68)."""
    row = LegBattle.objects.select_related("leg").filter(battle=battle, leg__pair=True).first()
    return None if row is None else row.leg
