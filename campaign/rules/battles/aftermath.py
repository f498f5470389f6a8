"""What follows from a battle: planets, the front line, stranded ships (31.6, 31.8, S3, S9, S10, S18, S26)."""

from campaign.rules.events import (
    BattleClosed,
    FrontHeld,
    MarkerMoved,
    PlanetTaken,
    QuestionAsked,
    ResultAccepted,
    ShipsLanded,
    ShipsStranded,
    WarEnded,
)
from campaign.rules.map.strategic_map import HOMES, place_in_text
from campaign.rules.record import Record
from campaign.rules.state import Battle, Question, War
from engines.seam.documents import Report, Result
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import can_land, needs_room, system

LANDING_PARTY = 2
NOBODY_WON = "Nobody won, so the marker stays."
MINOR = "A minor victory with a ship lost does not move the marker."
STOPS = "stops the marker."
"""Words of the log. The same result has to lead to the same events for ever; pages say it in words of their own."""


def accept(record: Record, battle: Battle, report: Report, *, fought: bool = False) -> None:
    """Book a report as the battle's result with all that follows; `Refused` if it cannot be."""
    if battle.setup is None:
        raise refuse("31.6", "This battle has not begun.")
    result = system(battle.setup.system).result_of(battle.setup, report)
    record.book(ResultAccepted(battle.number, result, fought))
    if result.captured and result.winner is not None:
        record.book(PlanetTaken(battle.place, result.winner))
    _decide_front(record, battle, result)
    if record.war.phase != "over":
        close(record, battle.number)


def _decide_front(record: Record, battle: Battle, result: Result) -> None:
    winner = result.winner
    if winner is None:
        record.book(FrontHeld(battle.number, "S29", NOBODY_WON))
    elif battle.place == HOMES[opponent(winner)]:
        record.book(BattleClosed(battle.number))
        record.book(WarEnded(winner, "home"))
    elif result.degree == "minor" and lost_a_ship(result, winner):
        record.book(FrontHeld(battle.number, "31.6.4", MINOR))
    else:
        _advance(record, battle, winner)


def lost_a_ship(result: Result, side: Side) -> bool:
    """Whether the side lost any ship; a base is one too, as is a unit of several models (R35)."""
    return any(fate.fate == "destroyed" for fate in result.report.fates(side))


def _advance(record: Record, battle: Battle, winner: Side) -> None:
    """Move every marker of the battle one zone toward the loser's home, unless a planet stops it (31.8, S9, S18)."""
    loser = opponent(winner)
    if record.war.planets.get(battle.place) == loser:
        reason = f"The planet at {place_in_text(battle.place)} stays in {loser.title()} hands and {STOPS}"
        record.book(FrontHeld(battle.number, "31.8", reason))
        return
    step = 1 if winner == "terran" else -1
    for sector in battle.sectors:
        start = record.war.markers[sector]
        record.book(MarkerMoved(sector, start, start + step, battle.number))


def follow_forfeit(record: Record, battle: Battle, loser: Side) -> None:
    """Carry out a forfeit: perhaps a landing, then the marker (S3, S10, S18)."""
    winner = opponent(loser)
    if battle.place == HOMES[loser]:
        record.book(BattleClosed(battle.number))
        record.book(WarEnded(winner, "home"))
        return
    able = _able_to_land(record.war, battle, winner)
    if len(able) > LANDING_PARTY:
        record.book(QuestionAsked(Question("land", winner, battle.number, able, LANDING_PARTY)))
        return
    if len(able) == LANDING_PARTY:
        land(record, battle, winner, able)
    finish_forfeit(record, battle, winner)


def _able_to_land(war: War, battle: Battle, winner: Side) -> tuple[str, ...]:
    """The ships that could land on the forfeiter's planet, unguarded by a base (S3); none if none lands."""
    loser = opponent(winner)
    if war.planets.get(battle.place) != loser or war.base_of(loser, battle.place) is not None:
        return ()
    ships = war.assigned(winner, battle.sectors)
    names = tuple(sorted(name for name, ship in ships.items() if can_land(ship.ship_class)))
    return names if len(names) >= LANDING_PARTY else ()


def land(record: Record, battle: Battle, winner: Side, names: tuple[str, ...]) -> None:
    """Book an unopposed landing (S3)."""
    record.book(ShipsLanded(battle.number, winner, names))
    record.book(PlanetTaken(battle.place, winner))


def finish_forfeit(record: Record, battle: Battle, winner: Side) -> None:
    """Move the marker after a forfeit and close the battle (S3)."""
    _advance(record, battle, winner)
    close(record, battle.number)


def close(record: Record, number: int) -> None:
    """Strand what ships have no room, asking their owner where there is a choice; then close (S26)."""
    battle = _of(record.war, number)
    for side in SIDES:
        if not _strand(record, battle, side):
            return
    record.book(BattleClosed(number))


def _of(war: War, number: int) -> Battle:
    battle = war.battle(number)
    if battle is None:
        raise ValueError(f"no battle {number} this turn")
    return battle


def _strand(record: Record, battle: Battle, side: Side) -> bool:
    """Strand the side's ships that have no room; False if its player must choose first."""
    kept = _in_need_of_room(record.war, battle, side)
    gone = tuple(name for name in kept if name in _left_the_map(battle, side))
    if gone:
        record.book(ShipsStranded(battle.number, side, gone))
        kept = tuple(name for name in kept if name not in gone)
    excess = len(kept) - _room(record.war, battle, side)
    if excess >= len(kept) and kept:
        record.book(ShipsStranded(battle.number, side, kept))
    elif excess > 0:
        record.book(QuestionAsked(Question("strand", side, battle.number, kept, excess)))
        return False
    return True


def _in_need_of_room(war: War, battle: Battle, side: Side) -> tuple[str, ...]:
    ships = war.assigned(side, battle.sectors)
    return tuple(
        sorted(name for name, ship in ships.items() if needs_room(ship.ship_class) and not ship.stranded)
    )


def _left_the_map(battle: Battle, side: Side) -> set[str]:
    """Ships that went off the map's edge: safe, but stranded (R6)."""
    if battle.result is None:
        return set()
    return {fate.name for fate in battle.result.report.fates(side) if fate.fate == "left"}


def _room(war: War, battle: Battle, side: Side) -> int:
    """What each surviving ship takes, and the zone's base if the marker stayed (S26)."""
    ships = war.assigned(side, battle.sectors).values()
    room = sum(ship.class_of(side).carries for ship in ships)
    if war.base_of(side, battle.place) is None or battle.moved:
        return room
    return room + war.settings.catalogue.base_class(side).carries
