"""Giving a battle to the computer, taking it back, trying again; and the doctrine each side gives (S35)."""

from hashlib import sha256
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.work import Bell
from battles.battle.services.dice import add_entropy, closed, current
from battles.battle.services.step import Kind, StaleBattle, check_going_on, forget_asking, note, read, step
from battles.battle.services.ways import kept_play, lay_aside, play_by_captains, play_by_hand
from battles.models import ACTIVE, Battle, BattleNote, DiceSeal, Play, PlayedBy, Resolution, Status, Way, Wish
from engines.seam import codec
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, opponent

BELL = Bell("battles.tasks.resolve")
PENDING = (*ACTIVE, Resolution.Status.FAILED)
_doctrines = msgspec.json.Encoder(order="deterministic")


def way_of(battle: Battle) -> Way:
    """What settles the battle now: the computer as long as it owes a result, the browser, else the table.

    A battle begun in the browser that captains of both sides finish is the computer's too.
    """
    play = battle.plays.filter(stage=Play.Stage.ON).first()
    if play is not None:
        by_person = PlayedBy.PERSON in (play.terran_by, play.talon_by)
        return Way.HAND if by_person else Way.WORKER
    return Way.WORKER if battle.resolutions.filter(status__in=PENDING).exists() else Way.TABLE


@transaction.atomic
def give_doctrine(*, battle_id: int, side: Side, doctrine: Doctrine) -> None:
    """Keep the side's doctrine for the battle; the last one given before the fight counts."""
    _keep(battle_id, side, doctrine=codec.encode(doctrine))


@transaction.atomic
def ask_for(
    *,
    battle_id: int,
    side: Side,
    seen_version: int,
    way: Way,
    doctrine: Doctrine | None = None,
    entropy: str = "",
    by: User | None = None,
) -> Battle:
    """The battle with the side's request; when both ask for the same, it takes effect (S35).

    One request is enough where one person plays both sides or the computer plays the other. Without a `doctrine` or an
    `entropy`, the one given before stays. `StaleBattle` if the page was older than the battle, `Refused` if a report
    waits for its answer or the computer is already fighting the battle.
    """
    battle = read(battle_id, lock=True)
    if battle.version != seen_version:
        if _asked_before(battle, side, seen_version, way):
            return battle
        raise StaleBattle(battle)
    check_going_on(battle)
    if battle.status not in (Status.OPEN, Status.DISPUTED):
        raise refuse("S35", "A result has been entered. Dispute it before you ask for captains.")
    _check_way(battle, way)
    if way == Way.WORKER and battle.resolutions.filter(status__in=PENDING).exists():
        return try_again(battle_id=battle_id, side=side, seen_version=seen_version, doctrine=doctrine, by=by)
    before, withdrawn = _asked(battle), way == way_of(battle)
    wanted = "" if withdrawn else way  # or it would be a request again once the battle goes another way
    for one in _speaking(battle, side):
        _keep(battle_id, one, way=wanted, **_given(doctrine))
        add_entropy(current(battle), one, entropy)
    if battle.user_of(opponent(side)).is_computer:
        _keep(battle_id, opponent(side), way=wanted)
    if _asked(battle) == before:
        return battle  # only the doctrine changed, and that stays secret
    battle = step(battle, only=(Status.OPEN, Status.DISPUTED))
    words = BattleNote.WITHDREW if withdrawn else Way(way).label
    note(battle, Kind.ASKED, side, words, by=by)
    return _as_agreed(battle)


def _check_way(battle: Battle, way: Way) -> None:
    """Raise `Refused` for a way that nobody can ask for in this battle."""
    if battle.teams and battle.plays.exists():
        raise refuse("S35", "Its players play a team battle to its end. Concede or offer a draw to end it.")
    if way == Way.HAND and battle.engine.by_hand is None:
        raise refuse("S35", f"Battles of {battle.engine.title} are not played in the browser.")


def asks_another(battle: Battle, side: Side, way: Way) -> bool:
    """Whether a request for that way is a new one to another person, who gets a message; two queries at most."""
    asked = _asked(battle)
    new = way not in (asked.get(side), asked.get(opponent(side)))
    return battle.two_people and new and way != way_of(battle)


@transaction.atomic
def fight_overdue(*, battle_id: int) -> bool:
    """Whether a battle that nobody finished in time goes to the computer now; not one that has another way (S12)."""
    battle = read(battle_id, lock=True)
    check_going_on(battle)
    if battle.status not in (Status.OPEN, Status.DISPUTED) or way_of(battle) != Way.TABLE:
        return False
    _finished_by_captains(step(battle, only=(Status.OPEN, Status.DISPUTED)))
    return True


def _asked_before(battle: Battle, side: Side, seen_version: int, way: Way) -> bool:
    """Whether the same has just been asked, as by a double click."""
    same = way in (_asked(battle).get(side), way_of(battle))
    return same and battle.status in (Status.OPEN, Status.DISPUTED) and battle.version == seen_version + 1


def agree_to_way(battle: Battle, side: Side) -> bool:
    """Whether the other side asks for another way than the battle's, to which this side agrees, in a transaction."""
    way = _asked(battle).get(opponent(side), "")
    if battle.status not in (Status.OPEN, Status.DISPUTED) or way in ("", way_of(battle)):
        return False
    _keep(battle.pk, side, way=way)
    _as_agreed(step(battle, only=(Status.OPEN, Status.DISPUTED)))
    return True


def _as_agreed(battle: Battle) -> Battle:
    """The battle settled the way both sides ask for, if it is another than the battle's."""
    agreed = _agreed(battle)
    if agreed in ("", way_of(battle)):
        return battle
    if agreed == Way.WORKER:
        return _finished_by_captains(battle)
    recall(battle)
    if agreed == Way.HAND:
        battle = _undisputed(battle)
        play_by_hand(battle)
    else:
        lay_aside(battle)
    return battle


def _finished_by_captains(battle: Battle) -> Battle:
    """The battle given to the computer; one that was begun in the browser goes on from where it stands."""
    if kept_play(battle) is None:
        return start(battle)
    forget_asking(battle)
    battle = _undisputed(battle)
    play_by_captains(battle)
    return battle


def _keep(battle_id: int, side: Side, **changes: bytes | str) -> None:
    mine = Wish.objects.filter(battle_id=battle_id, side=side)
    if not mine.update(**changes):
        defaults = {"doctrine": codec.encode(Doctrine()), **changes}
        Wish.objects.get_or_create(battle_id=battle_id, side=side, defaults=defaults)


def _speaking(battle: Battle, side: Side) -> tuple[Side, ...]:
    """The sides for which the player of `side` speaks."""
    return SIDES if battle.one_screen else (side,)


def _given(doctrine: Doctrine | None) -> dict[str, bytes]:
    return {} if doctrine is None else {"doctrine": codec.encode(doctrine)}


def _asked(battle: Battle) -> dict[str, str]:
    """What each side asks for."""
    return dict(battle.wishes.values_list("side", "way"))


def _agreed(battle: Battle) -> str:
    """The way both sides ask for, "" if they do not ask for the same."""
    asked = _asked(battle)
    ways = {asked.get(side, "") for side in SIDES}
    return ways.pop() if len(ways) == 1 else ""


def doctrines_of(battle: Battle) -> dict[Side, Doctrine]:
    """Each side's doctrine for the battle, the usual one where none was given. Secret from the other side."""
    given = {wish.side: codec.decode_doctrine(bytes(wish.doctrine)) for wish in battle.wishes.all()}
    return {side: given.get(side, Doctrine()) for side in SIDES}


def start(battle: Battle) -> Battle:
    """Give the battle to the computer, in the caller's transaction; a disputed report is discarded."""
    forget_asking(battle)
    seal = closed(current(battle))
    begun = {"due_at": timezone.now(), **_start_of(battle, seal)}
    queued = Resolution.objects.create(battle=battle, seal=seal, **begun)
    battle = _undisputed(battle)
    note(battle, Kind.QUEUED)
    BELL.ring(queued.pk)
    return battle


def _undisputed(battle: Battle) -> Battle:
    """The battle with a disputed report discarded."""
    if battle.status != Status.DISPUTED:
        return battle
    return step(battle, only=(Status.DISPUTED,), status=Status.OPEN, **UNREPORTED)


UNREPORTED = {"report": None, "reported_by": "", "reported_at": None, "remark": "", "disputed_at": None}


def _start_of(battle: Battle, seal: DiceSeal | None) -> dict[str, Any]:
    """What a fight that begins now starts from, as a resolution's fields."""
    doctrines = _doctrines.encode(doctrines_of(battle))
    return {
        "doctrines": doctrines,
        "rules_version": battle.engine.rules_version,
        "start_hash": start_hash(battle, doctrines, battle.engine.rules_version, seal),
    }


def start_hash(battle: Battle, doctrines: bytes, rules_version: str, seal: DiceSeal | None) -> str:
    """The name of what a fight starts from: set-up, doctrines, rules, captains, and what seals the dice."""
    parts = [bytes(battle.setup), doctrines, rules_version.encode()]
    parts += [f"{side} {level}".encode() for side, level in battle.levels.items() if level != "captain"]
    if seal is not None:
        parts += [word.encode() for word in (seal.name, seal.commitment, *seal.entropies.values())]
    return sha256(b"\0".join(parts)).hexdigest()


def decode_doctrines(raw: bytes) -> dict[Side, Doctrine]:
    """The doctrines a resolution keeps."""
    return msgspec.json.decode(raw, type=dict[Side, Doctrine])


def recall(battle: Battle) -> Battle:
    """Take the battle back from the computer, in the caller's transaction; a fight under way is dropped."""
    forget_asking(battle)
    dropped = {"status": Resolution.Status.DROPPED, "done_at": timezone.now(), "lease_until": None}
    if battle.resolutions.filter(status__in=PENDING).update(**dropped):
        note(battle, Kind.RECALLED)
    return battle


@transaction.atomic
def try_again(
    *,
    battle_id: int,
    side: Side,
    seen_version: int,
    doctrine: Doctrine | None = None,
    by: User | None = None,
) -> Battle:
    """The battle that the computer failed to fight, queued again under the current rules and doctrines.

    The dice stay, and so does the doctrine if none is given. `StaleBattle` if the page was older than the battle,
    `Refused` while it is being fought.
    """
    battle = read(battle_id, lock=True)
    if battle.version != seen_version:
        raise StaleBattle(battle)
    check_going_on(battle)
    check_no_work_owed(battle)
    if battle.status != Status.OPEN:
        raise StaleBattle(battle)
    for one in _speaking(battle, side) if doctrine is not None else ():
        _keep(battle_id, one, **_given(doctrine))
    queued = _queued_again(battle, side, by)
    if queued is None:
        raise refuse("S35", "There is nothing to try again: captains have not failed to fight this battle.")
    return queued


@transaction.atomic
def resolve_again(*, battle_id: int) -> bool:
    """Whether a battle that the computer failed to fight was queued again for the host."""
    battle = read(battle_id)
    check_going_on(battle)
    return _queued_again(battle, None, None) is not None


def _queued_again(battle: Battle, side: Side | None, by: User | None) -> Battle | None:
    """The battle with its failed resolution queued; None if it has none."""
    mine = battle.resolutions.filter(status=Resolution.Status.FAILED)
    failed = mine.select_related("seal").first()
    queued = {"status": Resolution.Status.QUEUED, "attempts": 0, "last_error": "", "done_at": None}
    if failed is None or not mine.update(**queued, due_at=timezone.now(), **_start_of(battle, failed.seal)):
        return None
    battle = step(battle, only=(Status.OPEN,))
    note(battle, Kind.QUEUED, side, by=by)
    BELL.ring(failed.pk)
    return battle


def check_no_work_owed(battle: Battle) -> None:
    """Raise `Refused` while the battle is fought by the computer or played in the browser: one way at a time (S35)."""
    if battle.resolutions.filter(status__in=ACTIVE).exists():
        raise refuse("S35", "Captains are fighting this battle. Wait for its result.")
    if battle.plays.filter(stage=Play.Stage.ON).exists():
        raise refuse(
            "S35", "This battle is being played in the browser. First agree to finish it at the table."
        )
