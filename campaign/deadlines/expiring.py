"""A deadline that has passed (S63, S12): the war goes on without whoever is late, once and never early."""

import secrets
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from msgspec.structs import replace

from accounts.deliveries.owing import owe
from accounts.models import MessageKind
from accounts.work import DONE, QUEUED, Bell, TakenOver, Work
from battles import services as battles
from battles.battle.boards import board_for
from battles.battle.player_actions import has_acted
from campaign.commanders.commander import Commander
from campaign.models import Deadline, Engagement, Entry, War
from campaign.rules import state as core
from campaign.rules.deadlines import BY_COMMANDER, Passing
from campaign.rules.orders import AnyOrder, Engage, LendSeat, LetPass, PlaceBases, Plan, RevealNext
from campaign.rules.sight import view
from campaign.war.log.documents import decode_state
from campaign.war.log.fold import MARKS, in_force
from campaign.war.playing import order_of
from campaign.war.services import log, sealing
from campaign.war.time.deadlines import Standing, standing, too_late, who_is_late
from engines.seam.documents import Doctrine
from engines.seam.sides import Side

BELL = Bell("campaign.tasks.lapse")
WHIM_BYTES = 32
LATE = LetPass.__struct_config__.tag


@dataclass(frozen=True)
class Given:
    """What a commander orders for a side, with its doctrines by battle."""

    order: AnyOrder
    doctrines: Mapping[int, Doctrine]


@dataclass(frozen=True)
class Ready:
    """The orders for a war at a version, by side, made before the war is held."""

    version: int
    orders: Mapping[Side, Given]


class Expiring(Work[Deadline, Ready]):
    """Deadlines that have passed."""

    model = Deadline
    related = ("war",)
    bell = BELL
    lease_setting = "RESOLUTION_LEASE_SECONDS"
    pauses = (timedelta(seconds=1), timedelta(seconds=10), timedelta(minutes=1), *[timedelta(hours=1)] * 200)
    went_wrong = "An error occurred when the deadline passed."

    def fit(self) -> Q:
        """The deadline has passed."""
        return Q(falls_at__lte=timezone.now())

    def perform(self, row: Deadline) -> Ready:
        """What commanders order for the sides that are late."""
        found = standing(row.war)
        late = found.what.sides if found is not None and found.what.doing in BY_COMMANDER else ()
        state = decode_state(bytes(row.war.state or b""))
        return Ready(row.war.version, {side: ordered(state, side) for side in late})

    def settle(self, row: Deadline, outcome: Ready) -> bool:
        """Whether the war went on: not if it did so by itself meanwhile, or the deadline is later by now."""
        with transaction.atomic(), log.locked(row.war_id) as war:
            if not self.held(row).filter(key=row.key, lent=row.lent, falls_at=row.falls_at).exists():
                raise TakenOver
            found, now = standing(war), timezone.now()
            if found is not None and found.falls_at > now:
                begun = found.play.moved_at if found.play is not None else now
                return self._put_off(row, found.falls_at, told=too_late(begun, found.falls_at))
            if found is None:
                return self._put_off(row, now + timedelta(minutes=1))
            if war.version != outcome.version or not _covers(outcome, found):
                return self._put_off(row, now)
            self.book(row, DONE, key="", lent=False, begun_at=None, falls_at=None)
            _go_on(war, found, outcome)
        return True

    def _put_off(self, row: Deadline, falls_at: datetime, **changes: int) -> bool:
        self.book(row, QUEUED, falls_at=falls_at, due_at=timezone.now(), attempts=0, **changes)
        return False


EXPIRED = Expiring()
expire, sweep_expired = EXPIRED.attempt, EXPIRED.sweep


def ordered(state: core.War, side: Side) -> Given:
    """What a commander that has never seen the war orders for a side now: it reads no draft and answers no draw."""
    seen = replace(view(state, side), draw_offered_by=None)
    commander = Commander(side, whim=secrets.token_hex(WHIM_BYTES))
    order, doctrine = order_of(commander, side, seen)
    if order is None:
        raise LookupError(f"nothing waits for the {side} side")
    if isinstance(order, Engage) and doctrine is not None:
        return Given(order, {order.battle: doctrine})
    return Given(order, {})


def _covers(ready: Ready, found: Standing) -> bool:
    """Whether there is an order for each side that a commander has to speak for."""
    return found.what.doing not in BY_COMMANDER or set(found.what.sides) <= set(ready.orders)


def _go_on(war: War, found: Standing, ready: Ready) -> None:
    """Do what `found` says, and name it in the log."""
    what, state = found.what, log.running(war)
    if orders := [] if found.hurried else list(_named(war, what, state.lent)):
        state = log.append(war, state, *orders)
        _notify_late(war, found, state.lent)
    if what.doing in BY_COMMANDER:
        for side in what.sides:
            _give(war, state, side, ready.orders[side])
        return  # each order has told what the war waits for
    if what.doing == "fight":
        if not battles.fight_overdue(battle_id=_battle_of(war)):
            raise TakenOver  # a report or another way came in the last second: nothing has been said
    elif what.doing == "play" and found.play is not None:
        battle, number = found.play.battle, found.play.number
        side = what.sides[0]
        if not board_for(battle).hand_over_absent(battle_id=battle.pk, side=side, number=number):
            raise TakenOver
    war.refresh_from_db()
    if war.status == War.Status.RUNNING:
        log.notify(war, log.running(war))


def _named(war: War, what: Passing, lent: Collection[Side]) -> Iterator[log.GivenOrder]:
    """The orders that say that the deadline has passed; a side that is late twice in a row is lent (S64)."""
    if what.doing in ("go_on", "fight"):
        yield log.GivenOrder(None, None, LetPass(what.doing))
    if what.doing == "go_on":
        yield log.GivenOrder(what.sides[0], None, RevealNext())
        return
    for side in what.sides if what.doing != "fight" else ():
        if side in lent:
            continue
        again = _was_late(war, side)
        yield log.GivenOrder(side, None, LetPass(what.doing))
        if again:
            yield log.GivenOrder(side, None, LendSeat())


def _was_late(war: War, side: Side) -> bool:
    """Whether the player's last deadline passed too, counts, and they have done nothing in the war since.

    What they did in its battles counts as well: orders on the board, and reports.
    """
    since = war.seats.get(side=side).from_entry
    rows = Entry.objects.filter(Q(seat=side) | Q(kind__in=MARKS), war=war).order_by("number")
    mine = [entry for entry in in_force(rows) if entry.seat == side and entry.number > since]
    last = max((entry for entry in mine if entry.kind == LATE), key=lambda entry: entry.number, default=None)
    if last is None or any(entry.number > last.number and entry.user_id for entry in mine):
        return False
    numbers = Engagement.objects.filter(war=war, battle__isnull=False).values_list("battle", flat=True)
    return not has_acted([number for number in numbers if number], side, last.made_at)


def _give(war: War, state: core.War, side: Side, given: Given) -> None:
    order = given.order
    if isinstance(order, PlaceBases | Plan):
        sealing.seal_order(
            war_id=war.pk, side=side, user=None, turn=state.turn, phase=state.phase, order=order
        )
        return
    log.submit(
        war_id=war.pk,
        side=side,
        user=None,
        seen_version=war.version,
        order=order,
        doctrines=given.doctrines,
    )


def _battle_of(war: War) -> int:
    joined = Engagement.objects.filter(war=war, outcome="joined", battle__isnull=False).order_by("number")
    return joined.values_list("battle_id", flat=True)[0] or 0


def _notify_late(war: War, found: Standing, lent: Collection[Side]) -> None:
    """Tell the players who were late what was done, and those whose side is lent by now."""
    board = board_for(found.play.battle).path(found.play.battle) if found.play is not None else ""
    for side, user, words in who_is_late(war, found.what):
        away = " You can take back command on the board." if board else ""
        if side in lent:
            away = " The computer plays on until you take back command."
        owe(
            user=user,
            kind=MessageKind.DEADLINE,
            key=f"war:{war.pk}:passed:{war.version}",
            subject=f"{war.name}: the deadline has passed",
            body=f"The deadline in {war.name} has passed, so {words}.{away}",
            path=board if board and side not in lent else f"/wars/{war.pk}/{side}/",
        )
