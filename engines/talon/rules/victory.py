"""How a battle ends: last ship standing, the planet, conceding, running dry (20, 31.8, R28-R30, R45, S22)."""

from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal, cast

from engines.seam.sides import SIDES, Side, opponent
from engines.talon import aims, teams
from engines.talon.aim_documents import Land
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.events import Ended, Exceeded, Gone
from engines.talon.hexes import distance
from engines.talon.orders import AnyOrder, Concede, Exceed, FightOn, OfferDraw, Pick
from engines.talon.rules import boarding, departure, docking
from engines.talon.rules.arriving import lifting
from engines.talon.rules.hits import damage
from engines.talon.state import THE_SIDE, Battle, Seat
from engines.talon.units import Unit
from engines.talon.weapon_table import FARTHEST

QUIET_ROUNDS: Final = 10
LAST_ROUND: Final = 40
Ending = Literal["held", "conceded", "planet", "aim", "draw"]


def standing_orders(battle: Battle) -> list[AnyOrder]:
    """What either side may do whenever nothing is pending: concede, offer a draw or take the offer (20.4, R29, R30)."""
    if battle.ending or battle.agenda or not battle.round:
        return []
    if battle.players is not None:
        return teams.standing(battle)
    found: list[AnyOrder] = [Concede(side) for side in SIDES]
    return found + [OfferDraw(side) for side in SIDES if side not in battle.offers]


def judge(battle: Battle) -> bool:
    """Look at victory; True when the battle is being closed (20.1, R28, S22).

    Where intelligence is fought for, the field decides nothing (26.9, R108).
    """
    if battle.aims and (aim := _deciding_landing(battle)) is not None:
        if aim.conceded:
            give_up(battle, opponent(aim.side), "planet")
        else:
            close(battle, "planet", aim.side)
        return True
    if battle.aims and (winner := _winner_by_aim(battle)) is not None:
        if aims.as_conceded(battle.aims, winner, "aim"):
            give_up(battle, opponent(winner), "aim")
        else:
            close(battle, "aim", winner)
        return True
    if (battle.terrans and battle.talons) or (battle.aims and aims.intelligence(battle.aims) is not None):
        return False
    present = battle.present
    here = [side for side in SIDES if present[side] or must_come(battle, side) or _comes_back(battle, side)]
    if len(here) == len(SIDES):
        return False
    close(battle, "held" if here else "draw", here[0] if here else None)
    return True


def _deciding_landing(battle: Battle) -> Land | None:
    """The landing that decides the battle now: enough are down, and no base keeps them off."""
    landed = partial(docking.landed, battle)
    for aim in aims.deciding(battle.aims):
        if aims.counted(aim, landed) >= aim.needs and not docking.guarded(battle, aim):
            return aim
    return None


def _winner_by_aim(battle: Battle) -> Side | None:
    """Whom an aim that is no landing makes the winner now: targets, docking, a planet, intelligence (R74, R70)."""
    done = aims.bombarded(battle.aims, battle.planet_damage)
    if done is not None:
        return done.side
    if aims.intelligence(battle.aims) is not None:
        return boarding.winner(battle)
    status = partial(_status, battle)
    return aims.struck(battle.aims, status) or aims.docked(battle.aims, status, partial(statuses, battle))


def _status(battle: Battle, side: Side, name: str) -> str:
    """Where a side's unit of that name is."""
    return next((unit.status for unit in battle.units if unit.side == side and unit.name == name), "")


def statuses(battle: Battle, side: Side, role: str) -> list[str]:
    """Where a side's transports, or its bases, are."""
    return [
        unit.status
        for unit in battle.units
        if unit.side == side and (unit.kind.transport if role == "transport" else unit.kind.base)
    ]


def must_come(battle: Battle, side: Side) -> bool:
    """Whether ships that wait for a counter are still to come; transports and squadrons need not (31.6, S24, R28)."""
    return any(
        unit.side == side and unit.status == "waiting" and not unit.kind.transport and not unit.kind.fighters
        for unit in battle.units
    )


def _comes_back(battle: Battle, side: Side) -> bool:
    """Whether a transport of the side that has set troops down comes back (32.3)."""
    return bool(battle.unloaded) and lifting.is_to_come(battle, side)


def end_of_round(battle: Battle) -> None:
    """Count rounds without damage or departure; the tenth running and the fortieth of all end it (R29, R45)."""
    battle.quiet = 0 if battle.stirred else battle.quiet + 1
    battle.stirred = False
    if battle.quiet >= QUIET_ROUNDS or battle.round >= LAST_ROUND:
        close(battle, "draw", None)


def offer_draw(battle: Battle, order: OfferDraw) -> None:
    """Note the offer; the second side's is the agreement (R29). A team offers when all its players would (R112)."""
    if battle.players is not None:
        drawing = battle.players.drawing
        drawing.append(Seat(order.side, order.player))
        if not teams.all_of(battle, order.side, drawing):
            return
        battle.players.drawing = [seat for seat in drawing if seat.side != order.side]
    battle.offers.append(order.side)
    if len(battle.offers) == len(SIDES):
        close(battle, "draw", None)


def lapse_offer(battle: Battle, order: AnyOrder) -> None:
    """End the other side's offer if this side has ordered something else and the decision has passed on (R57)."""
    theirs = opponent(order.side)
    if battle.players is not None and isinstance(order, teams.Wish):
        return
    if theirs in battle.offers and battle.options and battle.options[0].side == theirs:
        battle.offers.remove(theirs)


def concede(battle: Battle, order: Concede) -> None:
    """Give the battle up (20.4); a team does when all its players would (R112)."""
    if battle.players is not None:
        battle.players.conceding.append(Seat(order.side, order.player))
        if not teams.all_of(battle, order.side, battle.players.conceding):
            return
    give_up(battle, order.side, "conceded")


def fight_on(battle: Battle, order: FightOn) -> None:
    """Take back that a player would concede, or have a draw (R112)."""
    players, seat = battle.players, Seat(order.side, order.player)
    if players is not None:
        players.conceding = [one for one in players.conceding if one != seat]
        players.drawing = [one for one in players.drawing if one != seat]


def exceed(battle: Battle, order: Exceed) -> None:
    """A player has said too many words: no AP in the coming round (25)."""
    if battle.players is not None:
        battle.players.barred.append(Seat(order.side, order.player))
        battle.events.append(Exceeded(order.side, order.player))


def give_up(battle: Battle, side: Side, ending: Ending) -> None:
    """What lies in an enemy weapon's arc and range is destroyed without exploding; the rest gets away (20.4, R30).

    A base cannot get away: it is lost too, but for that of an Empire War, which stands. A squadron inside a base of the
    enemy is lost (R108).
    """
    for unit in [unit for unit in battle.present[side] if falls(battle, unit) or in_reach(battle, unit)]:
        damage.destroy(battle, unit, "conceded", explodes=False)
    for unit in battle.force(side):
        if unit.status == "boarded":
            damage.destroy(battle, unit, "conceded", explodes=False)
    close(battle, ending, opponent(side))


def falls(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is lost wherever it is if its side concedes: a base, but in an Empire War (20.4, R30).

    So is an alien, which may not retreat (32.2).
    """
    return (battle.bases_fall and unit.kind.base) or battle.no_retreat == unit.side


def in_reach(battle: Battle, unit: Unit) -> bool:
    """Whether an undestroyed enemy weapon has the unit in its arc and at a listed range, terrain or not (R30)."""
    return in_reach_of(unit, battle.present[opponent(unit.side)])


def in_reach_of(unit: Unit, enemies: list[Unit]) -> bool:
    """Whether an undestroyed weapon of one of the enemies has the unit in its arc and at a listed range (R30)."""
    for enemy in enemies:
        away = unit.place - enemy.place
        if distance(away) > FARTHEST:
            continue
        for group, lost in zip(enemy.kind.groups, enemy.lost, strict=True):
            if not lost and away in group.reach[enemy.facing]:
                return True
    return False


def room_left(battle: Battle, side: Side) -> int:
    """Berths free on the side's surviving carriers, gone and waiting ones too, and on its base (20.4, R30, S26)."""
    force = battle.force(side)
    free = 0
    for away in (("map",), aims.RETREATED, ("waiting",)):
        homes = [unit for unit in force if unit.kind.carries and unit.status in away]
        aboard = sum(bool(unit.kind.fighters) and _aboard(battle, unit) in away for unit in force)
        free += max(0, SQUADRONS_CARRIED * len(homes) - aboard)
    return free


def _aboard(battle: Battle, squadron: Unit) -> str:
    """Where the carrier is in which a squadron sits, by its status; empty if it sits in none (R65)."""
    home = battle.units[squadron.carrier].status if squadron.carrier >= 0 else ""
    if squadron.status == "docked":
        return home
    if squadron.status == "left":
        return home if home in ("left", "through") else ""
    away = squadron.status == "waiting" or squadron.status in aims.ESCAPED
    return squadron.status if away else ""


def close(battle: Battle, ending: Ending, winner: Side | None) -> None:
    """Begin the end: who gets away, who lands unopposed, then it is over."""
    battle.blasts.clear()
    battle.agenda.append(Closing(ending, winner))


@dataclass(slots=True, eq=False)
class Closing:
    """A battle that is ending; `saved` are the loser's squadrons that found room, as their owner chose."""

    ending: Ending
    winner: Side | None
    saved: list[int] = field(default_factory=list)

    def proceed(self, battle: Battle) -> list[AnyOrder]:
        """Ask whom the loser saves and who lands for the winner, where there is a choice; then end."""
        if self.winner and aims.as_conceded(battle.aims, self.winner, self.ending):
            options = self._saving(battle, opponent(self.winner))
            if options:
                return options
        options = self._landing(battle)
        if not options:
            battle.agenda.pop()
            battle.ending, battle.winner = self.ending, self.winner
            battle.events.append(Ended(self.ending, self.winner))
        return options

    def answer(self, battle: Battle, order: AnyOrder) -> None:
        """Save the squadron, or land the transport."""
        unit = battle.units[cast("Pick", order).target]
        if unit.kind.fighters:
            self.saved.append(unit.number)
        else:
            _land_after(battle, unit)

    def asked(self, battle: Battle) -> int:
        """The side as a whole (R40)."""
        return THE_SIDE

    def _saving(self, battle: Battle, loser: Side) -> list[AnyOrder]:
        """The squadrons among which the loser chooses; when all is chosen, everybody gets away (20.4, R30)."""
        units = battle.present[loser]
        room = room_left(battle, loser)
        squadrons = [unit for unit in units if unit.kind.fighters]
        if len(squadrons) > room and len(self.saved) < room:
            return [Pick(loser, unit.number) for unit in squadrons if unit.number not in self.saved]
        for unit in squadrons:
            if len(squadrons) > room and unit.number not in self.saved:
                damage.destroy(battle, unit, "conceded", explodes=False)
        for unit in list(units):
            if not unit.kind.base:
                departure.leave(battle, unit, departure.given_up(battle, unit))
        departure.abandon(battle, loser)
        return []

    def _landing(self, battle: Battle) -> list[AnyOrder]:
        """The transports among which a winning invader chooses those that land unopposed (S23)."""
        aim = aims.landing(battle.aims, self.winner) if self.winner else None
        if aim is None or not aim.afterwards or self.ending == "planet" or docking.guarded(battle, aim):
            return []
        done = aims.counted(aim, partial(docking.landed, battle))
        after = sum(unit.status == "landed-after" for unit in battle.units)
        needed = aim.needs - done - after
        able = [
            unit
            for unit in battle.force(aim.side)
            if unit.kind.transport and unit.status in ("map", "waiting")
        ]
        if needed <= 0 or needed > len(able):
            return []
        if needed == len(able):
            for unit in able:
                _land_after(battle, unit)
            return []
        return [Pick(aim.side, unit.number) for unit in able]


def _land_after(battle: Battle, unit: Unit) -> None:
    if unit.status == "map":
        battle.take_off(unit)
    unit.status = "landed-after"
    battle.forget(unit)
    battle.events.append(Gone(unit.number, "landed-after"))
