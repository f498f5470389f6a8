"""What waits for whom: the first lines of "my wars", and the messages. Known here and nowhere else."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from accounts.deliveries.owing import cancel_owed, owe
from accounts.live.notices import publish, topic_of
from accounts.models import MessageKind, User
from accounts.readers_zone import zone_of
from accounts.zones import instant_words
from battles.battle.awaited import asked_to_change, awaited, wait_key, waits_for
from battles.battle.boards import board_for
from battles.models import Battle, Way
from campaign.models import Deputy, Entry, SealedOrder, Seat, Waiting, War
from campaign.rules import state as core
from campaign.rules.deadlines import DEFAULT_ACTIONS
from campaign.war.log.fold import WITHDRAW
from campaign.war.services.acting import deputies_now, has_deputy
from campaign.war.services.bell import ring
from campaign.war.time.deadlines import follow
from campaign.war.waiting import TASKS, sentence
from config.hook import Hook
from engines.seam.sides import SIDES, Side, as_side, opponent

Kind = Waiting.Kind
DRAFT_AGAIN = "A result was corrected. Your plan is a draft again: seal it again."
KIND_BY_WAY = {Way.WORKER: Kind.FINISH, Way.TABLE: Kind.TO_TABLE, Way.HAND: Kind.TO_BOARD}
"""What waits for a side that is asked to settle a battle under way otherwise (S35)."""


@dataclass(frozen=True)
class Wait:
    """One thing a side has to do: `key` and `corrected` name it within the war; the rest as in `Waiting`."""

    key: str
    kind: Kind
    path: str
    turn: int = 0
    place: str = ""
    name: str = ""
    corrected: int = 0

    @property
    def named(self) -> tuple[str, int]:
        """What names it within a side of the war."""
        return self.key, self.corrected


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
    there = Waiting.objects.filter(war=war).select_related("user")
    known = {(row.side, (row.key, row.corrected)): row for row in there}
    wanted: dict[str, list[Wait]] = {}
    if state is not None:
        again = war.generation + Entry.objects.filter(war=war, kind=WITHDRAW).count()
        sealed = _sealed(war, state) if sealed is None else sealed
        found = waits(war, state, sealed)
        wanted = {side: [_anew(wait, again) for wait in found[side]] for side in SIDES}
        for side in SIDES:
            before = dict(named for whose, named in known if whose == side)
            now = war.version if side in unsealed else 0
            wanted[side] = [_planned_again(wait, now or before.get(wait.key, 0)) for wait in wanted[side]]
    lent = state.lent if state is not None else ()
    rows = [Waiting(war=war, side=side, **asdict(wait)) for side in wanted for wait in wanted[side]]
    dues = follow(war, rows, lent)
    rows_of_seats = Seat.objects.filter(war=war).select_related("user").annotate(deputy=has_deputy())
    seats = {seat.side: seat for seat in rows_of_seats}
    deputies = deputies_now(war) if any(seat.deputy for seat in seats.values()) else {}
    new = [
        (seat, seat.user, wait)
        for side in SIDES
        if (seat := seats.get(side)) is not None
        for wait in wanted.get(side, [])
        if known.pop((side, wait.named), None) is None and seat.user is not None
    ]
    _begin(war, new, lent, dues, deputies)
    _end(war, known.values(), deputies)
    concerned = {user.pk for _, user, _ in new} | {row.user_id for row in known.values()}
    if new or known:
        concerned |= {deputy.user_id for deputy in deputies.values()}
    publish(*(topic_of(number) for number in sorted(concerned)))


def _planned_again(wait: Wait, corrected: int) -> Wait:
    """A plan that has to be sealed again is a new thing to do, the same one until it is sealed."""
    return replace(wait, corrected=corrected) if wait.kind == Kind.PLAN else wait


def leave(war: War, side: str) -> None:
    """Nothing waits any more for who plays the side now: they give the seat up."""
    rows = list(war.waiting.filter(side=side).select_related("user"))
    _end(war, rows, {})
    publish(*(topic_of(number) for number in sorted({row.user_id for row in rows})))


def notify_deputy(war: War, side: Side, deputy: User) -> None:
    """Owe a new deputy what the war waits for from the side now."""
    rows = [row for row in war.waiting.filter(side=side) if not TASKS[row.kind].of_the_player]
    for row in rows:
        _owe(war, row, deputy, None)


def dismiss_deputy(war: War, side: Side, deputy: User) -> None:
    """Owe somebody who is the side's deputy no more nothing of what it waits for."""
    for row in war.waiting.filter(side=side):
        cancel_owed(user=deputy, key=_owed_key(war, row))


def _end(war: War, rows: Collection[Waiting], deputies: Mapping[Side, Deputy]) -> None:
    for row in rows:
        for user in _recipients(row, deputies):
            cancel_owed(user=user, key=_owed_key(war, row))
    if rows:
        Waiting.objects.filter(pk__in=[row.pk for row in rows]).delete()


def _recipients(row: Waiting, deputies: Mapping[Side, Deputy]) -> list[User]:
    """Who hears of what a side has to do: its player, unless that is the computer, and the deputy."""
    deputy = deputies.get(as_side(row.side))
    acting = [deputy.user] if deputy is not None and not TASKS[row.kind].of_the_player else []
    return [*([] if row.user.is_computer else [row.user]), *acting]


def _anew(wait: Wait, again: int) -> Wait:
    """After a result was withdrawn, or the war has gone back, the same thing is a new one, with a new message."""
    if not again or TASKS[wait.kind].of_a_battle:
        return wait
    return replace(wait, key=f"{wait.key}:again-{again}")


def _owed_key(war: War, row: Waiting) -> str:
    """The key of the message; a battle's own is the one that battles use, so that nobody gets two."""
    again = f":corrected-{row.corrected}" if row.corrected else ""
    return row.key if TASKS[row.kind].of_a_battle else f"war:{war.pk}:{row.key}{again}"


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
        due = dues.get(as_side(row.side)) if row.kind in DEFAULT_ACTIONS else None
        for user in _recipients(row, deputies):
            _owe(war, row, user, due)


def _owe(war: War, row: Waiting, user: User, due: datetime | None) -> None:
    """Owe a player or deputy the news of what the side has to do, and by when."""
    words = sentence(row)
    by = f" Deadline: {instant_words(due, zone_of(user))}." if due is not None else ""
    again = f" {DRAFT_AGAIN}" if row.corrected else ""
    body = f"{words} — {war.name}, {row.side.title()} side.{again}{by}"
    kind = MessageKind.PROPOSAL if TASKS[row.kind].proposed else MessageKind.TURN
    subject = f"{war.name}: {words}"
    owe(user=user, kind=kind, key=_owed_key(war, row), subject=subject, body=body, path=row.path)


def _sealed(war: War, state: core.War) -> frozenset[str]:
    """The sides that have sealed in this phase; asked only where orders are sealed at all."""
    if state.phase not in ("bases", "planning"):
        return frozenset()
    rows = SealedOrder.objects.filter(war=war, turn=state.turn, phase=state.phase)
    return frozenset(rows.values_list("seat", flat=True))


WAITS: Hook[[War, core.War], Mapping[Side, Wait]] = Hook()
"""What each feature asks of the sides of a war, also of one that is over; never of a frozen one."""


def waits(war: War, state: core.War, sealed: frozenset[str]) -> dict[Side, list[Wait]]:
    """Everything the war waits for from each side, the most pressing first; `sealed`: who has sealed."""
    if war.frozen:
        return {side: [] for side in SIDES}
    over, brought = state.phase == "over", WAITS.ask(war, state)
    pressing = [] if over else _pressing(war, state, sealed)
    return {
        side: [
            *(found[side] for found in pressing if side in found),
            *_withdrawal(war, side),
            *([] if over else _draw(war, state, side)),
            *(found[side] for found in brought if side in found),
        ]
        for side in SIDES
    }


def _pressing(war: War, state: core.War, sealed: frozenset[str]) -> list[dict[Side, Wait]]:
    """What holds the war up, and how a battle under way may be settled otherwise."""
    return [
        _orders(war, state, sealed),
        _question(war, state) or _going_on(war, state),
        _other_way(war, state),
    ]


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
            board_for(battle).path(battle) if found.task == "play" else battle.get_absolute_url(),
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
            KIND_BY_WAY[asked.way],
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
