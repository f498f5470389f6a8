"""The Battle Phase up to the fight: order, reveal, engage or forfeit (31.6, S4, S17, S19, S28, S36, S60-S62, S76,
S78)."""

from collections.abc import Iterable, Iterator, Mapping

from campaign.rules.battles.hopeless import HOPELESS, best_chance, may_be_left
from campaign.rules.battles.instructions import carried_out, goes_by_odds, instruction_for
from campaign.rules.battles.predicting import stands_ground
from campaign.rules.battles.terrain import possible_terrains, terrain_of
from campaign.rules.dice import ANSWERS_FIRST, ORDERS_HOMES, side_by_die
from campaign.rules.events import (
    Answered,
    BattleJoined,
    BattleOrderSet,
    BattlePlanned,
    ForcesRevealed,
    Forfeited,
    NotFought,
    QuestionAsked,
    SidesAsked,
)
from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.orders import Engage
from campaign.rules.record import Record
from campaign.rules.settings import Settings
from campaign.rules.sight import Known
from campaign.rules.state import Battle, Question, War, lp_of
from engines.seam.documents import BattleSetup, Stance, Terrain, Unit
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import class_of, place_in_list, role_of


def plan_battles(record: Record) -> None:
    """Book this turn's battles in order; ask which home comes first if both are fought over (31.6, S17, S19)."""
    for place, sectors in battle_places(record.war):
        record.book(BattlePlanned(record.war.battles_fought + 1, place, sectors))
    if len(_home_battles(record.war)) == 2:
        record.book(QuestionAsked(Question("first", _stronger(record), 0, SIDES)))
    elif record.war.settings.reveal == "together":
        reveal_all(record)


def battle_places(war: War) -> list[tuple[str, tuple[str, ...]]]:
    """Each place that is fought over with its sectors, at the place of its first sector (S17, S18)."""
    places = dict.fromkeys(war.place_of(sector) for sector in war.chart.order)
    return [(place, war.markers_on(place)) for place in places]


def _home_battles(war: War) -> list[Battle]:
    return [battle for battle in war.battles if battle.place in HOMES.values()]


def _stronger(record: Record) -> Side:
    """The side with more LP assigned to sectors this turn, by die on a tie (S19, S37)."""
    war = record.war
    terran, talon = (lp_of(side, war.assigned(side, war.chart.order)) for side in SIDES)
    if terran == talon:
        return side_by_die(record.roll(ORDERS_HOMES))
    return "terran" if terran > talon else "talon"


def order_homes(record: Record, home: Side) -> None:
    """Put the battle over `home` in the earlier of the two homes' places (S19)."""
    battles = record.war.battles
    one, two = (battles.index(battle) for battle in _home_battles(record.war))
    numbers = [battle.number for battle in battles]
    if battles[one].place != HOMES[home]:
        numbers[one], numbers[two] = numbers[two], numbers[one]
    record.book(BattleOrderSet(tuple(numbers)))
    if record.war.settings.reveal == "together":
        reveal_all(record)


def reveal_all(record: Record) -> None:
    """Reveal every battle at once, for a war that is set so (S28)."""
    for battle in list(record.war.battles):
        reveal(record, battle)


def units_in(war: War, battle: Battle, side: Side) -> tuple[Unit, ...]:
    """The side's ships in the battle with the damage they carry, largest first, its base last."""
    ships = war.assigned(side, battle.sectors)
    units = largest_first(side, [Unit(name, ship.ship_class, ship.damage) for name, ship in ships.items()])
    base = war.base_of(side, battle.place)
    return units if base is None else (*units, base.unit(war.settings))


def largest_first(side: Side, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """A side's ships as they are listed: by points, by class, by name."""
    return tuple(
        sorted(
            units,
            key=lambda unit: (
                -class_of(side, unit).points,
                place_in_list(side, unit.ship_class),
                unit.name,
            ),
        )
    )


def has_forces(units: Iterable[Unit]) -> bool:
    """Whether there is a base, or any ship other than squadrons without carrier or base (S4)."""
    return any(role_of(unit.ship_class) != "squadron" for unit in units)


def reveal(record: Record, battle: Battle) -> None:
    """Book both sides' forces in a battle (31.6)."""
    war = record.war
    terran, talon = (units_in(war, battle, side) for side in SIDES)
    lp = [lp_of(side, war.assigned(side, battle.sectors)) for side in SIDES]
    record.book(ForcesRevealed(battle.number, terran, talon, *lp))


def call_on(record: Record, battle: Battle) -> None:
    """Ask the sides of a revealed battle, or settle at once what needs no answer (S4, S28)."""
    able = [side for side in SIDES if has_forces(units_in(record.war, battle, side))]
    if not able:
        record.book(NotFought(battle.number))
    elif len(able) == 1:
        record.book(Forfeited(battle.number, opponent(able[0]), unasked=True))
    else:
        record.book(SidesAsked(battle.number, _asking_order(record, battle)))
        ask_next(record, battle.number)


def _asking_order(record: Record, battle: Battle) -> tuple[Side, ...]:
    terran, talon = battle.lp["terran"], battle.lp["talon"]
    if terran == talon:
        first = side_by_die(record.roll(ANSWERS_FIRST, battle.place))
        return (first, opponent(first))
    return ("terran", "talon") if terran < talon else ("talon", "terran")


def ask_next(record: Record, number: int) -> None:
    """Ask the next side of a battle by its instructions or in person; when both have answered, act (31.6, S36)."""
    battle = _of(record, number)
    for side in battle.asked:
        if side in battle.answers:
            continue
        answer = _unasked(record, battle, side)
        if answer is None:
            record.book(QuestionAsked(Question("engage", side, number)))
            return
        record.book(answer)
        battle = _of(record, number)
    _act_on_answers(record, battle)


def _of(record: Record, number: int) -> Battle:
    battle = record.war.battle(number)
    if battle is None:
        raise ValueError(f"no battle {number} this turn")
    return battle


def _unasked(record: Record, battle: Battle, side: Side) -> Answered | None:
    """What a side answers without being asked: what it has said before, or that it takes what was declined (S74)."""
    said, odds = _said_before(record, battle, side)
    if said is None and record.war.fleet(side).hopeless == "decline":
        said, odds = _declines_hopeless(record, battle, side)
    if said is None and record.war.settings.take_declined and battle.answers.get(opponent(side)) is False:
        said = True
    return None if said is None else Answered(battle.number, side, said, standing=True, odds=odds)


def _said_before(record: Record, battle: Battle, side: Side) -> tuple[bool | None, int | None]:
    """What the side has said of the battle (S62) or of its sectors (S36), and by which odds (S76); None if nothing."""
    fleet = record.war.fleet(side)
    ahead = fleet.answered_ahead(battle.number)
    if ahead is not None:
        return ahead, None
    instruction = instruction_for(battle, fleet.standing)
    odds = (
        _odds(record, battle, side, instruction.stance) if goes_by_odds(instruction, battle, side) else None
    )
    return carried_out(instruction, battle, side, odds), odds


def _odds(record: Record, battle: Battle, side: Side, stance: Stance) -> int:
    """In how many of 100 the side stands its ground (S76); LookupError if other odds were recorded than are needed."""
    war, setup = record.war, revealed(record.war, battle)
    odds = record.dice.odds(battle.number, side, lambda: stands_ground(war, battle, side, stance, setup))
    if odds is None:
        raise LookupError(f"no odds are recorded for battle {battle.number}")
    return odds


def _declines_hopeless(record: Record, battle: Battle, side: Side) -> tuple[bool | None, int | None]:
    """That the side declines, and by which odds, if the battle is hopeless and may be left; None if not (S78)."""
    if not may_be_left(battle, side):
        return None, None
    war, setup = record.war, revealed(record.war, battle)
    odds = record.dice.odds(battle.number, side, lambda: best_chance(war, battle, side, setup))
    return (None, None) if odds is None or odds >= HOPELESS else (False, odds)


def extra_refusals(war: War, order: Engage) -> Iterator[Refusal]:
    """Every reason why the instructions and later answers of an answer may not be given (S60, S62)."""
    for sector in order.standing:
        if sector not in war.chart.order:
            yield Refusal("S60", f'There is no sector "{sector[:40]}" on this map.', "standing")
    numbers = [answer.battle for answer in order.later]
    open_to = {battle.number for battle in answerable_later(war.settings, war.battles, order.battle)}
    for number in sorted(set(numbers) - open_to):
        reason = f"You cannot answer battle {number} now. Answer it when it is your turn."
        yield Refusal("S62", reason, "later")
    if len(set(numbers)) < len(numbers):
        yield Refusal("S62", "Answer each later battle once.", "later")


def answerable_later(settings: Settings, battles: Iterable[Battle], now: int) -> list[Battle]:
    """The battles that can be answered together with battle `now`: those revealed and not begun (S62)."""
    if settings.reveal != "together":
        return []
    return [battle for battle in battles if battle.status == "revealed" and battle.number != now]


def _act_on_answers(record: Record, battle: Battle) -> None:
    declined = [side for side in battle.asked if not battle.answers[side]]
    if len(declined) == 2:
        record.book(NotFought(battle.number))
    elif declined:
        record.book(Forfeited(battle.number, declined[0]))
    else:
        join(record, battle)


def join(record: Record, battle: Battle) -> None:
    """Both engage: roll the terrain and lay out the battle (31.6, 31.7, 31.8, S21)."""
    forces = {side: units_in(record.war, battle, side) for side in SIDES}
    setup = laid_out(record.war, battle.place, forces, terrain_of(record, battle))
    record.book(BattleJoined(battle.number, setup))


def revealed(war: Known, battle: Battle) -> BattleSetup:
    """The set-up of a battle whose forces are revealed, in the first of the terrains that it may have."""
    terrains = possible_terrains(war.settings, war.chart, battle.place)
    return laid_out(war, battle.place, battle.forces, terrains[0])


def laid_out(
    war: Known, place: Place, forces: Mapping[Side, tuple[Unit, ...]], terrain: Terrain
) -> BattleSetup:
    """The set-up of a battle between those forces, as the war stands (31.6, 31.8, S21)."""
    owner = war.planets.get(place)
    return BattleSetup(
        place=place,
        mode="planet" if owner else "last_ship_standing",
        terran=forces["terran"],
        talon=forces["talon"],
        terrain=terrain,
        planet_owner=owner,
        boxes=war.settings.boxes,
        system=war.settings.system,
    )
