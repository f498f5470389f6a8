"""What ties a war's events to the rest of the site: battles to be fought, and the lifetime score."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from accounts.models import LifetimeLine, User
from accounts.scores import lifetime
from accounts.scores.lifetime import Facts
from battles.battle.boards import board_for
from battles.battle.services.scoring import facts_of, noted
from battles.models import Battle, Way
from battles.services import commit, commit_ahead, mark_absorbed, open_battle, void
from campaign.models import Engagement, Seat, War
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.corrections import amended_events as a
from campaign.rules.lifetime import DRAMATIC, POINTS, WAR_BONUS, battle_lp, score
from campaign.rules.map.strategic_map import place_title
from campaign.war.log.documents import decode_events, decode_settings, decode_state
from campaign.war.log.fold import in_force, log_of
from campaign.war.services.acting import deputies_now
from campaign.war.services.doctrines import doctrines_given, may_play, plays_itself
from campaign.war.services.ending import notify_end
from engines.seam.documents import Degree, Level
from engines.seam.sides import SIDES, Side, opponent

AHEAD = 8
"""Battles of a turn whose dice are committed while it is planned: more than most turns have."""


def carry_out(war: War, events: Iterable[e.AnyEvent]) -> None:
    """Open, void and score what the events call for, and note a level; inside the transaction that books them."""
    for event in events:
        if isinstance(event, e.BattleJoined):
            open_battle_of(war, event)
        elif isinstance(event, e.ResultAccepted):
            _score_battle(war, event)
        elif isinstance(event, a.ResultAmended):
            score_again(war, event, event.before.winner)
        elif isinstance(event, e.LevelsChanged):
            Seat.objects.filter(war=war).exclude(commander="").update(commander=event.commander)
        elif isinstance(event, e.WarEnded):
            end(war, event)
            notify_end(war, event)


def players(war: War) -> dict[str, Seat]:
    """The seats of a war by side."""
    return {seat.side: seat for seat in war.seats.select_related("user")}


def open_battle_of(war: War, event: e.BattleJoined, way: Way | None = None) -> None:
    """Open the battle of the event, in the `way` its players agreed on; without one as the war is set (S35).

    Who plays against the computer may have chosen to play the battle.
    """
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
        way=way or _way(war, event, {"terran": terran, "talon": talon}),
        doctrines=doctrines_given(war, event),
        dice=dice_name(war, event.battle),
        levels=_levels(war, {"terran": terran, "talon": talon}),
        clock=settings.clock,
        sandbox=war.is_sandbox,
        deputies={side: row.user for side, row in deputies_now(war).items()},
    )
    Engagement.objects.filter(war=war, number=event.battle).update(battle=battle)
    if way is None and settings.settled_by == "hand":
        for side in decode_state(bytes(war.state or b"")).lent:
            board_for(battle).hand_over(battle_id=battle.pk, side=side)


def _way(war: War, event: e.BattleJoined, users: Mapping[Side, User]) -> Way:
    """How the battle is settled: as the war is set, but by hand where a player against the computer has chosen so."""
    settings = decode_settings(bytes(war.settings))
    choosing = [side for side in SIDES if may_play(war, settings, users[opponent(side)])]
    return Way.HAND if choosing and plays_itself(war, event, choosing) else Way(settings.settled_by)


def _levels(war: War, users: Mapping[Side, User]) -> dict[Side, Level]:
    """How well the captains think, as the war is set now: against the computer both sides' have one level."""
    if not any(user.is_computer for user in users.values()):
        return {}
    settings = decode_state(bytes(war.state or b"")).settings
    return dict.fromkeys(SIDES, settings.computer)


def dice_name(war: War, number: int) -> str:
    """How the dice of a battle of the war call it: by another name once the war has gone back (S69)."""
    again = f".{war.generation}" if war.generation else ""
    return f"war:{war.pk}/{number}{again}"


def dice_names_ahead(war: War, state: core.War) -> list[str]:
    """How the dice of the turn's battles will call them, in their order, while the turn is planned; of the first few.

    Empty unless the computer fights the battles as soon as they are joined.
    """
    if state.phase != "planning" or state.settings.settled_by != "worker":
        return []
    return [dice_name(war, state.battles_fought + number) for number in range(1, AHEAD + 1)]


def commit_dice(war: War, state: core.War) -> None:
    """Promise the dice of battles that the computer will fight at once, before anybody seals or answers."""
    if ahead := dice_names_ahead(war, state):
        commit_ahead(ahead)
    asked = state.question
    if asked is not None and asked.kind == "engage" and state.settings.settled_by == "worker":
        commit(name=dice_name(war, asked.battle))


@dataclass(frozen=True)
class _Scored:
    """What a battle counts for its winner in the lifetime score: the line of its `source`.

    If it is `drawn`, the winner is Terran, and there are no points.
    """

    source: str
    winner: Side
    points: int
    words: str
    path: str
    facts: Facts
    drawn: bool = False


def _scored(war: War, event: e.ResultAccepted | a.ResultAmended) -> _Scored | None:
    """The line of a result, if the war is set so (31.9, S84)."""
    if not decode_settings(bytes(war.settings)).lifetime_score:
        return None
    engagement = Engagement.objects.select_related("battle").get(war=war, number=event.battle)
    if engagement.battle is None:
        return None
    winner, degree, battle = event.result.winner, event.result.degree, engagement.battle
    source, path = f"battle:{battle.pk}", f"/battles/{battle.pk}/"
    facts, place = facts_of(battle, event.result, LifetimeLine.Kind.FRONT), place_title(engagement.place)
    if winner is None or degree is None:
        return _Scored(source, SIDES[0], 0, f"Draw at {place}, {war.name}", path, facts, drawn=True)
    points, balance, note = _points(battle, winner, degree)
    words = f"{degree.title()} victory at {place}, {war.name}, {balance}"
    return _Scored(source, winner, points, words, path, noted(facts, note) if note else facts)


def _score_battle(war: War, event: e.ResultAccepted | a.ResultAmended) -> None:
    """A line in the lifetime score, if the war is set so (31.9)."""
    scored = _scored(war, event)
    if scored is not None:
        _book(war, scored)


def score_again(war: War, event: e.ResultAccepted | a.ResultAmended, before: Side | None) -> None:
    """The line by the corrected result, between the same two; as it is if a seat has changed hands since (S67).

    `before` has won by the result until now; if nobody had, the line is Terran's.
    """
    if not fought_by_players(war, event.battle):
        return
    scored = _scored(war, event)
    if scored is None:
        unscore(war, event)
    elif not lifetime.change(
        source=scored.source,
        points=scored.points,
        words=scored.words,
        other_won=scored.winner != (before or SIDES[0]),
        facts=scored.facts,
        drawn=scored.drawn,
    ):
        _book(war, scored)


def fought_by_players(war: War, number: int) -> bool:
    """Whether both sides' players have had their seats since the result of that battle; two queries."""
    entry = next(
        entry.number
        for entry in reversed(in_force(log_of(war.pk)))
        for event in decode_events(bytes(entry.events))
        if isinstance(event, e.ResultAccepted) and event.battle == number
    )
    return not Seat.objects.filter(war=war, from_entry__gte=entry).exists()


def _points(battle: Battle, winner: Side, degree: Degree) -> tuple[int, str, str]:
    """The winner's points, the LP of both, and the rule by which they are not those of the degree (31.9, S2)."""
    setup = battle.setup_document
    mine, theirs = battle_lp(setup, winner), battle_lp(setup, opponent(winner))
    points = score(degree, mine, theirs)
    more, outnumbered = points - POINTS[degree], theirs - mine
    return (
        points,
        f"{mine} LP against {theirs}{_changed(more, outnumbered)}",
        _rule_of(more, outnumbered),
    )


def _changed(more: int, outnumbered: int) -> str:
    """What the gap in LP did to the points of the degree (31.9, S2)."""
    if more == 0:
        return ""
    if more < 0:
        return f": capped at {_most(outnumbered)}"
    return ": doubled" if outnumbered >= DRAMATIC else ": one extra point"


def _rule_of(more: int, outnumbered: int) -> str:
    """The same as a rule; "" if it did nothing."""
    if more == 0:
        return ""
    if more < 0:
        return f"The favored side scores {_most(outnumbered)} at most (31.9)."
    gets = "double" if outnumbered >= DRAMATIC else "one extra point"
    return f"The underdog scores {gets} (31.9)."


def _most(outnumbered: int) -> int:
    """What the favored side can score."""
    return 1 if outnumbered <= -DRAMATIC else 2


def end(war: War, event: e.WarEnded) -> None:
    """Call off what is still being fought in a war that is over, and book what its winner gets (20.3)."""
    joined = Engagement.objects.filter(war=war, outcome="joined", battle__isnull=False)
    for battle_id in joined.values_list("battle_id", flat=True):
        mark_absorbed(battle_id=battle_id)
        void(battle_id=battle_id)
    source, path = f"war:{war.pk}", f"/wars/{war.pk}/"
    score = lifetime.score_for(decode_settings(bytes(war.settings)).system)
    facts = Facts(LifetimeLine.Kind.WAR, side=event.winner or SIDES[0], system=score)
    if event.winner is None:
        words = f"Draw in the Empire War {war.name}"
        _book(war, _Scored(source, SIDES[0], 0, words, path, facts, drawn=True))
    elif not _given_up_again(war):
        words, won = f"Won the Empire War {war.name}", noted(facts, "An Empire War won scores 5 (20.3, S33).")
        _book(war, _Scored(source, event.winner, WAR_BONUS, words, path, won))


def _given_up_again(war: War) -> bool:
    """Whether the war ended in turn 1 with no battle fought, as another war between the same two has before (S75)."""
    seats = players(war)
    if war.turn > 1 or any(seat.user is None for seat in seats.values()) or _fought(war.pk):
        return False
    both = [seat.user for seat in seats.values()]
    others = War.objects.filter(status=War.Status.OVER, turn__lte=1, sandbox_of=None, imported=False)
    others = others.exclude(pk=war.pk).exclude(winner="")
    for user in both:
        others = others.filter(Exists(Seat.objects.filter(war=OuterRef("pk"), user=user)))
    return any(not _fought(number) for number in others.values_list("pk", flat=True))


def _fought(war_id: int) -> bool:
    return Engagement.objects.filter(war=war_id, outcome=Engagement.Outcome.FOUGHT).exists()


def _book(war: War, scored: _Scored) -> None:
    """A line between the two people who have the seats; none against the computer (S100)."""
    if war.is_sandbox:
        return
    seats = players(war)
    won, lost = seats[scored.winner].user, seats[opponent(scored.winner)].user
    if won is None or lost is None or won.is_computer or lost.is_computer:
        return
    if won != lost:
        lifetime.book(
            source=scored.source,
            winner=won,
            loser=lost,
            points=scored.points,
            words=scored.words,
            path=scored.path,
            facts=scored.facts,
            drawn=scored.drawn,
        )


def unscore(war: War, event: e.ResultAccepted | a.ResultAmended | e.WarEnded) -> None:
    """Take back the lifetime line of a result that was withdrawn, or that nobody won after all."""
    if isinstance(event, e.WarEnded):
        lifetime.remove(source=f"war:{war.pk}")
        return
    battle_id = Engagement.objects.values_list("battle_id", flat=True).get(war=war, number=event.battle)
    lifetime.remove(source=f"battle:{battle_id}")
