"""The player's scenarios, the editor of one, and one that is shared by its link."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Final

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.models import User
from battles.models import OwnScenario
from battles.talon.own_scenarios.forms import (
    AimForm,
    ChangeForm,
    FileForm,
    NewForm,
    ShipForm,
    StartForm,
    TerrainForm,
    TextForm,
    WordsForm,
    ZoneForm,
)
from battles.talon.own_scenarios.writing import LABEL, MOST, as_written
from battles.talon.skirmish.scenario_form import ScenarioForm
from battles.talon.skirmish.scenario_page import ScenarioBody, scenario_body
from config.pages import Page
from engines.seam.sheets import Rule
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.seam.words.in_a_row import in_row
from engines.seam.words.whole_numbers import whole_number
from engines.talon.aim_documents import Unhurt
from engines.talon.catalogue import classes_of, known_class
from engines.talon.layout import Layout
from engines.talon.scenario_files.reading import Fault, Written, read
from engines.talon.set_ups.scenarios import Scenario, scenarios, setup_of
from engines.talon.sheets.aims import aim_in_words
from engines.talon.sheets.layouts import zones_in_words
from engines.talon.sheets.table_drawing import TableHex, TablePicture, draw_table, every_hex


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario of the player's, with what keeps it from being played."""

    number: int
    title: str
    words: str
    faults: int

    @property
    def state(self) -> str:
        """Whether it can be played, or how many problems keep it from that."""
        return f"{self.faults} problem{'' if self.faults == 1 else 's'}" if self.faults else "Ready to play"


@dataclass(frozen=True, slots=True)
class OwnScenariosPage(Page):
    """The player's scenarios, and the forms for one more; `is_full`: there can be no more, `most` is the limit."""

    template: ClassVar = "battles/own_scenarios.html"
    scenarios: list[ScenarioCard]
    form: NewForm
    file_form: FileForm
    is_full: bool
    most: int


def own_scenarios_page(
    user: User, form: NewForm | None = None, file_form: FileForm | None = None, copied: str = ""
) -> OwnScenariosPage:
    """The page with the forms as they are; if none was sent, the first is for a copy of the printed one `copied`."""
    cards = [_card(one) for one in user.scenarios.order_by("-saved_at", "-pk")]
    number = whole_number(copied)
    known = number is not None and number in scenarios()
    title = scenarios()[number].title if known and number is not None else ""
    form = form or NewForm(initial={"start": copied if known else "blank", "title": title})
    return OwnScenariosPage(cards, form, file_form or FileForm(), len(cards) >= MOST, MOST)


def _card(found: OwnScenario) -> ScenarioCard:
    scenario = as_written(found).scenario
    words = "" if scenario is None else f"{len(scenario.terran)} against {len(scenario.talon)} ships"
    return ScenarioCard(found.pk, found.title, words, found.faults)


@dataclass(frozen=True, slots=True)
class ShipRow:
    """A ship as it is written, its price, and its place in the list; `points` is None of no known class."""

    place: int
    words: str
    points: int | None


@dataclass(frozen=True, slots=True)
class FleetRows:
    """The ships of a side, and what they cost."""

    side: Side
    ships: list[ShipRow]

    @property
    def points(self) -> int:
        """The Ship Points of the fleet."""
        return sum(ship.points or 0 for ship in self.ships)


@dataclass(frozen=True, slots=True)
class ListedPart:
    """A zone or an aim with its place in the list, in sentences."""

    place: int
    words: list[Rule]


@dataclass(frozen=True, slots=True)
class Board:
    """The table while it is edited: what lies on it, and every hex that can be pressed."""

    picture: TablePicture
    hexes: tuple[TableHex, ...]
    is_earlier: bool = False
    """Whether it is drawn as it was before a fault."""


@dataclass(frozen=True, slots=True)
class EditorForms:
    """The forms of the editor; one that was sent and not taken has its errors."""

    words: WordsForm
    start: StartForm
    ship: ShipForm
    terrain: TerrainForm
    zone: ZoneForm
    aim: AimForm
    text: TextForm


@dataclass(frozen=True, slots=True)
class ScenarioEditorPage(Page):
    """A scenario while it is written.

    `board` is None where the text has never said enough to draw it, and the forms but that of the text are None then.
    `undoes` says what undoing takes back, `said` why a change was not made. `link` is the path that shows it to whoever
    has it, "" without one; `in_the_text` says what the forms do not show.
    """

    template: ClassVar = "battles/scenario_editor.html"
    path: str
    title: str
    version: int
    board: Board | None
    faults: tuple[Fault, ...]
    fleets: list[FleetRows]
    zones: list[ListedPart]
    aims: list[ListedPart]
    in_the_text: str
    forms: EditorForms
    undoes: str
    said: str
    link: str
    ships: tuple[str, ...]
    """The names of all ships, to choose from."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What was sent to the editor and not taken: the form with its errors, or why in a sentence.

    `chosen` are the class and the terrain that were chosen last.
    """

    form: ChangeForm | None = None
    text: TextForm | None = None
    said: str = ""
    chosen: dict[str, str] = field(default_factory=dict)


NOTHING = Sent()
MOST_EARLIER: Final = 5
"""So many versions are looked through for a table that can be drawn."""


def editor_page(found: OwnScenario, sent: Sent = NOTHING) -> ScenarioEditorPage:
    """The editor of a scenario."""
    written = as_written(found)
    scenario = written.scenario
    last = found.versions.order_by("-number").first()
    return ScenarioEditorPage(
        path=reverse("own-scenario", args=[found.pk]),
        title=found.title,
        version=found.version,
        board=_board(found, written),
        faults=written.faults,
        fleets=[] if scenario is None else [_fleet(scenario, side) for side in SIDES],
        zones=[] if scenario is None else _zones(scenario),
        aims=[] if scenario is None else _aims(scenario),
        in_the_text="" if scenario is None else _in_the_text(scenario),
        forms=_forms(found, scenario, sent),
        undoes=last.words if last is not None else "",
        said=sent.said,
        link=reverse("shared-scenario", args=[found.share_token]) if found.share_token else "",
        ships=_ship_names(scenario),
    )


def _ship_names(scenario: Scenario | None) -> tuple[str, ...]:
    """What the ships of both sides are called, each name once."""
    ships = [] if scenario is None else [*scenario.terran, *scenario.talon]
    return tuple(dict.fromkeys(ship.partition(" ")[2] for ship in ships))


def _board(found: OwnScenario, written: Written) -> Board | None:
    """The table; while a fault keeps it from being drawn, as it last was; None if it was never sound."""
    if written.setup is not None:
        return Board(draw_table(written.setup), every_hex())
    for text in found.versions.order_by("-number").values_list("text", flat=True)[:MOST_EARLIER]:
        earlier = read(text, LABEL).setup
        if earlier is not None:
            return Board(draw_table(earlier), every_hex(), is_earlier=True)
    return None


def _fleet(scenario: Scenario, side: Side) -> FleetRows:
    prices = {kind.abbreviation: kind.points for kind in classes_of(side)}
    return FleetRows(
        side,
        [
            ShipRow(place, ship, prices.get(ship.partition(" ")[0]))
            for place, ship in enumerate(scenario.force(side))
        ],
    )


def _zones(scenario: Scenario) -> list[ListedPart]:
    words = list(zones_in_words(Layout(scenario.zones)))
    return [ListedPart(place, [rule]) for place, rule in enumerate(words)]


def _aims(scenario: Scenario) -> list[ListedPart]:
    """Each aim in sentences; of a class that there is not only its kind and side, as the fault says the rest."""
    found = []
    for place, aim in enumerate(scenario.aims):
        unknown = isinstance(aim, Unhurt) and known_class(aim.side, aim.ship_class) is None
        short = (Rule(f"Unhurt: {SIDE_TITLES[aim.side]}.", "26"),)
        found.append(ListedPart(place, list(short if unknown else aim_in_words(aim))))
    return found


IN_THE_TEXT: Final = {
    "most": "the highest degree of a victory",
    "arrivals": "ships that come in later",
    "damage": "damage that ships bring along",
    "jury": "jury-rigged weapon groups",
    "options": "options",
    "pair": "that it is played twice",
}
"""What the forms of the editor do not show, by part."""


def _in_the_text(scenario: Scenario) -> str:
    """What of a scenario stands in its text alone, as a sentence; "" if nothing does."""
    usual = Scenario("", "", (), ())
    found = [words for key, words in IN_THE_TEXT.items() if getattr(scenario, key) != getattr(usual, key)]
    return f"The text also has {in_row(found)}." if found else ""


def _forms(found: OwnScenario, scenario: Scenario | None, sent: Sent) -> EditorForms:
    """The forms with what the scenario says now; one that was not taken stays as it was sent."""
    form = sent.form
    start = (
        {"initiative": scenario.initiative, "top": scenario.top or scenario.initiative} if scenario else {}
    )
    words = {"title": scenario.title, "story": scenario.story.strip()} if scenario else {}
    zone = {"first_row": 10, "last_row": 11, "first_column": 1, "last_column": 16}
    return EditorForms(
        words=form if isinstance(form, WordsForm) else WordsForm(initial=words),
        start=form if isinstance(form, StartForm) else StartForm(initial=start),
        ship=form if isinstance(form, ShipForm) else ShipForm(initial=sent.chosen),
        terrain=form if isinstance(form, TerrainForm) else TerrainForm(initial=sent.chosen),
        zone=form if isinstance(form, ZoneForm) else ZoneForm(initial=zone),
        aim=form if isinstance(form, AimForm) else AimForm(),
        text=sent.text or TextForm(initial={"text": found.text}),
    )


@dataclass(frozen=True, slots=True)
class OwnScenarioPlayPage(Page):
    """A scenario of a player's before it is played: by its owner, or by whoever has its link, which is `link` then.

    `said` is why it was not copied.
    """

    template: ClassVar = "battles/own_scenario_play.html"
    number: int
    title: str
    owner: str
    is_own: bool
    link: str
    body: ScenarioBody
    said: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioUnreadyPage(Page):
    """A scenario with which something is wrong, so that nobody can play it yet."""

    template: ClassVar = "battles/scenario_unready.html"
    number: int
    title: str
    owner: str
    is_own: bool


def play_form(written: Written, *args: Any, **kwargs: Any) -> ScenarioForm | None:
    """The form that begins a battle by what is written; None while something is wrong with it."""
    if written.playable is None or written.scenario is None:
        return None
    return ScenarioForm(written.scenario, partial(setup_of, written.scenario, LABEL), *args, **kwargs)


def play_page(
    found: OwnScenario,
    written: Written,
    reader: User | AnonymousUser,
    form: ScenarioForm,
    *,
    link: str = "",
    said: str = "",
) -> OwnScenarioPlayPage:
    """The page before a battle; `written` is what the scenario says, and nothing is wrong with it."""
    if written.playable is None or written.scenario is None:
        raise ValueError("a scenario with faults has no such page")
    scenario = written.scenario
    body = scenario_body(scenario.story, written.playable, form, scenario.notes)
    is_own = reader.pk == found.owner_id
    return OwnScenarioPlayPage(found.pk, found.title, found.owner.username, is_own, link, body, said)


def unready_page(found: OwnScenario, reader: User | AnonymousUser) -> ScenarioUnreadyPage:
    """The page while something is wrong with the scenario."""
    is_own = reader.pk == found.owner_id
    return ScenarioUnreadyPage(found.pk, found.title, found.owner.username, is_own)
