"""What conceding would cost a side, in words (20.4, R30)."""

from engines.talon import game
from engines.talon.events import AnyEvent, Gone, Lost
from engines.talon.orders import Concede
from engines.talon.play.barriers import NoDice
from engines.talon.play.roster import Roster
from engines.talon.rules import victory
from engines.talon.state import Seat
from engines.talon.view import View, decider

MOST_NAMES = 12


def price(view: View, roster: Roster) -> str:
    """Who of the view's side would be lost, and who would get away; the view's side may concede now.

    Of a team all players do (R112).
    """
    after = view.imagined()
    present = after.present[view.side]
    caught = [unit.number for unit in present if victory.in_reach(after, unit)]
    left = [unit.number for unit in present if unit.number not in caught and victory.falls(after, unit)]
    events = list[AnyEvent]()
    for player in range(view.players(view.side)):
        if Seat(view.side, player) not in view.wishes[0]:
            events += game.apply(after, Concede(view.side, player), NoDice())
    own = {unit.number for unit in after.force(view.side)}
    lost = [event.unit for event in events if isinstance(event, Lost) and event.unit in own]
    away = [event.unit for event in events if isinstance(event, Gone) and event.unit in own]
    others = [number for number in lost if number not in (*caught, *left)]
    docked = [number for number in others if after.units[number].carrier in lost]
    roomless = [number for number in others if number not in docked]
    clauses = (
        _clause(
            roster, caught, "is in range of the enemy and is lost", "are in range of the enemy and are lost"
        ),
        _clause(roster, left, "cannot get away and is lost", "cannot get away and are lost"),
        _clause(roster, docked, "is docked and is lost too", "are docked and are lost too"),
        _clause(
            roster,
            roomless,
            "finds no room on a carrier and is lost",
            "find no room on a carrier and are lost",
        ),
        _choosing(len(after.options), victory.room_left(after, view.side))
        if decider(after) == view.side
        else "",
        _clause(roster, away, "gets away", "get away"),
    )
    return " ".join(filter(None, clauses))


def _clause(roster: Roster, units: list[int], one: str, several: str) -> str:
    if not units:
        return ""
    return f"{roster.listed(units, MOST_NAMES)} {one if len(units) == 1 else several}."


def _choosing(squadrons: int, room: int) -> str:
    return f"Only {room} of the {squadrons} squadrons find{'s' if room == 1 else ''} room; you choose which."
