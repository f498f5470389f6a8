"""Which way a correction is best made, as one side may read it before anybody agrees (S15, S67, S69)."""

from dataclasses import dataclass
from functools import reduce
from typing import Literal

from campaign.corrections.changes import Preview
from campaign.corrections.correcting import consequences_of
from campaign.corrections.log_correction import corrected_log
from campaign.corrections.log_preview import WayPreview
from campaign.models import War
from campaign.rules.evolve import evolve
from campaign.rules.orders import Amend, CorrectLog
from campaign.rules.record import clone
from campaign.rules.sight import WarView, view
from campaign.war.log.documents import decode_state
from engines.seam.sides import Side

CLEAN = "No later order or battle would have been different, so nothing that was played is lost. We suggest this one."
ALIKE = (
    "Fleets, front line and points are then as if you settle the difference now; only the history differs. "
)
SETTLE = (
    "Nothing that was played is lost, and no battle since would have been different. We suggest this one."
)
TOUCHED = (
    "We suggest this one if you both can live with {battles} that would have been different. "
    "If not, go back, and keep the orders that fit."
)


@dataclass(frozen=True, slots=True)
class Advice:
    """The way that the site suggests, and why; `words` stand beside that way."""

    way: Literal["now", "as_it_is"]
    words: str


def advice_of(
    war: War, side: Side, order: Amend, now: Preview | None, previews: tuple[WayPreview, ...]
) -> Advice | None:
    """What to choose for the report of the order; None where none of the ways keeps what was played."""
    as_it_is = any(one.way == "as_it_is" and not one.why_not for one in previews)
    if as_it_is and now is not None:
        return Advice("as_it_is", f"{ALIKE if _alike(war, side, order) else ''}{CLEAN}")
    if as_it_is:
        return Advice("as_it_is", CLEAN)
    if now is None or now.ends:
        return None
    if not now.stays:
        return Advice("now", SETTLE)
    battles = f"{len(now.stays)} battles" if len(now.stays) > 1 else "a battle"
    return Advice("now", TOUCHED.format(battles=battles))


def _alike(war: War, side: Side, order: Amend) -> bool:
    """Whether the side would see the same map and have the same fleet and treasury either way."""
    state = decode_state(bytes(war.state or b""))
    settled = reduce(evolve, consequences_of(war, Amend(order.battle, order.report)), clone(state))
    right = corrected_log(war, CorrectLog(order.battle, order.report, "as_it_is")).shown
    return _seen(view(settled, side)) == _seen(view(right, side))


def _seen(found: WarView) -> object:
    own = found.own
    fleet = None if own is None else (own.ships, own.treasury, own.active_lp, own.minimum)
    return found.markers, found.planets, found.bases, fleet
