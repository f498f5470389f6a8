"""A corrected result of an earlier turn and what it changes now, in sentences (S67)."""

from collections.abc import Iterator

from campaign.rules.corrections import amended_events as a
from campaign.rules.map.strategic_map import HOMES, StrategicMap, place_in_text
from campaign.rules.state import Ship, in_reserve
from campaign.war.words.history_line import HistoryLine, move_words, result_line
from engines.seam.documents import Damage
from engines.seam.words.in_a_row import in_row

RULE = "S67"


def amended_lines(event: a.AnyAmended, chart: StrategicMap) -> list[HistoryLine]:
    """The event in sentences."""
    match event:
        case a.ResultAmended():
            lines = _result(event)
        case a.LogCorrected():
            lines = _log_corrected(event)
        case a.FatesAmended():
            lines = [*_fates(event)]
        case a.FleetAmended():
            lines = [*_fleet(event)]
        case a.BaseAmended():
            lines = [_base(event)]
        case a.MarkerAmended() | a.PlanetAmended():
            lines = [_map(event, chart)]
        case a.IncomeAmended() | a.TreasuryAmended():
            lines = [_points(event)]
    return lines


def _result(event: a.ResultAmended) -> list[HistoryLine]:
    where = f"battle {event.battle} at {place_in_text(event.place)} in turn {event.turn}"
    again = event.before == event.result
    words = (
        f"More follows the corrected result of {where}." if again else f"The result of {where} is corrected."
    )
    corrected = HistoryLine("document", words, rule=RULE)
    return [corrected, result_line(event.result, RULE)]


def _log_corrected(event: a.LogCorrected) -> list[HistoryLine]:
    where = f"battle {event.battle} at {place_in_text(event.place)} in turn {event.turn}"
    words = f"The result of {where} is corrected in the log."
    if event.way == "rewind":
        words = f"The result of {where} is corrected. The war goes back there from turn {event.until}."
    return [HistoryLine("document", words, rule="S69"), result_line(event.result, "S69")]


def _fates(event: a.FatesAmended) -> Iterator[HistoryLine]:
    parts = (
        ("stands", "did not lose {names} after all", event.alive),
        ("destroyed", "lost {names} after all", event.lost),
        ("critical", "has other damage on {names}", event.hurt),
    )
    for icon, words, units in parts:
        if units:
            names = in_row([unit.name for unit in units])
            yield HistoryLine(icon, f"{words.format(names=names)}.", event.side, RULE)


def _fleet(event: a.FleetAmended) -> Iterator[HistoryLine]:
    for where, reserved in (("Reserve", True), ("fleet", False)):
        back = [_ship(name, ship) for name, ship in event.back.items() if in_reserve(ship) == reserved]
        if back:
            yield HistoryLine("reserve", f"back in the {where}: {in_row(back)}.", event.side, RULE, own=True)
    if event.gone:
        yield HistoryLine(
            "cross", f"no longer in the fleet: {in_row(event.gone)}.", event.side, RULE, own=True
        )
    if event.damage:
        hurt = in_row([with_damage(name, damage) for name, damage in event.damage.items()])
        yield HistoryLine("critical", f"damage now: {hurt}.", event.side, RULE, own=True)


def _ship(name: str, ship: Ship) -> str:
    return with_damage(name, ship.damage)


def with_damage(name: str, damage: Damage) -> str:
    """A unit with its damage in brackets: "Patton (2 hull boxes, 1 critical)"."""
    return f"{name} ({damage.in_brief or 'no damage'})"


def _base(event: a.BaseAmended) -> HistoryLine:
    where = place_in_text(event.place)
    words = f"base at {where}: {with_damage(event.name, event.damage)}."
    return HistoryLine(
        "base", words if event.stands else f"no longer has a base at {where}.", event.side, RULE
    )


def _map(event: a.MarkerAmended | a.PlanetAmended, chart: StrategicMap) -> HistoryLine:
    if isinstance(event, a.PlanetAmended):
        return HistoryLine(
            "planet", f"now owns the planet at {place_in_text(event.place)}.", event.side, RULE
        )
    stop = _stop(event, chart)
    if event.start == event.end:
        return HistoryLine(
            "front-line", f"The front line in {event.sector} stays at {stop or 'its zone'}.", rule=RULE
        )
    moved = move_words(chart, event.sector, event.start, event.end)
    words = f"The front line in {event.sector} is corrected {moved}."
    stopped = f" It cannot be beyond {stop}." if stop and event.end - event.start != event.by else ""
    return HistoryLine("front-line", f"{words}{stopped}", rule=RULE)


def _stop(event: a.MarkerAmended, chart: StrategicMap) -> str:
    """The home or planet at which the marker stands now, "" if there is none (S9)."""
    place = chart.place(event.sector, event.end)
    if place in HOMES.values():
        return place_in_text(place)
    return f"the planet at {place_in_text(place)}" if chart.zone(event.sector, event.end).owner else ""


def _points(event: a.IncomeAmended | a.TreasuryAmended) -> HistoryLine:
    if isinstance(event, a.TreasuryAmended):
        sign = "+" if event.points > 0 else "\N{MINUS SIGN}"
        return HistoryLine(
            "coins", f"treasury: {sign}{abs(event.points)} points.", event.side, RULE, own=True
        )
    than = "more" if event.points > 0 else "less"
    words = f"should have received {abs(event.points)} points {than} in the turns since."
    return HistoryLine("coins", words, event.side, RULE)


def chapter_title(event: a.AnyAmended) -> str:
    """The heading under which a turn tells of it."""
    return f"Corrected: battle {event.battle}"
