"""What a corrected result would change, as one side may read it before anybody agrees (S15, S67)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from campaign.corrections.correcting import consequences_of
from campaign.models import War
from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.corrections.amending import Touched, touched
from campaign.rules.corrections.battle_history import BattleHistory, Recorded
from campaign.rules.event import Event
from campaign.rules.lifetime import battle_lp, score
from campaign.rules.map.strategic_map import StrategicMap, place_title
from campaign.rules.orders import Amend
from campaign.rules.sight import seen
from campaign.war.services.consequences import fought_by_players
from campaign.war.words.event_lines import HistoryLine, lines_of
from campaign.war.words.history_line import doubled_lines
from engines.seam.documents import Result
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.in_a_row import in_row

Part = Literal["ships", "front", "income"]
PARTS: Final[tuple[Part, ...]] = ("ships", "front", "income")
TITLES: Final[dict[Part, tuple[str, str, str]]] = {
    "ships": ("Fleets", "Change the fleets", "The fleets stay as they are."),
    "front": ("Front line", "Move the front line", "The front line stays where it is."),
    "income": ("Income since", "Settle the income since", "The treasuries stay as they are."),
}
KINDS: Final[dict[Part, tuple[type[Event], ...]]] = {
    "ships": (a.FatesAmended, a.FleetAmended, a.BaseAmended),
    "front": (a.MarkerAmended, a.PlanetAmended, e.WarEnded),
    "income": (a.IncomeAmended, a.TreasuryAmended),
}


@dataclass(frozen=True, slots=True)
class PartOfIt:
    """One part of what would change, which the players can leave as it is: `stays` says so."""

    name: Part
    title: str
    label: str
    stays: str
    lines: tuple[HistoryLine, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class StaysAsFought:
    """A battle since that stays as it was fought, though it would have been another."""

    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a corrected result would change; `ends`: the war is over then."""

    record: tuple[HistoryLine, ...]
    parts: tuple[PartOfIt, ...]
    this_turn: tuple[HistoryLine, ...]
    score: str
    stays: tuple[StaysAsFought, ...]
    ends: bool


def preview_of(war: War, side: Side, found: BattleHistory, order: Amend) -> Preview:
    """The preview for one side; `Refused` if the correction may not be made now."""
    whole = Amend(order.battle, order.report)
    chart = found.before.chart
    everything = seen(consequences_of(war, whole), side, over=False)
    chosen = everything if order == whole else seen(consequences_of(war, order), side, over=False)
    return Preview(
        record=(
            *_lines(everything, (a.ResultAmended,), chart)[1:],
            *doubled_lines(found.setup, order.report),
        ),
        parts=tuple(_parts(everything, order, chart)),
        this_turn=_lines(chosen, (e.FleetCounted,), chart),
        score=_score(war, found, everything),
        stays=tuple(_stays(one) for one in touched(found, order.report)),
        ends=any(isinstance(event, e.WarEnded) for event in chosen),
    )


def recorded(found: Recorded) -> list[HistoryLine]:
    """The result that holds, who was lost, and what counted double."""
    lines = lines_of(e.ResultAccepted(found.number, found.result), found.before.chart)
    return [*lines, *doubled_lines(found.setup, found.result.report)]


def _lines(
    events: Iterable[e.AnyEvent], kinds: tuple[type[Event], ...], chart: StrategicMap
) -> tuple[HistoryLine, ...]:
    return tuple(line for event in events if isinstance(event, kinds) for line in lines_of(event, chart))


def _parts(events: Sequence[e.AnyEvent], order: Amend, chart: StrategicMap) -> Iterable[PartOfIt]:
    for name in PARTS:
        lines = _lines(events, KINDS[name], chart)
        if lines:
            yield PartOfIt(name, *TITLES[name], lines, getattr(order, name))


def _score(war: War, found: BattleHistory, events: Sequence[e.AnyEvent]) -> str:
    results = [event.result for event in events if isinstance(event, a.ResultAmended)]
    return score_words(war, found, results[0]) if results else ""


def score_words(war: War, found: BattleHistory, result: Result) -> str:
    """How the lifetime score of the battle changes with the result, "" if it does not (31.9)."""
    if not found.before.settings.lifetime_score:
        return ""
    before, now = _points(found, found.result), _points(found, result)
    if before != now and not fought_by_players(war, found.number):
        return "The lifetime score stays as it is: another player has taken a seat since this battle."
    return "" if before == now else f"Lifetime score of this battle: {now}, not {before}."


def _points(found: BattleHistory, result: Result) -> str:
    if result.winner is None or result.degree is None:
        return "nothing"
    mine, theirs = (
        battle_lp(found.setup, result.winner),
        battle_lp(found.setup, opponent(result.winner)),
    )
    points = score(result.degree, mine, theirs)
    return f"{points} point{'' if points == 1 else 's'} for {result.winner.title()}"


def _stays(one: Touched) -> StaysAsFought:
    battle = one.battle
    ships = [name for side in SIDES for name in one.ships[side]]
    reasons = [
        *([f"with {in_row(ships)}"] if ships else []),
        *(["on another front line"] if one.elsewhere else []),
    ]
    title = f"Turn {battle.turn}, battle {battle.number}: {place_title(battle.place)}"
    return StaysAsFought(title, in_row(reasons))
