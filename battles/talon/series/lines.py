"""Campaign games in lists: whose turn it is, the score, and what is next."""

from collections.abc import Mapping
from typing import cast

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse

from accounts.models import User
from battles.models import Leg, Series, SeriesDeputyRequest
from battles.talon.series.access import seated
from battles.talon.series.acting import plays_for
from battles.talon.series.arranging import UNFINISHED
from battles.talon.series.manners import manner_words
from battles.talon.series.outcome import outcome_in_brief
from battles.talon.series.reading import (
    Fight,
    LegState,
    SeriesState,
    closed_of,
    player_in,
    proposal_of,
    states_of,
    user_of,
)
from battles.talon.series.talk import unread_of
from battles.talon.series.turns import fights_going, turns_of
from battles.talon.skirmish.hooks import SeriesLine
from engines.seam.series import PLAYERS, Player, other

MOST_OVER = 40
"""How many of those that are over are listed."""
Turns = Mapping[int, frozenset[Player]]
YOURS = "Your turn"


def going_lines(user: User) -> list[SeriesLine]:
    """The campaign games that are not over, those that wait for the user first, and requests of players to the user.

    They are the user's own and those in which the user is a deputy; seven queries at most.
    """
    request = SeriesDeputyRequest.objects.filter(series=OuterRef("pk"), user=user).order_by("pk")
    rows = Series.objects.filter(stage__in=UNFINISHED).annotate(
        asked=Subquery(request.values("pk")[:1]), asked_for=Subquery(request.values("player")[:1])
    )
    rows = rows.filter(
        seated(user) | Q(pk__in=SeriesDeputyRequest.objects.filter(user=user).values("series"))
    )
    people = ("user", "rival", "user_deputy", "rival_deputy")
    found = list(rows.select_related(*people).order_by("-pk"))
    asked = [
        _asked(row, row.asked, row.asked_for) for row in found if row.asked and row.stage == Series.Stage.ON
    ]
    states = states_of([row for row in found if plays_for(row, user) is not None])
    turns, unread = turns_of(states), unread_of([one.series for one in states], user)
    lines = [_going(one, user, turns, unread.get(one.series.pk, 0)) for one in states]
    return sorted([*asked, *lines], key=lambda line: not line.waits)


def over_lines(user: User) -> list[SeriesLine]:
    """Those that are over, the last first; three queries."""
    rows = Series.objects.filter(Q(user=user) | Q(rival=user), stage=Series.Stage.OVER)
    found = rows.select_related("user", "rival").order_by("-over_at", "-pk")[:MOST_OVER]
    return [_over(one, user) for one in states_of(list(found))]


def _over(found: SeriesState, user: User) -> SeriesLine:
    player = cast("Player", player_in(found.series, user))
    return SeriesLine(
        path=found.series.get_absolute_url(),
        name=found.series.name,
        rival=_rival(found.series, player),
        score=outcome_in_brief(found, player),
        next=(),
        turn="",
        waits=False,
    )


def _asked(series: Series, number: int, player: Player) -> SeriesLine:
    """A player asks the reader to be their deputy, by the request of that number."""
    return SeriesLine(
        path=reverse("series_deputy", args=[series.pk, number]),
        name=series.name,
        rival=_rival(series, player),
        score=f"{cast('User', user_of(series, player)).username} asks you to be their deputy",
        next=(),
        turn="Answer",
        waits=True,
    )


def _going(found: SeriesState, user: User, turns: Turns, unread: int) -> SeriesLine:
    row, mine = found.series, player_in(found.series, user)
    player = cast("Player", plays_for(row, user))
    total, done = found.standings.total, len(found.legs) - found.standings.left
    waiting = row.stage == Series.Stage.WAITING
    turn = "Send the link" if waiting else turn_words(found, player, turns)
    return SeriesLine(
        path=row.get_absolute_url(),
        name=row.name,
        rival=_rival(row, player),
        score=""
        if waiting
        else f"{total.of(player)} to {total.of(other(player))} after {done} of {len(found.legs)} legs",
        next=() if waiting else next_words(found),
        turn=turn,
        waits=turn == YOURS,
        unread=unread,
        acts_for="" if mine else cast("User", user_of(row, player)).username,
    )


def _rival(series: Series, player: Player) -> str:
    """Whom the player is up against; "" while nobody has accepted."""
    against = user_of(series, other(player))
    return "" if against is None else "the computer" if against.is_computer else against.username


def next_words(found: SeriesState) -> tuple[str, ...]:
    """The legs that are being fought, or the one that is next: "Leg 3: A Chance Encounter, by captains"."""
    going = [leg for leg in found.legs if leg.going]
    legs: list[LegState] = going or ([found.next] if found.next is not None else [])
    return tuple(f"Leg {leg.number}: {_title(leg)}" for leg in (one.leg for one in legs))


def _title(leg: Leg) -> str:
    how = manner_words(leg.way, leg.pace)
    return f"{leg.title}, {how}" if how else leg.title


def waits_for(found: SeriesState, turns: Turns) -> frozenset[Player]:
    """Who has to do something: in a battle, or because the next leg can begin; nobody while captains fight.

    Nobody has to while the account of one of the two is closed or the campaign game is paused. Whoever is asked about
    its time has to answer.
    """
    if found.series.stage != Series.Stage.ON or closed_of(found.series) is not None:
        return frozenset()
    proposal = proposal_of(found.series)
    answers = frozenset(player for player in PLAYERS if proposal.asked and proposal.by != player)
    if found.series.paused:
        return answers
    fights = fights_going(found)
    if not fights:
        computer = {player for player in PLAYERS if cast("User", user_of(found.series, player)).is_computer}
        coming = found.next.unsealed if found.next is not None else frozenset[Player]()
        return answers | ((coming or frozenset(PLAYERS)) - computer)
    asked = [turns.get(fight.battle.pk, frozenset()) for fight in fights if fight.battle is not None]
    return answers.union(*asked)


def turn_in(found: SeriesState, fight: Fight, player: Player, turns: Turns) -> str:
    """Whose turn it is in a battle that is being fought, as a player reads it."""
    asked: frozenset[Player] = frozenset()
    if fight.battle is not None:
        asked = turns.get(fight.battle.pk, asked)
    return _turn(found, player, asked)


def turn_words(found: SeriesState, player: Player, turns: Turns) -> str:
    """Whose turn it is, as a player reads it, or why nothing goes on."""
    closed, asked = closed_of(found.series), waits_for(found, turns)
    if closed is not None:
        return f"The account of {closed.username} is closed"
    if found.series.paused:
        return "Paused"
    return _turn(found, player, asked)


def _turn(found: SeriesState, player: Player, asked: frozenset[Player]) -> str:
    if player in asked:
        return YOURS
    return f"Waiting for {_rival(found.series, player)}" if asked else "Captains are fighting"
