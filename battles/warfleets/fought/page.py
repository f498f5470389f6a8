"""The report of a battle of a war in miniatures, as its page shows it."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from battles.battle.selectors import KnownBattle, effect_of
from battles.battle.verdict import only_side, verdict
from battles.models import Battle, BroughtRecord
from battles.warfleets.tables.log import event_words
from config.pages import Page, Part
from engines.seam.cards import UnitCard
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.warfleets.records.document import Sealed
from engines.warfleets.system import SYSTEM
from engines.warfleets.war.course import Course, Round, course_of
from engines.warfleets.war.fighting import Fought


@dataclass(frozen=True, slots=True)
class SideTold(Part):
    """What became of a side: its units as they came out, and the points it lost of those it brought."""

    side: Side
    title: str
    lost: int
    points: int
    units: tuple[UnitCard, ...]


@dataclass(frozen=True, slots=True)
class StepTold(Part):
    """What an order of a side led to, a sentence for each event."""

    side: Side
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundTold(Part):
    """A round: its title, the address of the picture of the table at its end, what each side held, and its steps."""

    title: str
    picture: str
    held: str
    steps: tuple[StepTold, ...]


@dataclass(frozen=True, slots=True)
class WarfleetsFoughtPage(Page):
    """How a battle went. `sentence` says who won, `verdict` whether the reader did, "" for both sides.

    `moved` is what the result moved in the war, `gave_up` who broke off, `text` and `json` are addresses of the record.
    `sealed` is what its dice follow from, None where they were not committed, and `name` what they call the battle.
    """

    template: ClassVar = "battles/warfleets_fought.html"
    battle: Battle
    brought: BroughtRecord | None
    sentence: str
    verdict: str
    moved: str
    gave_up: str
    sides: tuple[SideTold, ...]
    rounds: tuple[RoundTold, ...]
    text: str
    json: str
    sealed: Sealed | None
    name: str


def fought_page(
    battle: Battle, seats: tuple[Side, ...], fought: Fought, known: KnownBattle
) -> WarfleetsFoughtPage:
    """The page for the player of these sides."""
    result, course = fought.result, course_of(fought)
    return WarfleetsFoughtPage(
        battle,
        known.brought,
        _sentence(fought),
        verdict(result.winner, result.degree or "", only_side(seats)),
        effect_of(battle),
        _gave_up(fought),
        tuple(_side(fought, side) for side in SIDES),
        tuple(_round(battle, known.key, course, one) for one in course.rounds),
        reverse("battle_record", args=[battle.pk, "txt"]),
        reverse("battle_record", args=[battle.pk, "json"]),
        fought.record.sealed if fought.record else None,
        fought.record.name if fought.record else "",
    )


def _sentence(fought: Fought) -> str:
    result = fought.result
    if result.winner is None:
        return "Nobody won."
    rounds, degree = result.report.rounds, (result.degree or "").capitalize()
    return f"{degree} victory for {SIDE_TITLES[result.winner]} in {rounds} round{'' if rounds == 1 else 's'}."


def _gave_up(fought: Fought) -> str:
    if fought.given_up is None:
        return ""
    title, number = SIDE_TITLES[fought.given_up.side], fought.given_up.round
    return f"{title} gave up {'before the first shot' if number == 1 else f'before round {number}'}."


def _side(fought: Fought, side: Side) -> SideTold:
    result = fought.result
    fates = {fate.name: fate for fate in result.report.fates(side)}
    cards = tuple(
        SYSTEM.unit_card(side, unit, fates[unit.name].damage, fates[unit.name].fate)
        for unit in fought.setup.force(side)
    )
    lost = result.terran_lost if side == "terran" else result.talon_lost
    return SideTold(side, SIDE_TITLES[side], lost, sum(card.kind.points for card in cards), cards)


def _round(battle: Battle, fight: str, course: Course, one: Round) -> RoundTold:
    """A round; `fight` names the fight, so that a browser can keep its pictures."""
    held = {fleet.side: fleet.markers for fleet in one.table.fleets}
    markers = ", ".join(f"{SIDE_TITLES[side]} holds {held[side]}" for side in SIDES)
    steps = tuple(
        StepTold(step.side, tuple(event_words(event, course.models) for event in step.events))
        for step in one.steps
        if step.events
    )
    picture = f"{reverse('warfleets_fought_table', args=[battle.pk, one.number])}?of={fight}"
    return RoundTold(
        f"Round {one.number}" if one.number else "Setting up",
        picture,
        f"Markers: {markers}." if one.number else "",
        steps,
    )
