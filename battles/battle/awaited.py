"""What a battle waits for from each of its sides."""

from typing import Literal, NamedTuple, TypedDict

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django_stubs_ext import WithAnnotations

from battles.battle.selectors import owed, played
from battles.models import ACTIVE, GOING_ON, Battle, BattleNote, Play, PlayedBy, Resolution, Status, Way
from engines.seam.sides import SIDES, Side, opponent

TURNS = (
    BattleNote.Kind.ENTERED,
    BattleNote.Kind.DISPUTED,
    BattleNote.Kind.REOPENED,
    BattleNote.Kind.QUEUED,
    BattleNote.Kind.RECALLED,
    BattleNote.Kind.FAILED,
    BattleNote.Kind.BEGUN,
    BattleNote.Kind.LAID,
)
Task = Literal[
    "record", "settle", "agree_or_record", "agree_or_settle", "agree_to_play", "play", "confirm", "failed"
]
ANSWERING: frozenset[Task] = frozenset({"agree_or_record", "agree_or_settle", "agree_to_play"})
"""What waits for a side that is asked to let the computer fight a battle, or to play it here (S35)."""


class Awaited(TypedDict):
    """The annotation of a battle that waits for somebody: how often the turn to act has changed."""

    turns: int


class Awaits(NamedTuple):
    """What a battle waits for from a side; `name`: who asks or whose report it is, "" at one screen."""

    task: Task
    name: str = ""


class Asked(NamedTuple):
    """What a side is asked: to settle the battle that `way`, by the player of that `name`, with request `number`."""

    way: Way
    name: str
    number: int


def awaited() -> "QuerySet[WithAnnotations[Battle, Awaited]]":
    """Battles that wait for somebody, with their players and `turns`: not those that the computer is fighting."""
    turns = Count("notes", filter=Q(notes__kind__in=TURNS))
    computer = Resolution.objects.filter(battle=OuterRef("pk"), status__in=ACTIVE)
    plays = Play.objects.filter(battle=OuterRef("pk"), stage=Play.Stage.ON)
    captains = plays.exclude(terran_by=PlayedBy.PERSON).exclude(talon_by=PlayedBy.PERSON)
    found = Battle.objects.filter(~Exists(computer), ~Exists(captains), status__in=GOING_ON)
    return found.select_related("terran_user", "talon_user").annotate(turns=turns)


def wait_key(battle_id: int, status: str, turns: int, task: Task = "record") -> str:
    """The key of what a battle waits for; it stays the same when the author of a report corrects it."""
    return f"battle:{battle_id}:{status}:{turns}{':asked' if task in ANSWERING else ''}"


def waits_for(battle: Battle) -> dict[Side, Awaits]:
    """What the battle waits for from each side; empty when it waits for nobody.

    Reads `terran_user` and `talon_user`: select them along.
    """
    if battle.status == Status.OPEN:
        return _to_record(battle)
    if battle.status == Status.DISPUTED:
        return dict.fromkeys(SIDES, Awaits("settle")) | _asking(battle, "agree_or_settle")
    answering = battle.answering_side
    if answering is None:
        return {}
    reporter = "" if battle.one_screen else battle.name_of(opponent(answering))
    return {answering: Awaits("confirm", reporter)}


def asked_to_change(battle: Battle) -> dict[Side, Asked]:
    """The sides that are asked to settle a battle another way, while it is played here or the computer failed at it.

    Five queries at most; where it waits for a report, `waits_for` says it. Reads `terran_user` and `talon_user`.
    """
    if battle.status != Status.OPEN or not battle.two_people or not battle.owner_topic:
        return {}
    return {
        side: Asked(way, name, _requests(battle, opponent(side)))
        for way in _ways_to_ask_for(battle)
        for side, name in asked_of(battle, way).items()
    }


def asked_of(battle: Battle, way: Way = Way.WORKER) -> dict[Side, str]:
    """The sides that are asked to settle the battle that way, each with the name of the asker; one query."""
    if battle.status not in (Status.OPEN, Status.DISPUTED) or battle.one_screen:
        return {}
    asking = set(battle.wishes.filter(way=way).values_list("side", flat=True))
    return {
        side: battle.name_of(opponent(side))
        for side in SIDES
        if opponent(side) in asking and side not in asking
    }


def _ways_to_ask_for(battle: Battle) -> tuple[Way, ...]:
    """What the players may ask each other for while nothing else says so."""
    play = played(battle)
    if play is not None:
        now = Way.HAND if PlayedBy.PERSON in (play.terran_by, play.talon_by) else Way.WORKER
        return tuple(way for way in Way if way != now)
    failed = owed(battle)
    return (Way.HAND,) if failed is not None and failed.status == Resolution.Status.FAILED else ()


def _requests(battle: Battle, side: Side) -> int:
    """How often the side has asked for another way; a request withdrawn counts too."""
    asked = battle.notes.filter(kind=BattleNote.Kind.ASKED, side=side)
    return asked.exclude(text=BattleNote.WITHDREW).count()


def _to_record(battle: Battle) -> dict[Side, Awaits]:
    resolution = owed(battle)
    if resolution is not None:
        failed = resolution.status == Resolution.Status.FAILED
        return dict.fromkeys(SIDES, Awaits("failed")) if failed else {}
    play = played(battle)
    if play is not None:
        return {side: Awaits("play") for side in SIDES if play.by(side) == PlayedBy.PERSON}
    return dict.fromkeys(SIDES, Awaits("record")) | _asking(battle, "agree_or_record")


def _asking(battle: Battle, task: Task) -> dict[Side, Awaits]:
    by_computer = {side: Awaits(task, name) for side, name in asked_of(battle).items()}
    by_hand = {side: Awaits("agree_to_play", name) for side, name in asked_of(battle, Way.HAND).items()}
    return by_computer | by_hand
