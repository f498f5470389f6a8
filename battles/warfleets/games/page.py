"""The pages of games of Warfleets: FTL that were fought on a table: the form of one, and one that was entered."""

from dataclasses import dataclass
from typing import ClassVar

from accounts.models import PastResult, User
from accounts.scores.lines import Line, line_of
from battles.warfleets.games.counting import game_in
from battles.warfleets.games.forms import GameForm
from battles.warfleets.games.told import End, Game, Part
from battles.warfleets.keeping import fleet_in
from config.pages import Page
from engines.warfleets.catalogue import catalogue
from engines.warfleets.fleet import Fleet, fleet_points

Stage = PastResult.Stage


@dataclass(frozen=True, slots=True)
class WarfleetsGameFormPage(Page):
    """The form of a game; `path` is where it is sent, `title` says what is done, `button` what the button says.

    `counts` is a sentence: from when on the game counts. `version` is that of the game that is confirmed, 0 of another.
    """

    template: ClassVar = "battles/warfleets_game_form.html"
    form: GameForm
    path: str
    title: str
    button: str
    back: str
    counts: str
    version: int = 0


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A model and what became of it, in words."""

    name: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class PartLine:
    """One side of a game as it is shown: whose it is, its fleet by name if that was told, and its models."""

    whose: str
    fleet: str
    part: Part
    models: tuple[ModelLine, ...]


@dataclass(frozen=True, slots=True)
class FleetChoice:
    """A fleet of the reader's that may be the one of the game."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class WarfleetsGamePage(Page):
    """A game for its two players; `fleets` are those with which its reader may confirm it."""

    template: ClassVar = "battles/warfleets_game.html"
    line: Line
    game: Game
    gave_up: str
    sides: tuple[PartLine, ...]
    can_correct: bool
    fleets: tuple[FleetChoice, ...]


def game_page(row: PastResult, user: User) -> WarfleetsGamePage:
    """The game from the side of the user."""
    line = line_of(row, user)
    game = game_in(line.told.details)
    asked = row.stage == Stage.ASKED and not line.mine
    return WarfleetsGamePage(
        line=line,
        game=game,
        gave_up={"": "", "own": "You", "theirs": line.rival}[game.gave_up],
        sides=(_part_line("You", game.own), _part_line(line.rival, game.theirs)),
        can_correct=line.mine and row.stage != Stage.COUNTED,
        fleets=_fleets(user, game.own) if asked else (),
    )


def _fleets(user: User, part: Part) -> tuple[FleetChoice, ...]:
    """The user's fleets that cost what was told, with as many models."""
    found = []
    for row in user.warfleets.order_by("name"):
        fleet = fleet_in(row)
        if size_of(fleet) == part.fleet_size:
            found.append(FleetChoice(row.pk, row.name))
    return tuple(found)


def size_of(fleet: Fleet) -> tuple[int, int, int]:
    """What a fleet costs, and how many ships and squadrons it has."""
    return fleet_points(fleet), len(fleet.ships), len(fleet.squadrons)


def _part_line(whose: str, part: Part) -> PartLine:
    fleet, known = part.fleet, catalogue()
    if fleet is None:
        return PartLine(whose, "a fleet with a faction" if part.faction else "", part, ())
    kinds = [(one.name, known.ships[one.size].title) for one in fleet.ships]
    kinds += [(one.name, known.squadrons[one.kind].title) for one in fleet.squadrons]
    lines = (ModelLine(name, kind, _fate(end)) for (name, kind), end in zip(kinds, part.ends, strict=True))
    name = f"{fleet.name} ({fleet.faction.name})" if fleet.faction else fleet.name
    return PartLine(whose, name, part, tuple(lines))


def _fate(end: End) -> str:
    said = end.fate.capitalize()
    return f"{said}, {end.disabled} disabled" if end.disabled and end.fate != "destroyed" else said
