"""How a battle played by hand ends: what the players ask for besides playing on, and what there is once it is over."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.urls import reverse
from django_stubs_ext import WithAnnotations

from battles.battle.other_ways import OtherWay, other_ways
from battles.battle.selectors import effect_of, origin_of
from battles.battle.services.pairs import is_first_game, pair_in_words
from battles.battle.standing import Asks
from battles.battle.verdict import only_side
from battles.models import Battle, Challenge, Play, PlayedBy, TeamBattle, Way
from battles.table.report import Outcome, outcome_of
from engines.seam.sides import Side, opponent
from engines.talon.play.offered import Choice
from engines.talon.state import Battle as Board


@dataclass(frozen=True, slots=True)
class WaysOut:
    """How the battle may end or be left otherwise than by playing on."""

    draw: Literal["", "mine", "theirs"]
    """Who offers a draw, "" for nobody."""
    accept: Choice | None
    """The choice to take theirs, if that is possible now."""
    concede: Choice | None
    """The choice to concede, if that is possible now."""
    fight_on: Choice | None
    """The choice of a player of a team to take back what they wish, if that is possible now."""
    now: Way
    """How the battle is settled now."""
    others: tuple[OtherWay, ...]
    """In which other ways the players ask to finish it."""
    origin: str
    """The page from which it is tried out, "" for none."""


def ways_out(
    play: "WithAnnotations[Play, Asks]", board: Board, side: Side, leaving: Iterable[Choice]
) -> WaysOut:
    """The ways out for the side's player; `leaving` are the orders by which the side may leave the battle now."""
    over, now = play.stage == Play.Stage.OVER, _way_now(play)
    draw = _draw(board, side) if not over else ""
    choices = {choice.verb: choice for choice in leaving}
    return WaysOut(
        draw=draw,
        accept=choices.get("offer-draw") if draw == "theirs" else None,
        concede=choices.get("concede"),
        fight_on=choices.get("fight-on"),
        now=now,
        others=() if over else other_ways(play, side, now),
        origin=origin_of(play.battle, play.battle.user_of(side)),
    )


def _draw(board: Board, side: Side) -> Literal["", "mine", "theirs"]:
    if not board.offers:
        return ""
    return "mine" if side in board.offers else "theirs"


def _way_now(play: Play) -> Way:
    """How the battle is settled now: by captains alone, or by hand."""
    return Way.HAND if PlayedBy.PERSON in (play.terran_by, play.talon_by) else Way.WORKER


@dataclass(frozen=True, slots=True)
class PlayEnd:
    """What there is of a battle that is over."""

    outcome: Outcome | None
    """Who won and how, once the result is written."""
    moved: str
    """What that moved in the war, as far as it is known yet."""
    report_path: str
    """Where the report is, "" without one."""
    pair: str
    """What it means as one of two games, "" if it is played once."""
    rematch: str
    """The words of the button for another battle, "" without a button."""
    next_path: str
    """Where the rematch is played that both have asked for, "" if there is none."""


def end_of(play: Play, side: Side, seats: tuple[Side, ...]) -> PlayEnd | None:
    """The end for the player of these sides; None while the battle goes on."""
    battle = play.battle
    if play.stage != Play.Stage.OVER:
        return None
    return PlayEnd(
        outcome=_outcome(battle, only_side(seats)),
        moved=effect_of(battle),
        report_path="" if battle.begins_midway else reverse("battle_fought", args=[battle.pk]),
        pair=pair_in_words(battle) if battle.result_document is not None else "",
        rematch=rematch_words(battle, side),
        next_path=next_path(battle),
    )


def _outcome(battle: Battle, reader: Side | None) -> Outcome | None:
    """Who won and how, for the player of a side."""
    result = battle.result_document
    return None if result is None else outcome_of(battle.setup_document, result.report, reader)


def rematch_words(battle: Battle, side: Side) -> str:
    """The words of the button for another battle after a single one that is over, "" without a button; one query."""
    if battle.owner_path:
        return ""
    if battle.teams:
        return "" if next_path(battle) else "Play it again, with the same seats"
    asked = Challenge.objects.filter(rematch_of=battle).first()
    if asked is None:
        return "Play the second game, sides swapped" if is_first_game(battle) else "Rematch, sides swapped"
    if asked.battle_id is not None or asked.user_id == battle.user_of(side).pk:
        return ""
    wanted = "the second game" if is_first_game(battle) else "a rematch"
    return f"{battle.user_of(opponent(side)).username} wants {wanted}, sides swapped: play"


def next_path(battle: Battle) -> str:
    """Where the rematch is that both have asked for, "" if there is none; one query.

    Of teams it is where the same seats are, once anybody has asked for it.
    """
    if battle.teams:
        again = TeamBattle.objects.filter(again_of=battle, withdrawn=False).first()
        return "" if again is None else reverse("team", args=[again.token])
    found = Challenge.objects.filter(rematch_of=battle).exclude(battle=None).first()
    return "" if found is None else reverse("battle_play", args=[found.battle_id])
