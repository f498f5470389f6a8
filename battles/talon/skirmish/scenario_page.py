"""The pages of the printed scenarios: all of them, and one before it begins."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from battles.talon.skirmish.scenario_form import ScenarioForm
from config.pages import Page, Part
from engines.seam.cards import UnitCard
from engines.seam.documents import BattleSetup
from engines.seam.sheets import Rule
from engines.seam.sides import SIDES, Side
from engines.talon.aim_documents import Bombard, Destroy, Dock, Escape, Intel, Land, Target
from engines.talon.catalogue import class_of
from engines.talon.fleets.lists import points
from engines.talon.set_ups.scenarios import Lasting, Note, Scenario, scenario, scenarios
from engines.talon.sheets.aims import HELD, aims_in_words
from engines.talon.sheets.sheet import options_in_words, sheet_of
from engines.talon.sheets.table_drawing import TablePicture, draw_table
from engines.talon.sheets.unit_cards import unit_card

SECONDS_FOR_AN_ORDER: Final = 8
"""What an order takes somebody who knows the game, thought and press: an assumption, not a measurement."""

SHORT: Final[dict[type, str]] = {
    Bombard: "Destroy a planet",
    Destroy: "Destroy the base",
    Dock: "Bring a ship home to its base",
    Escape: "Get a transport away",
    Intel: "Fetch intelligence from a base",
    Land: "Land on the planet",
    Target: "Hunt the enemy's target, and save your own",
}
"""What decides a scenario, by its aim, in a few words."""
FIELD: Final = "Hold the field"


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a scenario."""

    side: Side
    cards: tuple[UnitCard, ...]
    points: int


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    """A scenario in the list."""

    number: int
    scenario: Scenario
    forces: tuple[Force, ...]

    @property
    def aim(self) -> str:
        """What it is fought for, in a few words."""
        return next((SHORT[type(aim)] for aim in self.scenario.aims if type(aim) in SHORT), FIELD)

    @property
    def length(self) -> str:
        """How long it takes against the computer, as "3 to 4 rounds, about 15 minutes"; "" if that is not known."""
        lasting = self.scenario.lasting
        if lasting is None:
            return ""
        first, last = lasting.rounds
        rounds = f"{first} rounds" if first == last else f"{first} to {last} rounds"
        return f"{rounds}, about {_minutes(lasting.orders // 2)} minutes"

    @property
    def ships(self) -> int:
        """How many units both sides have."""
        return sum(len(force.cards) for force in self.forces)


@dataclass(frozen=True, slots=True)
class ScenariosPage(Page):
    """Every scenario: those with their own rules, and those of which only the fleets are there yet."""

    template: ClassVar = "battles/scenarios.html"
    whole: tuple[ScenarioLine, ...]
    fleets: tuple[ScenarioLine, ...]


@dataclass(frozen=True, slots=True)
class ScenarioBody(Part):
    """A scenario before it begins: its story, its table, both fleets, what decides it, and the form that begins it."""

    story: str
    forces: tuple[Force, ...]
    form: ScenarioForm
    picture: TablePicture
    aims: tuple[Rule, ...]
    steps: tuple[Rule, ...]
    lasting: str
    """How long it takes, as sentences; "" if that is not known."""


@dataclass(frozen=True, slots=True)
class ScenarioPage(Page):
    """One printed scenario."""

    template: ClassVar = "battles/scenario.html"
    number: int
    scenario: Scenario
    body: ScenarioBody


def scenarios_page() -> ScenariosPage:
    """The list."""
    lines = [_line(number) for number in scenarios()]
    whole = tuple(line for line in lines if line.scenario.whole)
    return ScenariosPage(whole, tuple(line for line in lines if not line.scenario.whole))


def scenario_page(number: int, form: ScenarioForm) -> ScenarioPage:
    """The page of one; KeyError if there is none of that number."""
    found = scenarios()[number]
    body = scenario_body(found.story, scenario(number), form, found.notes, lasting_in_words(found.lasting))
    return ScenarioPage(number, found, body)


def scenario_body(
    story: str, setup: BattleSetup, form: ScenarioForm, notes: Iterable[Note] = (), lasting: str = ""
) -> ScenarioBody:
    """What is said of a scenario before it begins; `notes` stand below its aims, `lasting` below its story."""
    aims = aims_in_words(setup) or (Rule(HELD, "20.1"),)
    return ScenarioBody(
        story,
        _forces(setup),
        form,
        draw_table(setup),
        (*aims, *options_in_words(setup), *(Rule(note.words, note.rule) for note in notes)),
        sheet_of(setup).steps,
        lasting,
    )


def lasting_in_words(lasting: Lasting | None) -> str:
    """How many rounds it takes and how many minutes in the browser, as sentences; "" if that is not known."""
    if lasting is None:
        return ""
    first, last = lasting.rounds
    alone, both = (_minutes(orders) for orders in (lasting.orders // 2, lasting.orders))
    return (
        f"Mostly {first} to {last} rounds. In the browser that is about {alone} minutes against the computer and {both}"
        " between two players."
    )


def _minutes(orders: int) -> int:
    """How long so many orders take, to five minutes."""
    return 5 * max(1, round(orders * SECONDS_FOR_AN_ORDER / 300))


def _line(number: int) -> ScenarioLine:
    return ScenarioLine(number, scenarios()[number], _forces(scenario(number)))


def _forces(setup: BattleSetup) -> tuple[Force, ...]:
    return tuple(_force(setup, side) for side in SIDES)


def _force(setup: BattleSetup, side: Side) -> Force:
    units = sorted(setup.force(side), key=lambda unit: -class_of(side, unit).points)
    return Force(side, tuple(unit_card(side, unit) for unit in units), points(units, side))
