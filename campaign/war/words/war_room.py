"""What the page of a war shows of its battles, fleets, sightings and losses, from one side's view alone."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from battles.battle.verdict import verdict
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import RESERVE, Target
from campaign.rules.sight import WarView
from campaign.rules.state import Battle, Fleet, Ship, Sighting
from campaign.war.chart.words import TERRAIN_WORDS
from campaign.war.waiting import named_first
from campaign.war.words.event_lines import HistoryLine
from engines.seam.cards import UnitCard
from engines.seam.classes import UnitClass
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import class_of, unit_card, unit_class

DUE = {
    "hidden": ("Due", "going"),
    "revealed": ("Forces revealed", "going"),
    "joined": ("In progress", "waits"),
}
ASKED = {"asking": ("Engage or decline?", "decides"), "closing": ("Your choice", "chooses")}


@dataclass(frozen=True)
class RevealedForce:
    """One side's units in a battle, with its LP and how it answered; `units` carry their fate once it is known.

    `lost` are the points that count as lost, `destroyed` those of what was destroyed: over a planet they can differ.
    """

    side: Side
    lp: int | None
    answer: str
    units: tuple[UnitCard, ...]
    lost: int = 0
    destroyed: int = 0


@dataclass(frozen=True)
class BattleCard:
    """One battle of this turn: where, how far it is, what has been revealed, and what came of it."""

    number: int
    title: str
    sectors: str
    status: str
    badge: str
    forces: tuple[RevealedForce, ...]
    terrain: str
    outcome: str
    after: tuple[HistoryLine, ...]
    winner: Side | None
    battle_id: int | None
    fought: bool
    open: bool


@dataclass(frozen=True)
class ShipsAtPlace:
    """The ships of a fleet in one place: LP, how many of each class, and each ship."""

    target: Target | None
    title: str
    lp: int
    classes: tuple[tuple[UnitClass, int], ...]
    ships: tuple[UnitCard, ...]
    damaged: int
    stranded: tuple[str, ...]


@dataclass(frozen=True)
class LastSeen:
    """Enemy ships last seen together: in which turn, where, in which battle."""

    turn: int
    title: str
    battle: int
    units: tuple[UnitCard, ...]


@dataclass(frozen=True)
class Tally:
    """What a side has lost in the whole war, in Ship Points, and the last few by name."""

    side: Side
    ships: int
    points: int
    names: tuple[tuple[int, str, UnitClass], ...]


def battle_cards(
    view: WarView, battle_ids: dict[int, int | None], after: dict[int, tuple[HistoryLine, ...]], rival: str
) -> list[BattleCard]:
    """This turn's battles in the order they are fought; `after` says what followed, `rival` is a name."""
    return [
        _battle_card(view, battle, battle_ids.get(battle.number), after.get(battle.number, ()), rival)
        for battle in view.battles
    ]


def _battle_card(
    view: WarView, battle: Battle, battle_id: int | None, after: tuple[HistoryLine, ...], rival: str
) -> BattleCard:
    over = view.phase == "over"
    status, badge = _status_over(battle) if over else _status(view, battle, rival)
    terrain = battle.setup.terrain if battle.setup is not None else battle.terrain
    return BattleCard(
        number=battle.number,
        title=place_title(battle.place),
        sectors=", ".join(battle.sectors),
        status=status,
        badge=badge,
        forces=tuple(force(battle, side) for side in SIDES) if battle.forces else (),
        terrain=TERRAIN_WORDS.get(terrain.name, terrain.name) if terrain is not None else "",
        outcome=_outcome(battle, view.viewer),
        after=after,
        winner=winner_of(battle),
        battle_id=battle_id,
        fought=battle.fought and battle_id is not None,
        open=battle.status in ("joined", "closing") and not over,
    )


def _status(view: WarView, battle: Battle, rival: str) -> tuple[str, str]:
    """How far a battle is, and its badge; only what waits for the viewer is marked as waiting."""
    if battle.status not in ASKED:
        return DUE.get(battle.status) or (_ended(battle), "over")
    mine, theirs = ASKED[battle.status]
    question = view.question
    if question is None or question.battle != battle.number:
        return "Not answered yet", "going"
    return (mine, "waits") if question.side == view.viewer else (f"{named_first(rival)} {theirs}", "going")


def _status_over(battle: Battle) -> tuple[str, str]:
    return (_ended(battle) if battle.status in ("closed", "closing") else "Not fought"), "over"


def force(battle: Battle, side: Side) -> RevealedForce:
    """One side's revealed forces in a battle, as they are or as they left it."""
    units = battle.forces.get(side, ())
    fates = (
        {fate.name: fate for fate in battle.result.report.fates(side)} if battle.result is not None else {}
    )
    cards = [
        unit_card(side, unit, fates[unit.name].damage, fates[unit.name].fate)
        if unit.name in fates
        else unit_card(side, unit)
        for unit in units
    ]
    lost = battle.result.lost(side) if battle.result is not None else 0
    gone = [unit for unit in units if unit.name in fates and fates[unit.name].fate == "destroyed"]
    destroyed = sum(class_of(side, unit).points for unit in gone)
    return RevealedForce(side, battle.lp.get(side), _answer(battle, side), tuple(cards), lost, destroyed)


def _answer(battle: Battle, side: Side) -> str:
    if side in battle.answers:
        return "engages" if battle.answers[side] else "declines"
    return ""


def winner_of(battle: Battle) -> Side | None:
    """Who won a battle, by fighting or because the other side gave it up."""
    if battle.result is not None:
        return battle.result.winner
    return opponent(battle.forfeited_by) if battle.forfeited_by is not None else None


def _ended(battle: Battle) -> str:
    if battle.result is not None:
        return "Fought"
    return "Forfeited" if battle.forfeited_by is not None else "Not fought"


def _outcome(battle: Battle, reader: Side | None) -> str:
    """How a closed battle ended for the player of a side, as "You won: great victory."; "" of any other."""
    if battle.status != "closed":
        return ""
    if battle.result is not None:
        return f"{verdict(battle.result.winner, battle.result.degree or '', reader)}."
    if battle.forfeited_by is not None:
        how = "declined" if battle.answers.get(battle.forfeited_by) is False else "forfeited"
        if reader == battle.forfeited_by:
            return f"You {how}."
        won = verdict(opponent(battle.forfeited_by), "", reader)
        return f"{won}: {battle.forfeited_by.title()} {how}."
    return "Neither side fought. The front line stays."


def in_words(battle: Battle, side: Side) -> str:
    """A side's units in a battle by class, the dearest first: "1 Battleship, 2 Destroyers"; "" if there are none."""
    counts = Counter(class_of(side, unit) for unit in battle.forces.get(side, ()))
    ordered = sorted(counts, key=lambda kind: (-kind.points, kind.key))
    return ", ".join(f"{counts[kind]} {kind.title if counts[kind] == 1 else kind.plural}" for kind in ordered)


def berths(side: Side, fleet: Fleet, order: Iterable[str]) -> list[ShipsAtPlace]:
    """A fleet by place: sectors in battle order, the Reserve, ships not yet assigned; empty places too."""
    targets: list[Target | None] = [*order, RESERVE, None]
    found = [_berth(side, fleet, target) for target in targets]
    return [berth for berth in found if berth.ships or berth.target is not None]


def _berth(side: Side, fleet: Fleet, target: Target | None) -> ShipsAtPlace:
    ships = {name: ship for name, ship in fleet.ships.items() if ship.where == target}
    ordered = sorted(
        ships, key=lambda name: (-ships[name].class_of(side).points, ships[name].ship_class, name)
    )
    titles = {RESERVE: "Reserve", None: "Not assigned yet"}
    return ShipsAtPlace(
        target=target,
        title=titles.get(target) or str(target),
        lp=sum(ship.class_of(side).lp for ship in ships.values()),
        classes=_by_class(side, [ships[name] for name in ordered]),
        ships=tuple(_ship_card(side, name, ships[name]) for name in ordered),
        damaged=sum(bool(ship.damage) for ship in ships.values()),
        stranded=tuple(name for name in ordered if ships[name].stranded),
    )


def _by_class(side: Side, ships: list[Ship]) -> tuple[tuple[UnitClass, int], ...]:
    counts: dict[str, int] = {}
    for ship in ships:
        counts[ship.ship_class] = counts.get(ship.ship_class, 0) + 1
    return tuple((unit_class(side, key), count) for key, count in counts.items())


def _ship_card(side: Side, name: str, ship: Ship) -> UnitCard:
    return unit_card(side, Unit(name, ship.ship_class, ship.damage))


def last_seen(view: WarView, side: Side) -> list[LastSeen]:
    """What was last seen of a side's ships, the latest first; what is lost is not among it (S15)."""
    groups: dict[tuple[int, int, str], list[tuple[str, Sighting]]] = {}
    for name, sighting in view.sightings[side].items():
        groups.setdefault((sighting.turn, sighting.battle, sighting.place), []).append((name, sighting))
    return [
        LastSeen(turn, place_title(place), battle, _seen_units(side, found))
        for (turn, battle, place), found in sorted(groups.items(), reverse=True)
    ]


def _seen_units(side: Side, found: list[tuple[str, Sighting]]) -> tuple[UnitCard, ...]:
    units = [Unit(name, sighting.ship_class, sighting.damage) for name, sighting in found]
    ordered = sorted(units, key=lambda unit: (-class_of(side, unit).points, unit.ship_class, unit.name))
    return tuple(unit_card(side, unit) for unit in ordered)


def tallies(view: WarView) -> list[Tally]:
    """Both sides' losses, Terran first."""
    return [_tally(view, side) for side in SIDES]


def _tally(view: WarView, side: Side) -> Tally:
    lost = [
        (loss.turn, loss.name, unit_class(side, loss.ship_class)) for loss in view.losses if loss.side == side
    ]
    return Tally(side, len(lost), sum(kind.points for _, _, kind in lost), tuple(reversed(lost)))
