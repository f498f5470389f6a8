"""Morale at the end of a round, and who has won (W5, W19)."""

from typing import Final

from engines.seam.sides import SIDES, Side, opponent
from engines.warfleets.events import Gone, Over, Steadied
from engines.warfleets.rules.damage import drop_markers
from engines.warfleets.state import ROUNDS, Battle, Model

STEADY: Final = 6
"""A die and the upgrades that work reach so much if a ship fights on."""
HERE: Final = ("table", "off", "waiting", "reserve")
"""A ship that is off the table or still to come counts as one of its fleet (WF27, WF42)."""


def remaining(battle: Battle, side: Side) -> list[Model]:
    """The ships that a side still has."""
    return [one for one in battle.models if one.side == side and one.is_ship and one.status in HERE]


def fights_on(battle: Battle, side: Side) -> bool:
    """Whether a side still has a ship."""
    return any(one.side == side and one.is_ship and one.status in HERE for one in battle.models)


def shaken(battle: Battle, side: Side) -> bool:
    """Whether a fleet is down to half of its starting ships, or less (W19, WF9)."""
    return 2 * len(remaining(battle, side)) <= battle.starting.get(side, 0)


def try_morale(battle: Battle) -> None:
    """Both fleets are counted before the first die; a ship that fails surrenders (W19, WF46)."""
    tested = [one for side in SIDES if shaken(battle, side) for one in remaining(battle, side)]
    for ship in tested:
        if ship.status != "table":
            continue
        die = battle.roll(ship, "morale")
        if die == 6 or (die != 1 and die + ship.live >= STEADY):
            battle.events.append(Steadied(ship.number, die))
        else:
            _surrender(battle, ship, die)


def _surrender(battle: Battle, model: Model, die: int = 0) -> None:
    model.status = "surrendered"
    battle.events.append(Gone(model.number, "surrendered", die))
    drop_markers(battle, model, model.place)


def fall(battle: Battle) -> None:
    """The squadrons of a side that has no ship left surrender, and a side with nothing left has lost (W19)."""
    beaten = [side for side in SIDES if not fights_on(battle, side)]
    if not beaten:
        return
    for one in battle.models:
        if one.side in beaten and one.status in HERE:
            _surrender(battle, one)
    if not battle.over:
        end(battle, opponent(beaten[0]) if len(beaten) == 1 else None)


def count(battle: Battle) -> None:
    """After the last round the side that holds most markers has won; a tie is a draw (W5)."""
    if battle.over or battle.round < ROUNDS:
        return
    held = dict.fromkeys(SIDES, 0)
    for marker in battle.markers:
        if marker.carrier >= 0:
            held[battle.models[marker.carrier].side] += 1
    first, second = SIDES
    if held[first] == held[second]:
        end(battle, None)
    else:
        end(battle, first if held[first] > held[second] else second)


def end(battle: Battle, winner: Side | None) -> None:
    """The battle is over."""
    battle.over, battle.winner = True, winner
    battle.events.append(Over(winner))
