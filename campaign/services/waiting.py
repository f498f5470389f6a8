"""What waits for whom: the first lines of "my wars", and the messages. Known here and nowhere else."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from accounts.deliveries.owing import cancel_owed, owe
from accounts.live.notices import publish, topic_of
from accounts.models import MessageKind, User
from accounts.readers_zone import zone_of
from accounts.zones import instant_words
from battles.awaited import asked_to_change, awaited, wait_key, waits_for
from battles.models import Battle, Way
from campaign.log.fold import WITHDRAW
from campaign.models import Correction, Deputy, Engagement, Entry, SealedOrder, Seat, Waiting, War
from campaign.pace import PAUSE
from campaign.rules import state as core
from campaign.rules.deadlines import DOINGS
from campaign.services.acting import OF_THE_PLAYER, deputies_now, has_deputy
from campaign.services.bell import ring
from campaign.services.deadlines import CORRECTED, follow
from campaign.waiting import sentence
from config.kept_queries import KeptQuery
from engines.seam.sides import SIDES, Side, opponent

Kind = Waiting.Kind
DRAFT_AGAIN = "A result was corrected. Your plan is a draft again: seal it again."
OF_A_BATTLE = frozenset(
    {
        Kind.RECORD,
        Kind.SETTLE,
        Kind.AGREE_OR_RECORD,
        Kind.AGREE_OR_SETTLE,
        Kind.AGREE_TO_PLAY,
        Kind.PLAY,
        Kind.CONFIRM,
        Kind.FAILED,
    }
)
OTHER_WAYS = {Way.WORKER: Kind.FINISH, Way.TABLE: Kind.TO_TABLE, Way.HAND: Kind.TO_BOARD}
"""What waits for a side that is asked to settle a battle under way otherwise (S35)."""
PROPOSALS = frozenset({*OF_THE_PLAYER, *OTHER_WAYS.values()})
"""What waits only for an answer: the war goes on as it is without one."""


@dataclass(frozen=True)
class Wait:
    """One thing a side has to do: `key` names it within the war; the rest as in `Waiting`."""

    key: str
    kind: Kind
    path: str
    turn: int = 0
    place: str = ""
    name: str = ""


_WAITING = KeptQuery(lambda war: Waiting.objects.filter(war=war).select_related("user"), -1)
_SEATS = KeptQuery(
    lambda war: Seat.objects.filter(war=war).select_related("user").annotate(deputy=has_deputy()), -1
)
_WITHDRAWALS = KeptQuery(lambda war: Entry.objects.filter(war=war, kind=WITHDRAW).values_list("pk"), -1)
_OPEN_CORRECTIONS = KeptQuery(
    lambda war: Correction.objects.filter(war=war, status=Correction.Status.OPEN).order_by("pk")[:1], -1
)


def refresh(
    war: War,
    state: core.War | None,
    *,
    sealed: frozenset[str] | None = None,
    unsealed: frozenset[str] = frozenset(),
) -> None:
    """Update what a war waits for, and notify players with something new to do; inside the transaction.

    `sealed`: the sides that have sealed in this phase, asked for if it is not known. `unsealed`: those whose sealed
    plan is a draft again because a result was corrected.
    """
    known = {(row.side, row.key): row for row in _WAITING.objects(war.pk)}
    wanted: dict[str, list[Wait]] = {}
    if state is not None:
        again = war.generation + len(_WITHDRAWALS.values(war.pk))
        sealed = _sealed(war, state) if sealed is None else sealed
        found = waits(war, state, sealed)
        wanted = {side: [_anew(wait, again) for wait in found[side]] for side in SIDES}
        for side in SIDES:
            keys = {key for whose, key in known if whose == side and CORRECTED in key}
            new_key = f"{CORRECTED}{war.version}" if side in unsealed else ""
            wanted[side] = [_planned_again(wait, keys, new_key) for wait in wanted[side]]
    lent = state.lent if state is not None else ()
    rows = [Waiting(war=war, side=side, **asdict(wait)) for side in wanted for wait in wanted[side]]
    dues = follow(war, rows, lent)
    seats = {seat.side: seat for seat in _SEATS.objects(war.pk)}
    deputies = deputies_now(war) if any(seat.deputy for seat in seats.values()) else {}
    new = [
        (seat, seat.user, wait)
        for side in SIDES
        if (seat := seats.get(side)) is not None
        for wait in wanted.get(side, [])
        if known.pop((side, wait.key), None) is None and seat.user is not None
    ]
    _begin(war, new, lent, dues, deputies)
    _end(war, known.values(), deputies)
    concerned = {user.pk for _, user, _ in new} | {row.user_id for row in known.values()}
    if new or known:
        concerned |= {deputy.user_id for deputy in deputies.values()}
    publish(*(topic_of(number) for number in sorted(concerned)))


def _planned_again(wait: Wait, keys: Collection[str], new_key: str) -> Wait:
    """A plan that has to be sealed again is a new thing to do, under one key until it is sealed."""
    if wait.kind != Kind.PLAN:
        return wait
    known = next((key for key in keys if key.partition(CORRECTED)[0] == wait.key), wait.key)
    return replace(wait, key=f"{wait.key}{new_key}" if new_key else known)


def leave(war: War, side: str) -> None:
    """Nothing waits any more for who plays the side now: they give the seat up."""
    rows = list(war.waiting.filter(side=side).select_related("user"))
    _end(war, rows, {})
    publish(*(topic_of(number) for number in sorted({row.user_id for row in rows})))


def tell_deputy(war: War, side: Side, deputy: User) -> None:
    """Owe a new deputy what the war waits for from the side now."""
    rows = [row for row in war.waiting.filter(side=side) if row.kind not in OF_THE_PLAYER]
    for row in rows:
        _owe(war, row, deputy, None)


def dismiss_deputy(war: War, side: Side, deputy: User) -> None:
    """Owe somebody who is the side's deputy no more nothing of what it waits for."""
    for row in war.waiting.filter(side=side):
        cancel_owed(user=deputy, key=_owed_key(war, row))


def _end(war: War, rows: Collection[Waiting], deputies: Mapping[Side, Deputy]) -> None:
    for row in rows:
        for user in _told(row, deputies):
            cancel_owed(user=user, key=_owed_key(war, row))
    if rows:
        Waiting.objects.filter(pk__in=[row.pk for row in rows]).delete()


def _told(row: Waiting, deputies: Mapping[Side, Deputy]) -> list[User]:
    """Who hears of what a side has to do: its player, unless that is the computer, and the deputy."""
    deputy = deputies.get("terran" if row.side == "terran" else "talon")
    acting = [deputy.user] if deputy is not None and row.kind not in OF_THE_PLAYER else []
    return [*([] if row.user.is_computer else [row.user]), *acting]


def _anew(wait: Wait, again: int) -> Wait:
    """After a result was withdrawn, or the war has gone back, the same thing is a new one, with a new message."""
    if not again or wait.kind in OF_A_BATTLE:
        return wait
    return replace(wait, key=f"{wait.key}:again-{again}")


def _owed_key(war: War, row: Waiting) -> str:
    """The key of the message; a battle's own is the one that battles use, so that nobody gets two."""
    return row.key if row.kind in OF_A_BATTLE else f"war:{war.pk}:{row.key}"


def _begin(
    war: War,
    new: Sequence[tuple[Seat, User, Wait]],
    lent: Collection[str],
    dues: Mapping[Side, datetime],
    deputies: Mapping[Side, Deputy],
) -> None:
    """Note what is new, and tell its players by when it is due: not those whose side the computer plays."""
    rows = [Waiting(war=war, side=seat.side, user=user, **asdict(wait)) for seat, user, wait in new]
    Waiting.objects.bulk_create(rows)
    if any(row.user.is_computer for row in rows):
        ring(war.pk)
    for row in rows:
        if row.side in lent or war.is_sandbox:
            continue
        due = dues.get("terran" if row.side == "terran" else "talon") if row.kind in DOINGS else None
        for user in _told(row, deputies):
            _owe(war, row, user, due)


def _owe(war: War, row: Waiting, user: User, due: datetime | None) -> None:
    """Owe a player or deputy the news of what the side has to do, and by when."""
    words = sentence(row)
    by = f" Deadline: {instant_words(due, zone_of(user))}." if due is not None else ""
    again = f" {DRAFT_AGAIN}" if CORRECTED in row.key else ""
    body = f"{words} — {war.name}, {row.side.title()} side.{again}{by}"
    kind = MessageKind.PROPOSAL if row.kind in PROPOSALS else MessageKind.TURN
    subject = f"{war.name}: {words}"
    owe(user=user, kind=kind, key=_owed_key(war, row), subject=subject, body=body, path=row.path)


def _sealed(war: War, state: core.War) -> frozenset[str]:
    """The sides that have sealed in this phase; asked only where orders are sealed at all."""
    if state.phase not in ("bases", "planning"):
        return frozenset()
    rows = SealedOrder.objects.filter(war=war, turn=state.turn, phase=state.phase)
    return frozenset(rows.values_list("seat", flat=True))


def waits(war: War, state: core.War, sealed: frozenset[str]) -> dict[Side, list[Wait]]:
    """Everything the war waits for from each side, the most pressing first; `sealed`: who has sealed."""
    if war.frozen:
        return {side: [] for side in SIDES}
    if state.phase == "over":
        asked = _correction(war)
        return {
            side: [*_withdrawal(war, side), *(asked[side] for _ in [0] if side in asked)] for side in SIDES
        }
    correction = _correction(war)
    pressing = [
        _orders(war, state, sealed),
        _question(war, state) or _going_on(war, state),
        _other_way(war, state),
    ]
    return {
        side: [
            *(found[side] for found in pressing if side in found),
            *_withdrawal(war, side),
            *_draw(war, state, side),
            *_time(war, side),
            *(asked[side] for asked in [correction] if side in asked),
        ]
        for side in SIDES
    }


def _orders(war: War, state: core.War, sealed: frozenset[str]) -> dict[Side, Wait]:
    if state.phase not in ("bases", "planning"):
        return {}
    key = f"turn:{state.turn}:{state.phase}"
    kind = Kind.BASES if state.phase == "bases" else Kind.PLAN
    page = "bases" if state.phase == "bases" else "plan"
    return {
        side: Wait(key, kind, f"/wars/{war.pk}/{side}/{page}/", turn=state.turn)
        for side in SIDES
        if side not in sealed
    }


def _question(war: War, state: core.War) -> dict[Side, Wait]:
    question = state.question
    if question is None:
        return {}
    battle = state.battle(question.battle)
    place = battle.place if battle is not None else ""
    key = f"turn:{state.turn}:{question.kind}:{question.battle}"
    path = f"/wars/{war.pk}/{question.side}/"
    return {question.side: Wait(key, Kind(question.kind), path, turn=state.turn, place=place)}


def _going_on(war: War, state: core.War) -> dict[Side, Wait]:
    if not state.paused:
        return _recording(war, state)
    key = f"turn:{state.turn}:go-on:{_closed_battles(state)}"
    return {side: Wait(key, Kind.GO_ON, f"/wars/{war.pk}/{side}/", turn=state.turn) for side in SIDES}


def _closed_battles(state: core.War) -> int:
    return sum(battle.status == "closed" for battle in state.battles)


def _recording(war: War, state: core.War) -> dict[Side, Wait]:
    current = state.current_battle()
    if current is None or current.status != "joined":
        return {}
    battle = awaited().filter(engagement__war=war, engagement__number=current.number).first()
    if battle is None:
        return {}
    return {
        side: Wait(
            wait_key(battle.pk, battle.status, battle.turns, found.task),
            Kind(found.task),
            f"/battles/{battle.pk}/{'play/' if found.task == 'play' else ''}",
            turn=state.turn,
            place=current.place,
            name=found.name,
        )
        for side, found in waits_for(battle).items()
    }


def _other_way(war: War, state: core.War) -> dict[Side, Wait]:
    """The answer to a player who asks to settle the battle under way otherwise; a new request is a new thing."""
    current = state.current_battle()
    if current is None or current.status != "joined":
        return {}
    rows = Battle.objects.select_related("terran_user", "talon_user")
    battle = rows.filter(engagement__war=war, engagement__number=current.number).first()
    if battle is None:
        return {}
    return {
        side: Wait(
            f"way:{battle.pk}:{asked.number}",
            OTHER_WAYS[asked.way],
            battle.get_absolute_url(),
            turn=state.turn,
            place=current.place,
            name=asked.name,
        )
        for side, asked in asked_to_change(battle).items()
    }


def _withdrawal(war: War, side: Side) -> list[Wait]:
    if war.withdrawal_asked_by != opponent(side):
        return []
    return [Wait(f"withdraw:{war.version}", Kind.WITHDRAW, f"/wars/{war.pk}/{side}/", turn=war.turn)]


def _draw(war: War, state: core.War, side: Side) -> list[Wait]:
    if state.draw_offered_by != opponent(side):
        return []
    return [Wait(f"draw:{state.turn}", Kind.DRAW, f"/wars/{war.pk}/{side}/", turn=state.turn)]


def _correction(war: War) -> dict[Side, Wait]:
    rows = _OPEN_CORRECTIONS.objects(war.pk)
    if not rows:
        return {}
    row = rows[0]
    place = Engagement.objects.values_list("place", flat=True).get(war=war, number=row.battle)
    side = opponent("terran" if row.side == "terran" else "talon")
    path = f"/wars/{war.pk}/{side}/correct/{row.battle}/"
    return {side: Wait(f"correct:{row.pk}", Kind.CORRECT, path, turn=war.turn, place=place)}


def _time(war: War, side: Side) -> list[Wait]:
    if war.time_asked_by != opponent(side):
        return []
    asked = war.time_notes.filter(kind="asked").count()
    about = "pause" if war.time_asked == PAUSE else "pace"
    return [Wait(f"time:{asked}:{about}", Kind.TIME, f"/wars/{war.pk}/{side}/time/", turn=war.turn)]
