"""One event as one or more sentences, each with an icon, the side it is about, and the rule it follows."""

from collections.abc import Mapping
from functools import singledispatch

from campaign.rules import events as e
from campaign.rules.battles.aftermath import MINOR, NOBODY_WON, STOPS
from campaign.rules.battles.hopeless import HOPELESS
from campaign.rules.corrections.amended_events import AnyAmended
from campaign.rules.deadlines import DefaultAction
from campaign.rules.dice import CHOOSING_A_SIDE, side_by_die
from campaign.rules.event import Event
from campaign.rules.map.strategic_map import StrategicMap, place_in_text
from campaign.rules.orders import RESERVE, StandingInstruction
from campaign.rules.settings import Settings
from campaign.war.words.amended import amended_lines
from campaign.war.words.history_line import HistoryLine, move_words, result_line
from campaign.war.words.instructions import instruction_words
from engines.seam.sides import SIDES, Side
from engines.seam.systems import unit_class
from engines.seam.words.in_a_row import in_row

__all__ = ["HistoryLine", "die_line", "lines_of"]

ENDED = {
    "home": "won the battle for the enemy home",
    "surrender": "won: the other side surrendered",
    "logistics": "won: the other side had too few Logistics Points left",
}
STAYS = {
    NOBODY_WON: "Nobody won, so the front line stays.",
    MINOR: "After a minor victory in which the winner lost a ship, the front line stays.",
}
"""Why a front line stays, by the reason that the log has."""
QUESTIONS = {
    "engage": "must engage or decline",
    "first": "chooses which home is fought over first",
    "land": "chooses which transports land",
    "strand": "chooses which squadrons to leave behind",
}
PASSED: dict[DefaultAction, str] = {
    "bases": "the computer placed the bases",
    "plan": "the computer planned the turn",
    "engage": "the computer decided whether to engage",
    "first": "the computer decided which home is fought over first",
    "land": "the computer chose which transports land",
    "strand": "the computer chose which squadrons to leave behind",
    "go_on": "the next battle is open",
    "fight": "captains fight the battle for both sides",
    "play": "a captain plays on",
}


def lines_of(event: e.AnyEvent, chart: StrategicMap) -> list[HistoryLine]:
    """The event in sentences; an event that only moves the game on has none."""
    if isinstance(event, e.MarkerMoved):
        return [_moved(event, chart)]
    if isinstance(event, AnyAmended):
        return amended_lines(event, chart)
    return _event_lines(event)


def die_line(event: e.DieRolled) -> HistoryLine:
    """A die with its cause (S40 where it chose a side)."""
    if event.cause in CHOOSING_A_SIDE:
        chosen = side_by_die(event.value).title()
        return HistoryLine("dice", f"Die for {event.cause}: {event.value}, so {chosen}.", rule="S40")
    return HistoryLine("dice", f"Die for {event.cause}: {event.value}.")


@singledispatch
def _event_lines(event: Event) -> list[HistoryLine]:  # noqa: ARG001 - what only moves the game on has no line
    return []


@_event_lines.register
def _(event: e.WarBegan) -> list[HistoryLine]:
    words = f"The war begins on the map {event.chart.name}, with {_treasuries(event.settings)}."
    return [HistoryLine("front-line", words, rule="S77" if event.settings.handicap else "31.2")]


def _treasuries(settings: Settings) -> str:
    if not settings.handicap:
        return f"{settings.treasury} points for each side"
    terran, talon = (settings.first_treasury(side) for side in SIDES)
    return f"{terran} points for Terran and {talon} for Talon"


@_event_lines.register
def _(event: e.TakenOver) -> list[HistoryLine]:
    taken = event.taken
    ships = " and ".join(f"{len(taken.fleet(side).ships)} {side.title()}" for side in SIDES)
    words = (
        f"The war is taken over from paper, as both players agreed, before turn {taken.turn}: {ships} ships."
    )
    return [HistoryLine("front-line", words)]


@_event_lines.register
def _(event: e.BasesPlaced) -> list[HistoryLine]:
    places = [f"{name} at {place_in_text(place)}" for place, name in event.bases.items()]
    paid = f", for {event.cost} points" if event.cost else ", free of charge"
    words = f"placed bases: {in_row(places)}{paid}." if places else "placed no bases."
    return [HistoryLine("base", words, event.side, "31.2")]


@_event_lines.register
def _(event: e.FleetCounted) -> list[HistoryLine]:
    words = (
        f"has {event.active_lp} active Logistics Points and must send at least {event.minimum} "
        "to each sector this turn."
    )
    return [HistoryLine("shield", words, event.side, "31.5", own=True)]


@_event_lines.register
def _(event: e.IncomePaid) -> list[HistoryLine]:
    parts = ", ".join(f"{sector} {points}" for sector, points in event.by_sector.items())
    return [HistoryLine("coins", f"receives {event.total} points: {parts}.", event.side, "31.4")]


@_event_lines.register
def _(event: e.ShipsRepaired) -> list[HistoryLine]:
    return [
        HistoryLine("check", f"repaired in the Reserve: {in_row(event.names)}.", event.side, "31.4", own=True)
    ]


@_event_lines.register
def _(event: e.BaseRepaired) -> list[HistoryLine]:
    left = f"{event.damage.in_brief} still marked" if event.damage else "no damage left"
    return [HistoryLine("base", f"The base at {place_in_text(event.place)} is repaired: {left}.", rule="S14")]


@_event_lines.register
def _(event: e.ShipsScrapped) -> list[HistoryLine]:
    return [HistoryLine("cross", f"scrapped: {in_row(event.names)}.", event.side, "31.4", own=True)]


@_event_lines.register
def _(event: e.ShipsBought) -> list[HistoryLine]:
    bought = [f"{_with_class(event.side, ship)} ({ship.price})" for ship in event.purchases]
    return [
        HistoryLine(
            "coins", f"bought for {event.total} points: {in_row(bought)}.", event.side, "31.4", own=True
        )
    ]


def _with_class(side: Side, ship: e.Purchase) -> str:
    """A ship with its class, which a ship without a name of its own already has: "Scout Voyager", "Scout 5"."""
    title = unit_class(side, ship.ship_class).title
    return ship.name if ship.name.startswith(title) else f"{title} {ship.name}"


@_event_lines.register
def _(event: e.FleetAssigned) -> list[HistoryLine]:
    sent: dict[str, list[str]] = {}
    for name, target in event.targets.items():
        sent.setdefault(target, []).append(name)
    lines = [
        HistoryLine(
            "reserve" if target == RESERVE else "chevron-right",
            f"{_where(target)}: {in_row(sorted(names))}.",
            event.side,
            "31.5",
            own=True,
        )
        for target, names in sorted(sent.items(), key=lambda item: (item[0] == RESERVE, item[0]))
    ]
    return [*lines, *_instructions(event.side, event.standing, "S36")]


def _instructions(side: Side, standing: Mapping[str, StandingInstruction], rule: str) -> list[HistoryLine]:
    return [
        HistoryLine(
            "document",
            f"gave a standing instruction for {sector}: {instruction_words(instruction)}.",
            side,
            rule,
            own=True,
        )
        for sector, instruction in sorted(standing.items())
    ]


@_event_lines.register
def _(event: e.Instructed) -> list[HistoryLine]:
    return _instructions(event.side, event.standing, "S60")


@_event_lines.register
def _(event: e.AnsweredAhead) -> list[HistoryLine]:
    return [
        HistoryLine(
            "document",
            f"answers ahead for battle {answer.battle}: {'engage' if answer.engage else 'decline'}.",
            event.side,
            "S62",
            own=True,
        )
        for answer in event.answers
    ]


@_event_lines.register
def _(event: e.HopelessSettled) -> list[HistoryLine]:
    what = "declines" if event.answer == "decline" else "is asked"
    words = f"{what} this turn where it wins or holds the front line in fewer than {HOPELESS} of 100."
    return [HistoryLine("document", words, event.side, "S78", own=True)]


def _where(target: str) -> str:
    return "kept in the Reserve" if target == RESERVE else f"sent to {target}"


@_event_lines.register
def _(event: e.BattlePlanned) -> list[HistoryLine]:
    over = f" ({in_row(event.sectors)})" if event.place.startswith("home/") else ""
    return [
        HistoryLine(
            "swords", f"Battle {event.number} is due at {place_in_text(event.place)}{over}.", rule="31.6"
        )
    ]


@_event_lines.register
def _(event: e.BattleOrderSet) -> list[HistoryLine]:
    order = in_row([str(number) for number in event.numbers])
    return [HistoryLine("swords", f"Battle order: {order}.", rule="S19")]


@_event_lines.register
def _(event: e.ForcesRevealed) -> list[HistoryLine]:
    words = f"Forces revealed: Terran {event.terran_lp} LP, Talon {event.talon_lp} LP."
    return [HistoryLine("eye", words, rule="31.6")]


@_event_lines.register
def _(event: e.SidesAsked) -> list[HistoryLine]:
    first = event.order[0]
    return [HistoryLine("info", "answers first.", first, "S28")]


@_event_lines.register
def _(event: e.QuestionAsked) -> list[HistoryLine]:
    if event.question.kind == "engage":
        return []
    return [HistoryLine("info", f"{QUESTIONS[event.question.kind]}.", event.question.side)]


@_event_lines.register
def _(event: e.Answered) -> list[HistoryLine]:
    how = " as instructed" if event.standing else ""
    if event.odds is not None:
        how = f"{how}: by the estimate it stands its ground in {event.odds} of 100"
    if event.gain is not None:
        how = f"{how}: by the estimate, {_compared(event.gain)}"
    icon = "swords" if event.engage else "white-flag"
    return [HistoryLine(icon, f"{'engages' if event.engage else 'declines'}{how}.", event.side, "31.6")]


def _compared(gain: int) -> str:
    """Which answer is worth more, and by how much (S83)."""
    if not gain:
        return "engaging is worth as much as declining"
    more, less = ("engaging", "declining") if gain > 0 else ("declining", "engaging")
    return f"{more} is worth {abs(gain)} {'point' if abs(gain) == 1 else 'points'} more than {less}"


@_event_lines.register
def _(event: e.BattleJoined) -> list[HistoryLine]:
    owner = event.setup.planet_owner
    name = event.setup.terrain.name
    open_space = "in open space" if name == "open" else f"in this terrain: {name}"
    where = f"at a {owner.title()} planet" if owner else open_space
    return [HistoryLine("swords", f"The battle begins {where}.", rule="31.7")]


@_event_lines.register
def _(event: e.TerrainRolled) -> list[HistoryLine]:
    column, row = event.terrain.pattern or (0, 0)
    return [
        HistoryLine("dice", f"Terrain rolled, column {column}, row {row}: {event.terrain.name}.", rule="31.7")
    ]


@_event_lines.register
def _(event: e.Forfeited) -> list[HistoryLine]:
    why = "has no forces here and forfeits." if event.unasked else "forfeits the battle."
    return [HistoryLine("white-flag", why, event.side, "S4" if event.unasked else "S3")]


@_event_lines.register
def _(event: e.NotFought) -> list[HistoryLine]:  # noqa: ARG001 - the chapter says which battle
    return [HistoryLine("info", "No battle here this turn.", rule="S4")]


@_event_lines.register
def _(event: e.ResultAccepted) -> list[HistoryLine]:
    return [result_line(event.result), *(line for side in SIDES for line in _fallen(event, side))]


def _fallen(event: e.ResultAccepted, side: Side) -> list[HistoryLine]:
    names = [fate.name for fate in event.result.report.fates(side) if fate.fate == "destroyed"]
    return [HistoryLine("destroyed", f"lost {in_row(names)}.", side)] if names else []


@_event_lines.register
def _(event: e.ShipsLanded) -> list[HistoryLine]:
    return [HistoryLine("landed", f"landed transports: {in_row(event.names)}.", event.side, "S3")]


@_event_lines.register
def _(event: e.PlanetTaken) -> list[HistoryLine]:
    return [HistoryLine("planet", f"takes the planet at {place_in_text(event.place)}.", event.side, "31.8")]


def _moved(event: e.MarkerMoved, chart: StrategicMap) -> HistoryLine:
    whither = move_words(chart, event.sector, event.start, event.end)
    return HistoryLine("front-line", f"The front line in {event.sector} moves {whither}.", rule="31.6")


@_event_lines.register
def _(event: e.FrontHeld) -> list[HistoryLine]:
    said = STAYS.get(event.reason, event.reason.replace(STOPS, "stops the front line."))
    return [HistoryLine("front-line", said, rule=event.rule)]


@_event_lines.register
def _(event: e.ShipsStranded) -> list[HistoryLine]:
    return [
        HistoryLine(
            "fighter", f"left squadrons behind without a carrier: {in_row(event.names)}.", event.side, "S26"
        )
    ]


@_event_lines.register
def _(event: e.DrawOffered) -> list[HistoryLine]:
    return [HistoryLine("white-flag", "offers to end the war as a draw.", event.side, "S33")]


@_event_lines.register
def _(event: e.DrawDeclined) -> list[HistoryLine]:
    return [HistoryLine("swords", "declines the draw and fights on.", event.side, "S33")]


@_event_lines.register
def _(event: e.LevelsChanged) -> list[HistoryLine]:
    words = f"changes the difficulty: now a {event.commander} commander and {event.captains}s."
    return [HistoryLine("info", words, event.side, "S32")]


@_event_lines.register
def _(event: e.DeadlinePassed) -> list[HistoryLine]:
    done = PASSED[event.doing]
    words = f"let the deadline pass: {done}." if event.side else f"The deadline passed: {done}."
    return [HistoryLine("clock", words, event.side, "S12" if event.doing in ("fight", "play") else "S63")]


@_event_lines.register
def _(event: e.SeatLent) -> list[HistoryLine]:
    words = "was late twice in a row: the computer plays this side until its player is back."
    return [HistoryLine("info", words, event.side, "S64")]


@_event_lines.register
def _(event: e.SeatTakenBack) -> list[HistoryLine]:
    return [HistoryLine("info", "is back and commands again.", event.side, "S64")]


@_event_lines.register
def _(event: e.WarEnded) -> list[HistoryLine]:
    if event.winner is None:
        why = "both fleets were spent" if event.why == "logistics" else "both sides agreed"
        return [HistoryLine("trophy", f"The war ends in a draw: {why}.", rule=END_RULES[event.why])]
    words = f"{ENDED[event.why]}. The war is over."
    return [HistoryLine("trophy", words, event.winner, END_RULES[event.why])]


END_RULES = {"home": "S10", "surrender": "S33", "logistics": "S16", "agreed": "S33"}
