"""What ties a war's events to the rest of the site: battles to be fought, and the lifetime score."""

from collections.abc import Iterable

from accounts import lifetime
from battles.engine.catalogue import Side, opponent
from battles.models import Battle, Way
from battles.seam.documents import Degree
from battles.services import mark_absorbed, open_battle, void
from campaign.documents import decode_settings
from campaign.models import Engagement, Seat, War
from campaign.rules import events as e
from campaign.rules.lifetime import DRAMATIC, POINTS, WAR_BONUS, battle_lp, score
from campaign.rules.strategic_map import place_title
from campaign.services.doctrines import doctrines_given


def follow(war: War, events: Iterable[e.AnyEvent]) -> None:
    """Open, void and score what the events call for; inside the transaction that books them."""
    for event in events:
        if isinstance(event, e.BattleJoined):
            _open(war, event)
        elif isinstance(event, e.ResultAccepted):
            _score_battle(war, event)
        elif isinstance(event, e.WarEnded):
            _end(war, event)


def players(war: War) -> dict[str, Seat]:
    """The seats of a war by side."""
    return {seat.side: seat for seat in war.seats.select_related("user")}


def _open(war: War, event: e.BattleJoined) -> None:
    seats = players(war)
    terran, talon = seats["terran"].user, seats["talon"].user
    if terran is None or talon is None:
        return
    settings = decode_settings(bytes(war.settings))
    battle = open_battle(
        setup=event.setup,
        title=f"{war.name}, battle {event.battle}",
        place=place_title(event.setup.place),
        terran_user=terran,
        talon_user=talon,
        confirm_hours=settings.confirm_hours,
        owner_topic=f"war:{war.pk}",
        owner_path=f"/wars/{war.pk}/",
        way=Way(settings.settled_by),
        doctrines=doctrines_given(war, event),
    )
    Engagement.objects.filter(war=war, number=event.battle).update(battle=battle)


def _score_battle(war: War, event: e.ResultAccepted) -> None:
    """A line in the lifetime score, if the war is set so (31.9)."""
    winner, degree = event.result.winner, event.result.degree
    if winner is None or degree is None or not decode_settings(bytes(war.settings)).lifetime_score:
        return
    engagement = Engagement.objects.select_related("battle").get(war=war, number=event.battle)
    if engagement.battle is None:
        return
    points, why = _points(engagement.battle, winner, degree)
    words = f"{degree.title()} victory at {place_title(engagement.place)}, {war.name}, {why}"
    source, path = f"battle:{engagement.battle_id}", f"/battles/{engagement.battle_id}/"
    _book(war, source=source, winner=winner, points=points, words=words, path=path)


def _points(battle: Battle, winner: Side, degree: Degree) -> tuple[int, str]:
    """The winner's points, and why they are so many (31.9)."""
    setup = battle.setup_document
    mine, theirs = battle_lp(setup, winner), battle_lp(setup, opponent(winner))
    points = score(degree, mine, theirs)
    return points, f"{mine} LP against {theirs}{_changed(points - POINTS[degree], theirs - mine)}"


def _changed(more: int, outnumbered: int) -> str:
    """What the gap in LP did to the points of the degree (31.9, S2)."""
    if more == 0:
        return ""
    if more < 0:
        return f": capped at {1 if outnumbered <= -DRAMATIC else 2} (31.9)"
    return ": doubled (31.9)" if outnumbered >= DRAMATIC else ": one point more (31.9)"


def _end(war: War, event: e.WarEnded) -> None:
    joined = Engagement.objects.filter(war=war, outcome="joined", battle__isnull=False)
    for battle_id in joined.values_list("battle_id", flat=True):
        mark_absorbed(battle_id=battle_id)
        void(battle_id=battle_id)
    if event.winner is not None:
        source, path = f"war:{war.pk}", f"/wars/{war.pk}/"
        words = f"Won the Empire War {war.name}"
        _book(war, source=source, winner=event.winner, points=WAR_BONUS, words=words, path=path)


def _book(war: War, *, source: str, winner: Side, points: int, words: str, path: str) -> None:
    seats = players(war)
    won, lost = seats[winner].user, seats[opponent(winner)].user
    if won is not None and lost is not None and won != lost:
        lifetime.book(source=source, winner=won, loser=lost, points=points, words=words, path=path)


def unscore(war: War, event: e.ResultAccepted | e.WarEnded) -> None:
    """Take back the lifetime line of a result that was withdrawn."""
    if isinstance(event, e.WarEnded):
        lifetime.remove(source=f"war:{war.pk}")
        return
    battle_id = Engagement.objects.values_list("battle_id", flat=True).get(war=war, number=event.battle)
    lifetime.remove(source=f"battle:{battle_id}")
