"""The Battle Phase up to the fight: order, reveal, engage or forfeit (31.6, S4, S17, S19, S28, S36, S60-S62, S76,
S78, S83)."""

from collections.abc import Iterable, Iterator

from campaign.rules.battles.forces import has_forces, laid_out, revealed, units_in
from campaign.rules.battles.hopeless import HOPELESS, best_chance, may_be_left
from campaign.rules.battles.instructions import carried_out, goes_by_odds, goes_by_worth, instruction_for
from campaign.rules.battles.predicting import stands_ground
from campaign.rules.battles.settling import gain_of_engaging
from campaign.rules.battles.terrain import terrain_of
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
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import Engage
from campaign.rules.record import Record
from campaign.rules.settings import Settings
from campaign.rules.state import Battle, Question, War, lp_of
from engines.seam.documents import Stance
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDES, Side, opponent


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
    fleet = record.war.fleet(side)
    ahead = fleet.answered_ahead(battle.number)
    if ahead is not None:
        return Answered(battle.number, side, ahead, standing=True)
    said = _instructed(record, battle, side)
    if said is None and fleet.hopeless == "decline":
        said = _declines_hopeless(record, battle, side)
    if said is None and record.war.settings.take_declined and battle.answers.get(opponent(side)) is False:
        said = Answered(battle.number, side, engage=True, standing=True)
    return said


def _instructed(record: Record, battle: Battle, side: Side) -> Answered | None:
    """What the side has said of the sectors (S36), by which odds (S76) or gain (S83); None if it is to be asked."""
    instruction = instruction_for(battle, record.war.fleet(side).standing)
    odds = gain = None
    if goes_by_odds(instruction, battle, side):
        odds = _odds(record, battle, side, instruction.stance)
    if goes_by_worth(instruction, battle, side):
        gain = _gain(record, battle, side, instruction.stance)
    said = carried_out(instruction, battle, side, odds, gain)
    return None if said is None else Answered(battle.number, side, said, standing=True, odds=odds, gain=gain)


def _odds(record: Record, battle: Battle, side: Side, stance: Stance) -> int:
    """In how many of 100 the side stands its ground (S76); LookupError if other odds were recorded than are needed."""
    war, setup = record.war, revealed(record.war, battle)
    odds = record.dice.odds(battle.number, side, lambda: stands_ground(war, battle, side, stance, setup))
    if odds is None:
        raise LookupError(f"no odds are recorded for battle {battle.number}")
    return odds


def _gain(record: Record, battle: Battle, side: Side, stance: Stance) -> int:
    """By how many Ship Points it is worth more to engage (S83); LookupError if it was decided otherwise then."""
    war = record.war
    gain = record.dice.gain(battle.number, side, lambda: gain_of_engaging(war, battle, side, stance))
    if gain is None:
        raise LookupError(f"no gain is recorded for battle {battle.number}")
    return gain


def _declines_hopeless(record: Record, battle: Battle, side: Side) -> Answered | None:
    """That the side declines, and by which odds, if the battle is hopeless and may be left; None if not (S78)."""
    if not may_be_left(battle, side):
        return None
    war, setup = record.war, revealed(record.war, battle)
    odds = record.dice.odds(battle.number, side, lambda: best_chance(war, battle, side, setup))
    if odds is None or odds >= HOPELESS:
        return None
    return Answered(battle.number, side, engage=False, standing=True, odds=odds)


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
