"""Giving a battle to the computer, taking it back, trying again; and the doctrine each side gives (S35)."""

import secrets
from collections.abc import Mapping
from hashlib import sha256

import msgspec
from django.db import transaction
from django.utils import timezone

from battles import codec
from battles.engine.catalogue import SIDES, Side, opponent
from battles.models import Battle, Resolution, Status, Way, Wish
from battles.record import RULES_VERSION
from battles.seam.documents import Doctrine
from battles.seam.refusal import refuse
from battles.services.bell import ring
from battles.services.step import Kind, Stale, check_going_on, note, read, step

ACTIVE = (Resolution.Status.QUEUED, Resolution.Status.RUNNING)
PENDING = (*ACTIVE, Resolution.Status.FAILED)
_doctrines = msgspec.json.Encoder(order="deterministic")


def way_of(battle: Battle) -> Way:
    """What settles the battle now: the computer as long as it owes a result, else the table."""
    return Way.WORKER if battle.resolutions.filter(status__in=PENDING).exists() else Way.TABLE


@transaction.atomic
def give_doctrine(*, battle_id: int, side: Side, doctrine: Doctrine) -> None:
    """Keep the side's doctrine for the battle; the last one given before the fight counts."""
    _keep(battle_id, side, doctrine=codec.encode(doctrine))


@transaction.atomic
def ask_for(*, battle_id: int, side: Side, seen_version: int, way: Way, doctrine: Doctrine) -> Battle:
    """The battle with what the side asks for; when both ask for the same, it is so (S35).

    Where one person plays both sides, or the computer the other, one asking is enough. `Stale` if the page was older
    than the battle, `Refused` if a report is waiting for its answer.
    """
    battle = read(battle_id)
    if battle.version != seen_version:
        raise Stale(battle)
    check_going_on(battle)
    if battle.status not in (Status.OPEN, Status.DISPUTED):
        raise refuse(
            "S35", "A result has been entered: answer it, or dispute it, before asking for the computer."
        )
    for one in SIDES if battle.one_screen else (side,):
        _keep(battle_id, one, way=way, doctrine=codec.encode(doctrine))
    if battle.user_of(opponent(side)).is_computer:
        _keep(battle_id, opponent(side), way=way)
    battle = step(battle, only=(Status.OPEN, Status.DISPUTED))
    note(battle, Kind.ASKED, side, Way(way).label)
    if _agreed(battle) == way and way_of(battle) != way:
        battle = start(battle) if way == Way.WORKER else recall(battle)
    return battle


def _keep(battle_id: int, side: Side, **changes: bytes | str) -> None:
    mine = Wish.objects.filter(battle_id=battle_id, side=side)
    if not mine.update(**changes):
        defaults = {"doctrine": codec.encode(Doctrine()), **changes}
        Wish.objects.get_or_create(battle_id=battle_id, side=side, defaults=defaults)


def _agreed(battle: Battle) -> str:
    """The way both sides ask for, "" if they do not ask for the same."""
    ways = set(battle.wishes.values_list("way", flat=True)) if battle.wishes.count() == len(SIDES) else {""}
    return ways.pop() if len(ways) == 1 else ""


def doctrines_of(battle: Battle) -> dict[Side, Doctrine]:
    """Each side's doctrine for the battle, the usual one where none was given. Not for the other side's eyes."""
    given = {wish.side: codec.decode_doctrine(bytes(wish.doctrine)) for wish in battle.wishes.all()}
    return {side: given.get(side, Doctrine()) for side in SIDES}


def start(battle: Battle) -> Battle:
    """Give the battle to the computer, in the caller's transaction; an entered report is put aside."""
    doctrines = _doctrines.encode(doctrines_of(battle))
    Resolution.objects.create(
        battle=battle,
        start_hash=start_hash(battle, doctrines),
        seed=secrets.token_hex(16),
        doctrines=doctrines,
        rules_version=RULES_VERSION,
        due_at=timezone.now(),
    )
    if battle.status == Status.DISPUTED:
        battle = step(battle, only=(Status.DISPUTED,), status=Status.OPEN, **UNREPORTED)
    note(battle, Kind.QUEUED)
    ring(battle)
    return battle


UNREPORTED = {"report": None, "reported_by": "", "reported_at": None, "remark": "", "disputed_at": None}


def start_hash(battle: Battle, doctrines: bytes) -> str:
    """What a fight starts from: set-up, doctrines, rules."""
    return sha256(b"\0".join((bytes(battle.setup), doctrines, RULES_VERSION.encode()))).hexdigest()


def decode_doctrines(raw: bytes) -> dict[Side, Doctrine]:
    """The doctrines a resolution keeps."""
    return msgspec.json.decode(raw, type=dict[Side, Doctrine])


def recall(battle: Battle) -> Battle:
    """Take the battle back from the computer, in the caller's transaction; a fight under way comes to nothing."""
    dropped = {"status": Resolution.Status.DROPPED, "done_at": timezone.now(), "lease_until": None}
    if battle.resolutions.filter(status__in=PENDING).update(**dropped):
        note(battle, Kind.RECALLED)
    return battle


@transaction.atomic
def try_again(*, battle_id: int, side: Side, seen_version: int) -> Battle:
    """The battle that the computer could not fight, queued once more with the same seed."""
    battle = read(battle_id)
    if battle.version != seen_version:
        raise Stale(battle)
    check_going_on(battle)
    failed = battle.resolutions.filter(status=Resolution.Status.FAILED)
    queued = {"status": Resolution.Status.QUEUED, "attempts": 0, "due_at": timezone.now(), "done_at": None}
    if failed.update(**queued):
        battle = step(battle, only=(Status.OPEN, Status.DISPUTED))
        note(battle, Kind.QUEUED, side)
        ring(battle)
    return battle


def check_unowed(battle: Battle) -> None:
    """Raise `Refused` while the computer is fighting the battle: one way at a time (S35)."""
    if battle.resolutions.filter(status__in=ACTIVE).exists():
        raise refuse("S35", "The computer is fighting this battle; its result will be here in a moment.")


def wishes_of(battle: Battle, side: Side) -> Mapping[str, Wish | None]:
    """The side's own wish, and whether the other has asked at all, by "own" and "other"."""
    found = {wish.side: wish for wish in battle.wishes.all()}
    return {"own": found.get(side), "other": found.get(opponent(side))}
