"""Who decides where a side has several players, and when they may talk (25, R40, R113)."""

from collections.abc import Sequence
from typing import Final, Literal

from engines.seam.sides import SIDES, Side
from engines.talon import orders as o
from engines.talon.state import THE_SIDE, Battle, Seat
from engines.talon.units import Unit

Talk = Literal["free", "counted", "silent"]
"""How the players of a side may talk among themselves: as they like, so many words each, or not at all."""
WORDS: Final = 10
"""The words of each player in a Power Phase."""
CHOICES: Final = ("planet", "worm-hole", "terrain", "initiative", "tactics")
"""The steps in which a side chooses as a whole (R40)."""
Wish = o.Concede | o.OfferDraw | o.FightOn | o.Exceed
"""The orders that say themselves whose they are."""


def players(battle: Battle, side: Side) -> int:
    """How many players a side has."""
    if battle.players is None:
        return 1
    owners = battle.players.owners
    return 1 + max([owners[unit.number] for unit in battle.units if unit.side == side], default=0)


def is_team(battle: Battle, side: Side) -> bool:
    """Whether a side has several players."""
    return players(battle, side) > 1


def seats(battle: Battle) -> list[Seat]:
    """Every player, by side and in the order of each side."""
    return [Seat(side, player) for side in SIDES for player in range(players(battle, side))]


def owner(battle: Battle, number: int) -> Seat:
    """Whose a unit is, by its number; or a missile in flight, that of the player who launched it (13.4)."""
    if number >= o.MISSILES:
        missile = battle.missile(number)
        if missile is None:
            raise LookupError(f"there is no missile {number} in flight")
        return Seat(missile.side, missile.player)
    return Seat(battle.units[number].side, 0 if battle.players is None else battle.players.owners[number])


def units_of(battle: Battle, seat: Seat) -> list[Unit]:
    """A player's units, wherever they are."""
    return [unit for unit in battle.units if owner(battle, unit.number) == seat]


def acting(battle: Battle) -> Seat | None:
    """The player who has to decide now; None when the battle is over."""
    if not battle.options:
        return None
    side, members = battle.options[0].side, battle.players
    if members is None:
        return Seat(side, 0)
    if battle.agenda:
        asked = battle.agenda[-1].asked(battle)
        return owner(battle, asked) if asked != THE_SIDE else Seat(side, voice(battle, side))
    if battle.step in CHOICES:
        return Seat(side, voice(battle, side))
    return Seat(side, members.current)


def voice(battle: Battle, side: Side) -> int:
    """Who chooses for the side: the player with most Change markers, of several the first in the order (R40)."""
    counts = [0] * players(battle, side)
    for unit in battle.present[side]:
        if unit.vote == "change":
            counts[owner(battle, unit.number).player] += 1
    return counts.index(max(counts))


def seat_of(battle: Battle, order: o.AnyOrder) -> Seat | None:
    """Whose order it is to give: that of the player it names, of the owner of the unit or missile that acts, or else of
    the one who decides; None of an order of the side that does not decide.
    """
    if isinstance(order, Wish):
        return Seat(order.side, order.player)
    number = acting_piece(order)
    known = number >= o.MISSILES or number < len(battle.units)
    if number != THE_SIDE and known and (number < o.MISSILES or battle.missile(number) is not None):
        return owner(battle, number)
    now = acting(battle)
    return now if now is not None and now.side == order.side else None


def acting_piece(order: o.AnyOrder) -> int:
    """The unit or missile that does what an order says; `THE_SIDE` if the order is about none."""
    number: int = getattr(order, "unit", THE_SIDE)
    return order.missile if isinstance(order, o.Steer) else number


def barred(battle: Battle, seat: Seat) -> bool:
    """Whether a player may spend no AP in this round, having said too many words (25)."""
    return battle.players is not None and seat in battle.players.barred


def standing(battle: Battle) -> list[o.AnyOrder]:
    """What a player of a team may say whenever nothing is pending, and that too much was said (25, R113)."""
    members, found = battle.players, list[o.AnyOrder]()
    if members is None:
        return found
    for side, player in seats(battle):
        seat = Seat(side, player)
        if seat not in members.conceding:
            found.append(o.Concede(side, player))
        if seat not in members.drawing and side not in battle.offers:
            found.append(o.OfferDraw(side, player))
        if seat in members.conceding or seat in members.drawing:
            found.append(o.FightOn(side, player))
        if battle.step == "curves" and is_team(battle, side) and seat not in members.barred:
            found.append(o.Exceed(side, player))
    return found


def all_of(battle: Battle, side: Side, said: list[Seat]) -> bool:
    """Whether every player of a side has said something."""
    return all(Seat(side, player) in said for player in range(players(battle, side)))


def forget_wishes(battle: Battle, sides: Sequence[Side]) -> None:
    """Forget what single players of all sides but these wish, which their own side alone knows (R112)."""
    players = battle.players
    if players is not None:
        players.conceding = [seat for seat in players.conceding if seat.side in sides]
        players.drawing = [seat for seat in players.drawing if seat.side in sides]


def talk(battle: Battle) -> Talk:
    """How the players of a side may talk now (25, R113)."""
    if not battle.round or battle.ending:
        return "free"
    return "counted" if battle.step == "curves" else "silent"


def words_in(text: str) -> int:
    """How many words a text has: numbers and names of hexes are words (R113).

    >>> words_in("Guderian 3 to 0705, you Valhalla left flank now"), words_in("left-flank now")
    (9, 2)
    """
    return len(text.split())
