"""A campaign game as it goes on: its legs begun, its end, and what it counts in the lifetime score (28, S81, S82)."""

from collections.abc import Iterator
from typing import Any, Final, cast

from django.db import transaction
from django.utils import timezone

from accounts.models import LifetimeLine, MessageKind, User
from accounts.scores import lifetime
from accounts.scores.lifetime import Facts, Kept
from battles.battle.services.opening import hold, void
from battles.battle.services.scoring import way_of
from battles.models import GOING_ON, Battle, Leg, LegBattle, Series, Way
from battles.talon.series.acting import acting_for, deputies_of, plays_for
from battles.talon.series.arranging import accept_series, locked, message, other_of, tell
from battles.talon.series.manners import clock_of, way_of_leg
from battles.talon.series.outcome import outcome_words
from battles.talon.series.phases import follow
from battles.talon.series.reading import (
    Fight,
    LegState,
    SeriesState,
    closed_of,
    player_in,
    side_of,
    state_of,
    user_of,
)
from battles.talon.series.signals import series_changed
from battles.talon.skirmish.beginning import open_skirmish
from engines.seam.documents import Level
from engines.seam.refusals import refuse
from engines.seam.series import PAIR, PLAYERS, Player, other

BONUS: Final = 5
"""What winning a campaign game counts in the lifetime score (28)."""
ENDS: Final = (
    "stage",
    "over_at",
    "conceded_by",
    "left",
    "paused",
    "time_asked",
    "time_asked_by",
    "time_asked_at",
)
"""What changes of a campaign game when it ends: then nothing stands still any more, and nothing is proposed."""
NOT_AT_A_TABLE: Final = (Way.HAND, Way.WORKER)
"""How a leg against the computer can be fought."""


@transaction.atomic
def take_on(*, token: str, user: User, seen: str | None = None) -> Series:
    """The campaign game, accepted by the user (`accept_series`), whose first deadline begins."""
    row = accept_series(token=token, user=user, seen=seen)
    settle(row)
    return row


@transaction.atomic
def begin_leg(*, series_id: int, user: User, number: int, way: Way | None = None) -> Battle:
    """The battle in which a leg is fought now, opened unless it is being fought already; by a player or a deputy.

    Between two people it goes the way they agreed on; they can change that on the battle's page. Against the computer
    it goes any `way` but to a table. `Refused` if it is not the leg's turn, or if the campaign game is not going on.
    """
    row = locked(pk=series_id)
    player = plays_for(row, user)
    found, leg = _to_begin(row, player, number)
    if leg.going is not None:
        return cast("Battle", leg.going.battle)
    if found.going is not None:
        raise refuse("28", f"Leg {found.going.leg.number} is being fought. Finish it first.")
    if found.next is not leg:
        agree = (
            "It counts double and is played last." if leg.is_last else "Both of you can agree to play it now."
        )
        raise refuse("28", f"Leg {number} has its turn later. {agree}")
    if leg.unsealed:
        raise refuse("S102", f"The fleets of leg {number} are not chosen yet.")
    return begun(found, leg, (cast("Player", player), user), way)


@transaction.atomic
def ask_early(*, series_id: int, user: User, number: int) -> Battle | None:
    """Asks to play a leg before its turn; its battle once the other player has asked for the same leg, None before.

    Against the computer it begins at once. The last leg, which counts double, stays the last. `Refused` where a leg
    cannot be played now, or while the other player waits for an answer about another one.
    """
    row = locked(pk=series_id)
    player = player_in(row, user)
    found, leg = _to_begin(row, player, number)
    player = cast("Player", player)
    _check_early(found, leg)
    if row.early_by == other(player) and row.early != number:
        raise refuse("28", f"Your opponent asks to play leg {row.early} now. Agree or decline first.")
    if (row.early, row.early_by) == (number, player):
        return None
    if cast("User", row.rival).is_computer or row.early == number:
        return begun(found, leg, (player, user), None)
    row.early, row.early_by = number, player
    row.save(update_fields=["early", "early_by"])
    tell(row)
    words = f"{user.username} asks to play leg {number}, {leg.leg.title}, before its turn."
    message(row, other_of(row, user), _now("early"), words, kind=MessageKind.PROPOSAL)
    return None


@transaction.atomic
def no_early(*, series_id: int, user: User) -> None:
    """Takes back what was asked, or declines it; harmless without it."""
    row = locked(pk=series_id)
    player = player_in(row, user)
    if player is None or row.early is None:
        return
    if row.early_by == other(player):
        words = f"{user.username} declines to play leg {row.early} before its turn."
        message(row, other_of(row, user), _now("declined"), words)
    _forget_early(row)
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
    check_on(row)
    if found.going is not None:
        raise refuse("28", "A leg is being fought. Finish or concede its battle first.")
    row.conceded_by = player
    settle(row)
    return row


@transaction.atomic
def end_without(*, series_id: int, user: User) -> Series:
    """The campaign game ended by its player because the other one's account is closed (S87); harmless done twice.

    Its battles under way are called off. `Refused` while both accounts are open. The battles are held before the
    campaign game, as everywhere.
    """
    going = Battle.objects.filter(leg_battle__leg__series=series_id, status__in=GOING_ON)
    row = Series.objects.select_related("user", "rival").get(pk=series_id)
    if row.stage == Series.Stage.ON:
        _check_closed(row, user)
        for number in going.order_by("pk").values_list("pk", flat=True):
            void(battle_id=number)
    row = locked(pk=series_id)
    player = player_in(row, user)
    if player is None or row.stage != Series.Stage.ON:
        return row
    _check_closed(row, user)
    if state_of(row).going is not None:
        raise refuse("S87", "A leg has begun this moment. Look again.")
    row.conceded_by, row.left = other(player), True
    settle(row)
    return row


def _check_closed(row: Series, user: User) -> None:
    """Refuse unless the account of the user's opponent is closed."""
    against = other_of(row, user)
    if player_in(row, user) is None or against is None or against.is_active:
        raise refuse(
            "S87", "Your opponent's account is open. You can concede, but not end the campaign game."
        )


def begin_late(found: SeriesState, leg: LegState) -> None:
    """Open the leg that nobody has begun in time; the campaign game is held."""
    begun(found, leg, None, None)


def battle_has_changed(battle_id: int, **_: Any) -> None:
    """After every change of a battle: the campaign game of which it is a leg follows."""
    of_leg = LegBattle.objects.filter(battle_id=battle_id).values_list("leg__series_id", flat=True).first()
    if of_leg is not None:
        row = locked(pk=of_leg)
        if row.paused:
            hold(battle_id=battle_id)  # a result was taken back meanwhile
        settle(row)


def _to_begin(row: Series, player: Player | None, number: int) -> tuple[SeriesState, LegState]:
    """The campaign game and its leg of that number, which has no result yet, for a player or their deputy."""
    if player is None:
        raise refuse("", "You do not play this campaign game.")
    check_on(row)
    found = state_of(row)
    leg = next((leg for leg in found.legs if leg.leg.number == number), None)
    if leg is None:
        raise refuse("28", "There is no such leg.")
    if leg.result.points is not None:
        raise refuse("28", f"Leg {number} has its result already.")
    return found, leg


def check_on(row: Series) -> None:
    """Refuse unless the campaign game goes on between two accounts that are open."""
    if row.stage == Series.Stage.WAITING:
        raise refuse("28", "Nobody has accepted this campaign game yet.")
    if row.stage != Series.Stage.ON:
        raise refuse("28", "This campaign game is over.")
    closed = closed_of(row)
    if closed is not None:
        raise refuse("S87", f"The account of {closed.username} is closed. You can end the campaign game.")
    if row.paused:
        raise refuse("S65", "This campaign game is paused. Resume it first.")


def _check_early(found: SeriesState, leg: LegState) -> None:
    """Refuse a leg that cannot be played before its turn."""
    if leg.is_last:
        raise refuse("28", "The last leg counts double and is played last.")
    if found.going is not None:
        raise refuse("28", "Finish the leg under way first.")
    if leg is found.next:
        raise refuse("28", f"It is the turn of leg {leg.leg.number}. Begin it.")
    if leg.unsealed:
        raise refuse("S102", "The fleets of this leg are chosen when it has its turn.")


def begun(found: SeriesState, leg: LegState, by: tuple[Player, User] | None, way: Way | None) -> Battle:
    """Opens the next battle of a leg, begun by a player or for one, and tells the other; nobody if `by` nobody.

    The campaign game is held.
    """
    row, fight = found.series, cast("Fight", leg.to_fight)
    battle = open_skirmish(
        setup=leg.leg.setup_document,
        user=row.user,
        rival=cast("User", row.rival),
        side=fight.user_side,
        level=cast("Level", row.level),
        tempo=row.tempo,
        clock=clock_of(row, leg.leg),
        way=_way(row, leg.leg, way),
        title=f"{row.name}, leg {leg.leg.number}",
        path=row.get_absolute_url(),
        deputies={side_of(fight, player): deputy for player, deputy in deputies_of(row).items()},
        begun_by=None if by is None else (side_of(fight, by[0]), by[1]),
    )
    LegBattle.objects.create(leg=leg.leg, half=fight.half, attempt=fight.attempts + 1, battle=battle)
    _forget_early(row)
    settle(row)
    if by is not None and not battle.plays.exists():  # of a board, its own messages say whose turn it is
        player, user = by
        name = cast("User", user_of(row, player)).username
        who = name if user.username == name else f"{user.username} for {name}"
        words = f"{who} has begun leg {leg.leg.number}, {leg.leg.title}."
        for one in acting_for(row, other(player)):
            message(row, one, f"begun:{battle.pk}", words)
    return battle


def _way(row: Series, leg: Leg, asked: Way | None) -> Way:
    """How a leg is fought; `Refused` for a way that one player cannot choose alone."""
    agreed = way_of_leg(row, leg)
    if asked is None:
        return agreed
    if not cast("User", row.rival).is_computer:
        if asked != agreed:
            raise refuse(
                "28", "You agreed on how legs are fought. You can both change it on the battle's page."
            )
    elif asked not in NOT_AT_A_TABLE:
        raise refuse(
            "28", "The computer does not sit at a table. Play in the browser, or let captains fight."
        )
    return asked


def _forget_early(row: Series) -> None:
    if row.early is not None:
        row.early, row.early_by = None, ""
        row.save(update_fields=["early", "early_by"])


def settle(row: Series) -> None:
    """Lets what is stored follow from the legs: whether it is over, and what it counts in the lifetime score.

    Whoever has arranged it follows too, in the same transaction; the campaign game is held.
    """
    if row.stage not in (Series.Stage.ON, Series.Stage.OVER):
        return
    found = state_of(row)
    was_over, is_over = row.stage == Series.Stage.OVER, found.over
    if was_over != is_over:
        row.stage = Series.Stage.OVER if is_over else Series.Stage.ON
        row.over_at = timezone.now() if is_over else None
        row.paused, row.time_asked, row.time_asked_by, row.time_asked_at = False, "", "", None
        row.save(update_fields=ENDS)
        _forget_early(row)
        _tell_of_the_end(found)
    if not (row.user.is_computer or cast("User", row.rival).is_computer):
        lifetime.keep(list(_scores(found)))
        follow(found)
    if row.arranged:
        series_changed.send(sender=Series, found=found)
    tell(row)


def _tell_of_the_end(found: SeriesState) -> None:
    """Tells both that it is over, or goes on again; not of their own concession who has just given it up."""
    row = found.series
    for player in PLAYERS:
        if row.conceded_by == player:
            continue
        over = row.stage == Series.Stage.OVER
        words = (
            outcome_words(found, player)
            if over
            else f"A result was taken back. The campaign game {row.name} goes on."
        )
        subject = "Campaign game over" if over else "Campaign game"
        message(row, user_of(row, player), _now("over" if over else "on"), words, subject=subject)


def _now(what: str) -> str:
    """A key of what can happen several times."""
    return f"{what}:{timezone.now().isoformat()}"


def _scores(found: SeriesState) -> Iterator[Kept]:
    """What the campaign game and its pairs count in the lifetime score, for each of the two."""
    row = found.series
    people: dict[Player, tuple[User, User]] = {
        "user": (row.user, cast("User", row.rival)),
        "rival": (cast("User", row.rival), row.user),
    }
    path = row.get_absolute_url()
    for player, (winner, loser) in people.items():
        bonus = BONUS if found.winner == player and found.counts_bonus else 0
        level = found.over and found.winner is None and player == PLAYERS[0]
        words = f"{'Level in the campaign game' if level else 'Campaign game won:'} {row.name}"
        note = "Equal points: nobody gets the 5 (S81)." if level else "A campaign game won scores 5 (28)."
        facts = Facts(LifetimeLine.Kind.SERIES, note=note)
        yield Kept(f"series:{row.pk}:{player}", winner, loser, bonus, words, path, facts, level)
        for leg in found.legs:
            if leg.leg.pair:
                words = f"{leg.leg.title}, both battles"
                points = _pair_points(leg, player)
                facts = _of_a_pair(leg, points)
                yield Kept(f"leg:{leg.leg.pk}:{player}", winner, loser, points, words, path, facts)


def _of_a_pair(leg: LegState, points: int) -> Facts:
    """What the line of a pair says, of a player who has these points."""
    said = "Both battles of a pair" if points == PAIR else "One battle of a pair"
    note = f"{said} won: {points} point{'' if points == 1 else 's'} (R68)."
    if leg.is_last:
        note = f"{note} Doubled in the campaign game alone (S81)."
    ways = {way_of(fight.battle) for fight in leg.fights if fight.battle is not None}
    way = ways.pop() if len(ways) == 1 else ""
    return Facts(LifetimeLine.Kind.LEG, scenario=leg.leg.title[:80], way=way, note=note)


def _pair_points(leg: LegState, player: Player) -> int:
    """What a pair counts for a player (R68, S82)."""
    return 0 if leg.result.points is None else leg.result.points.of(player)
