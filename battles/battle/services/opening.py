"""Opening a battle, and what only its owner may do: book or withdraw the result, hold it up, call it off."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.live import publish
from accounts.models import User
from battles.battle.boards import BOARDS, board_for
from battles.battle.selectors import away_until
from battles.battle.services.dice import commit, current
from battles.battle.services.resolving import give_doctrine, recall, start
from battles.battle.services.step import Kind, note, read, step
from battles.battle.services.ways import forget_finished_play, forget_play, seat_changed
from battles.models import ACTIVE, GOING_ON, OVER, Battle, Status, Way
from battles.table.drafts import save_draft
from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine, Level
from engines.seam.sides import SIDES, Side
from engines.seam.systems import by_hand

CLEARED = {
    "report": None,
    "reported_by": "",
    "reported_at": None,
    "stands_at": None,
    "remark": "",
    "disputed_at": None,
    "result": None,
    "settled_at": None,
    "settled_how": "",
    "absorbed_at": None,
    "held_at": None,
}


@transaction.atomic
def open_battle(
    *,
    setup: BattleSetup,
    title: str,
    place: str,
    terran_user: User,
    talon_user: User,
    confirm_hours: int = 72,
    owner_topic: str = "",
    owner_path: str = "",
    way: Way = Way.TABLE,
    doctrines: Mapping[Side, Doctrine] | None = None,
    dice: str = "",
    levels: Mapping[Side, Level] | None = None,
    clock: str = "",
    sandbox: bool = False,
    deputies: Mapping[Side, User] | None = None,
    teams: bool = False,
    begun_by: tuple[Side, User] | None = None,
) -> Battle:
    """A new battle for the table, the computer or the browser; joins the caller's transaction if there is one.

    Every change makes a notice under `owner_topic` ("war:17"); `owner_path` is the page to go back to. `doctrines` are
    those the sides have already given, `dice` the name under which its dice were committed before it was open, and
    `levels` those of sides whose captains are not of the usual level. `clock` is that of a battle played by hand.
    A battle of a `sandbox` counts nowhere. `deputies` act for the players. One of `teams` has players as its team
    battle says; who plays a side is the first of them. Its log says who has begun it for a side, if that is known.
    The computer settles one in the browser in which there is nothing to play.
    """
    battle = Battle.objects.create(
        system=setup.system,
        setup=codec.encode(setup),
        title=title,
        place=place,
        terran_user=terran_user,
        talon_user=talon_user,
        confirm_hours=confirm_hours,
        owner_topic=owner_topic,
        owner_path=owner_path,
        clock=clock,
        sandbox=sandbox,
        teams=teams,
        **{f"{side}_level": level for side, level in (levels or {}).items()},
        **{f"{side}_deputy": user for side, user in (deputies or {}).items()},
    )
    commit(name=dice or battle.topic, battle=battle)
    side, by = begun_by or (None, None)
    note(battle, Kind.OPENED, side, by=by)
    for side, doctrine in (doctrines or {}).items():
        give_doctrine(battle_id=battle.pk, side=side, doctrine=doctrine)
    if way == Way.HAND and not [*by_hand(battle.system).refusals_to_play(setup)]:
        board_for(battle).begin(battle)
        return battle
    return battle if way == Way.TABLE else start(battle)


def mark_absorbed(*, battle_id: int) -> bool:
    """Whether the owner books the result now: true once for each settlement, in the owner's transaction."""
    row = Battle.objects.filter(pk=battle_id, status=Status.SETTLED, absorbed_at=None)
    if not row.update(absorbed_at=timezone.now()):
        return False
    publish(Battle(pk=battle_id).topic)
    return True


@transaction.atomic
def reopen(*, battle_id: int) -> Battle:
    """A battle that was settled or called off, open again; its report stays as both sides' draft.

    One that was laid aside in the browser before its result was entered is laid aside again, where it stood (S35).
    For a result both sides withdraw. An open battle stays as it is; `StaleBattle` if a report awaits its answer.
    """
    battle = read(battle_id)
    if battle.status == Status.OPEN:
        return battle
    report = battle.report_document
    forget_finished_play(battle)
    battle = step(battle, only=OVER, status=Status.OPEN, **CLEARED)
    if report is not None:
        for side in SIDES:
            fields = battle.engine.report_fields(battle.setup_document, report)
            save_draft(battle_id=battle_id, side=side, fields=fields)
    current(battle)
    note(battle, Kind.REOPENED)
    return battle


@transaction.atomic
def hand_on(*, battle_id: int, side: Side, user: User, level: Level) -> None:
    """Give a side of the battle to another user, whose captains have that level.

    In a battle that is being fought or is over, the level stays. Who had it before asks for no other way any more.
    """
    battle = read(battle_id, lock=True)
    changes: dict[str, object] = {f"{side}_user": user}
    if battle.status not in OVER and not battle.resolutions.filter(status__in=ACTIVE).exists():
        changes[f"{side}_level"] = level
    Battle.objects.filter(pk=battle_id).update(**changes)
    battle.wishes.filter(side=side).update(way="")
    seat_changed(read(battle_id), side)


@transaction.atomic
def set_deputy(*, battle_ids: Collection[int], side: Side, user: User | None) -> None:
    """Let somebody act for the player of a side in these battles from now on; None: nobody."""
    Battle.objects.filter(pk__in=battle_ids).update(**{f"{side}_deputy": user})
    for battle_id in battle_ids:
        publish(Battle(pk=battle_id).topic)


@transaction.atomic
def follow_absence(*, battle_id: int, side: Side) -> Battle:
    """The battle whose clock runs only while the side is not away; its time to answer a report begins afterwards.

    Open pages of it are told: they say who is away.
    """
    battle = read(battle_id, lock=True)
    stands_at = _to_be_answered_by(battle, side)
    if stands_at != battle.stands_at:
        battle = step(battle, only=GOING_ON, stands_at=stands_at)
    _follow(battle)
    publish(battle.topic)
    return battle


def _to_be_answered_by(battle: Battle, side: Side) -> datetime | None:
    """By when a report is answered: within the whole time after an absence, and for who is back not later than now."""
    if battle.stands_at is None or battle.status != Status.REPORTED or battle.answering_side != side:
        return battle.stands_at
    whole, until = timedelta(hours=battle.confirm_hours), away_until(battle, side)
    if until is not None:
        return until + whole
    return min(battle.stands_at, (battle.held_at or timezone.now()) + whole)


@transaction.atomic
def hold(*, battle_id: int) -> Battle:
    """The battle held up: no report is entered or answered, and no time runs; one that is over stays as it is."""
    battle = read(battle_id, lock=True)
    if battle.held_at is not None or battle.status in OVER:
        return battle
    battle = step(battle, only=GOING_ON, held_at=timezone.now())
    _follow(battle)
    note(battle, Kind.HELD)
    return battle


@transaction.atomic
def release(*, battle_id: int) -> Battle:
    """A battle held up going on; the time to answer a report is what was left of it (S35)."""
    battle = read(battle_id, lock=True)
    if battle.held_at is None:
        return battle
    stands_at = battle.stands_at and battle.stands_at + (timezone.now() - battle.held_at)
    battle = step(battle, only=GOING_ON, held_at=None, stands_at=stands_at)
    _follow(battle)
    note(battle, Kind.RELEASED)
    return battle


@transaction.atomic
def void(*, battle_id: int) -> Battle:
    """The battle called off; one that is settled or called off already stays as it is."""
    battle = read(battle_id, lock=True)
    if battle.status in OVER:
        return battle
    recall(battle)
    forget_play(battle)
    battle = step(battle, only=GOING_ON, status=Status.VOID, **CLEARED)
    note(battle, Kind.VOIDED)
    return battle


def _follow(battle: Battle) -> None:
    """Let what the battle is played on do what time asks for, in the caller's transaction."""
    board = BOARDS.get(battle.system)
    if board is not None:
        board.follow(battle)
