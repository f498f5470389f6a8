"""Seats that the computer plays: a bell when something waits for one, and the orders its commander gives."""

import logging

from accounts.work import each, turn
from battles import services as battles
from battles.models import GOING_ON
from campaign.commanders.commander import Commander
from campaign.models import Engagement, Seat, Waiting, War
from campaign.rules.orders import Engage, PlaceBases, Plan
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.war.log.documents import decode_state
from campaign.war.playing import order_of, play_outs
from campaign.war.services import log, results, sealing
from campaign.war.services import secret_orders as planning
from campaign.war.services.bell import BELL
from engines.seam.refusals import Refused
from engines.seam.sides import Side, as_side

MOST_ORDERS = 50
Kind = Waiting.Kind
NOT_FOR_THE_COMPUTER = (
    Kind.RECORD,
    Kind.FAILED,
    Kind.SETTLE,
    Kind.GO_ON,
)
"""What waits for both, and is left to the person: recording, correcting, going on after it."""
logger = logging.getLogger(__name__)


def wars_waiting() -> list[int]:
    """The next wars in which something waits for the computer; frozen ones are left out."""
    waiting = Waiting.objects.filter(
        user__is_computer=True, war__status=War.Status.RUNNING, war__frozen=False
    )
    waiting = waiting.exclude(kind__in=NOT_FOR_THE_COMPUTER)
    return turn(BELL.task, War.objects.filter(pk__in=waiting.values("war")), due="moved_at")


def sweep_commands() -> int:
    """How many wars were rung for again."""
    return each(BELL.task, wars_waiting(), BELL.ring_now)


def command(war_id: int) -> int:
    """How many orders the computer gave in the war, until nothing waits for it; safe when done twice."""
    given = 0
    while given < MOST_ORDERS and _next(war_id):
        given += 1
    return given


def _next(war_id: int) -> bool:
    """Whether an order was given for one of the war's seats that the computer plays."""
    war = War.objects.filter(pk=war_id).first()
    if war is None or war.status != War.Status.RUNNING or war.frozen or war.state is None:
        return False
    seats = war.seats.exclude(commander="").select_related("user")
    try:
        return any(_order(war, seat) for seat in seats)
    except (log.StaleWar, battles.StaleBattle):
        return True
    except Refused as refused:
        if War.objects.exclude(version=war.version).filter(pk=war_id).exists():
            return True  # decided from a page older than the war
        logger.exception("the commander's order was refused", extra={"war": war_id, "why": str(refused)})
        return False


def _order(war: War, seat: Seat) -> bool:
    """Give what the seat owes; False if it owes nothing."""
    side = as_side(seat.side)
    if war.withdrawal_asked_by not in ("", side):
        results.ask_withdrawal(war_id=war.pk, side=side, user=seat.user, seen_version=war.version)
        return True
    if _agrees(war, side):
        return True
    state = decode_state(bytes(war.state or b""))
    if state.phase in ("bases", "planning") and side in planning.sealed_sides(war, state):
        return False
    seen = view(state, side)
    order, doctrine = order_of(commander_of(seat, side, state.settings), side, seen)
    if order is None:
        return False
    if isinstance(order, PlaceBases | Plan):
        sealing.seal_order(
            war_id=war.pk,
            side=side,
            user=seat.user,
            turn=state.turn,
            phase=state.phase,
            order=order,
            seen_version=war.version,
        )
        return True
    doctrines = {}
    if isinstance(order, Engage) and doctrine is not None:
        doctrines[order.battle] = doctrine
    log.submit(
        war_id=war.pk, side=side, user=seat.user, seen_version=war.version, order=order, doctrines=doctrines
    )
    return True


def _agrees(war: War, side: Side) -> bool:
    """Whether something was asked of the seat in a battle that goes on, and it agreed (S57)."""
    fought = Engagement.objects.filter(war=war, battle__status__in=GOING_ON)
    numbers = fought.values_list("battle_id", flat=True)
    return any(battles.agree(battle_id=number, side=side) for number in numbers if number is not None)


def commander_of(seat: Seat, side: Side, settings: Settings) -> Commander:
    """The computer player of a seat, as the war is set now; at a table nobody's captains are better than others."""
    captains = settings.computer if settings.settled_by == "worker" else Settings().computer
    return Commander(side, settings.commander, seat.whim, captains, play_outs())
