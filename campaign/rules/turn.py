"""The strategic turn: how one begins, and who has nothing left to command with (31.3, 31.5, S16)."""

from collections.abc import Sequence
from functools import reduce

from campaign.rules.dice import ScriptedDice
from campaign.rules.events import AnyEvent, FleetCounted, TurnBegan, WarEnded
from campaign.rules.evolve import evolve
from campaign.rules.fleets.building import begin_building
from campaign.rules.fleets.logistics import SURRENDER_BELOW, active_lp, minimum_of
from campaign.rules.record import Record, clone
from campaign.rules.state import War
from engines.seam.sides import SIDES, Side, opponent


def begin_turn(record: Record, turn: int) -> None:
    """Begin a later turn: fleets counted, surrender, income and repairs (31.3, 31.4)."""
    record.book(TurnBegan(turn))
    count_fleets(record)
    if not surrender_the_spent(record):
        begin_building(record)


def count_fleets(record: Record) -> None:
    """Fix both sides' active LP and minimum for this turn (S16)."""
    for side in SIDES:
        count_fleet(record, side)


def count_fleet(record: Record, side: Side) -> None:
    """Fix one side's active LP and minimum for this turn (S16)."""
    lp = active_lp(side, record.war.fleet(side))
    record.book(FleetCounted(side, lp, minimum_of(record.war, side, lp)))


def surrender_the_spent(record: Record) -> bool:
    """End the war if a side has fewer than four active LP; drawn if both have (S16). Whether it ended."""
    spent: list[Side] = [side for side in SIDES if record.war.fleet(side).active_lp < SURRENDER_BELOW]
    if spent:
        record.book(WarEnded(None if len(spent) == 2 else opponent(spent[0]), "logistics"))
    return bool(spent)


def ends_by_logistics(events: Sequence[AnyEvent]) -> bool:
    """Whether the war ends by these events because a side has too few active LP, which is that side's secret."""
    return any(isinstance(event, WarEnded) and event.why == "logistics" for event in events)


def had_it_gone_on(war: War, events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    """The events of an order on `war`, had the new turn gone on although a side has too few active LP (S15, S16)."""
    begun = [event for event in events if not isinstance(event, WarEnded)]
    record = Record(reduce(evolve, begun, clone(war)), ScriptedDice())
    begin_building(record)
    return (*begun, *record.events)
