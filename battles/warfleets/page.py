"""What the pages of fleets of Warfleets show: the list, one that is put together, its cards, and one behind a link."""

from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import ClassVar

from accounts.models import User
from accounts.printing.sheets import has_pdf
from battles.kept_fleets import MOST_FLEETS
from battles.models import WarfleetsFleet
from battles.under_way import BattleLine
from battles.warfleets.forms import FACINGS, FleetForm
from battles.warfleets.keeping import factions_of, fleet_in
from battles.warfleets.tables.listing import battle_lines
from config.pages import Page, Part
from engines.seam.refusals import Refusal
from engines.warfleets.building import refusals
from engines.warfleets.cards import Asset, Card, all_assets, ship_card, squadron_card
from engines.warfleets.catalogue import Catalogue, Extra, catalogue
from engines.warfleets.factions import Faction
from engines.warfleets.fleet import Fleet, Ship, fleet_points


@dataclass(frozen=True, slots=True)
class FleetLine:
    """A fleet in one line; `allowed`: whether the rules have nothing against it."""

    number: int
    name: str
    points: int
    cost: int
    ships: int
    squadrons: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a ship can have, and whether it has it."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Mounting:
    """The weapons that can be on a facing."""

    facing: str
    weapons: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ShipRow:
    """A ship in the form, with so many `places` for upgrades and weapons."""

    name: str
    size: str
    kind: str
    places: int
    upgrades: tuple[Choice, ...]
    mountings: tuple[Mounting, ...]
    heroes: tuple[Choice, ...]
    titles: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class SquadronRow:
    """A squadron in the form."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Verdict(Part):
    """What a fleet costs, and what the rules have against it; nothing if it may be played."""

    cost: int
    points: int
    reasons: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class WarfleetsPage(Page):
    """The player's fleets and battles, the form of a new one, and of one in a file; `most`: how many one can have.

    `played` are the fleets with which a game can be recorded. `why` a file was not taken.
    """

    template: ClassVar = "battles/warfleets.html"
    fleets: tuple[FleetLine, ...]
    battles: tuple[BattleLine, ...]
    played: tuple[FleetLine, ...]
    form: FleetForm
    is_full: bool
    most: int
    why: str


@dataclass(frozen=True, slots=True)
class AssetGroup:
    """What the assets of a kind do, each under its title."""

    title: str
    assets: tuple[Asset, ...]


@dataclass(frozen=True, slots=True)
class FactionPanel:
    """The faction of a fleet, "" without one, and what it has in words; `why` a file was not taken.

    `others` are the factions of the player's other fleets.
    """

    faction: str
    words: str
    others: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class WarfleetsFleetPage(Page):
    """A fleet that its player puts together; `link` shows it to others or is "".

    `is_unsaved`: the form has what was entered and not saved; `said` is why.
    """

    template: ClassVar = "battles/warfleets_fleet.html"
    number: int
    version: int
    name: str
    form: FleetForm
    is_unsaved: bool
    said: str
    link: str
    verdict: Verdict
    panel: FactionPanel
    told: tuple[AssetGroup, ...]
    ships: tuple[ShipRow, ...]
    squadrons: tuple[SquadronRow, ...]
    sizes: tuple[Choice, ...]
    kinds: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class VerdictPage(Page):
    """The costs and refusals alone, for the page that asks while the form is filled in."""

    template: ClassVar = "battles/warfleets/verdict.html"
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A part of a card with its boxes for damage, of which it may have none."""

    title: str
    words: str
    boxes: range


@dataclass(frozen=True, slots=True)
class PaperCard:
    """The card of a model: its values and its parts."""

    card: Card
    lines: tuple[PaperLine, ...]


@dataclass(frozen=True, slots=True)
class WarfleetsPaper(Part):
    """The cards of a fleet for the table; `faction` is "" if it has none."""

    name: str
    faction: str
    cost: int
    points: int
    reasons: tuple[Refusal, ...]
    cards: tuple[PaperCard, ...]


@dataclass(frozen=True, slots=True)
class WarfleetsCardsPage(Page):
    """The cards on the screen, to be printed; `has_pdf`: whether the worker makes PDFs."""

    template: ClassVar = "battles/warfleets_cards.html"
    number: int
    paper: WarfleetsPaper
    has_pdf: bool


@dataclass(frozen=True, slots=True)
class WarfleetsCardsPdfPage(Page):
    """The cards as they are typeset."""

    template: ClassVar = "battles/warfleets_cards_pdf.html"
    paper: WarfleetsPaper


@dataclass(frozen=True, slots=True)
class WarfleetsSharedPage(Page):
    """A fleet that its player shows to others; `token` is that of the link, `said` why it was not copied."""

    template: ClassVar = "battles/warfleets_shared.html"
    number: int
    paper: WarfleetsPaper
    maker: str
    token: str
    is_own: bool
    said: str


def list_page(user: User | None, form: FleetForm, why: str = "") -> WarfleetsPage:
    """The player's fleets; none for somebody who is not signed in."""
    rows = [] if user is None else user.warfleets.order_by("name")
    lines = tuple(_line(row) for row in rows)
    battles = () if user is None else battle_lines(user)
    played = tuple(line for line in lines if line.allowed)
    return WarfleetsPage(lines, battles, played, form, len(lines) >= MOST_FLEETS, MOST_FLEETS, why)


def fleet_page(
    row: WarfleetsFleet,
    link: str,
    *,
    form: FleetForm | None = None,
    entered: Fleet | None = None,
    said: str = "",
    why: str = "",
) -> WarfleetsFleetPage:
    """The page of one fleet, with what was entered and not saved if there is such; `why` a faction was not taken."""
    fleet, known = entered or fleet_in(row), catalogue()
    points = row.points if form is None else form.cleaned_data.get("points", row.points)
    return WarfleetsFleetPage(
        number=row.pk,
        version=row.version,
        name=row.name,
        form=form or FleetForm(initial={"name": row.name, "points": row.points}),
        is_unsaved=entered is not None,
        said=said,
        link=link,
        verdict=verdict_of(fleet, points),
        panel=_panel(fleet, row.user, why),
        told=_told(fleet.assets),
        ships=tuple(_ship_row(ship, fleet.assets) for ship in fleet.ships),
        squadrons=tuple(SquadronRow(one.name, one.kind) for one in fleet.squadrons),
        sizes=tuple(
            Choice(key, f"{one.title}, {one.points}", chosen=False) for key, one in known.ships.items()
        ),
        kinds=tuple(
            Choice(key, f"{one.title}, {one.points}", chosen=False) for key, one in known.squadrons.items()
        ),
    )


def _told(known: Catalogue) -> tuple[AssetGroup, ...]:
    """What a fleet can have, and what it does."""
    return tuple(AssetGroup(title, found) for title, found in all_assets(known).items())


def _panel(fleet: Fleet, user: User, why: str) -> FactionPanel:
    own = fleet.faction or None
    others = tuple(sorted(name for name in factions_of(user) if own is None or name != own.name))
    return FactionPanel(own.name if own else "", _counted(own) if own else "", others, why)


def _counted(faction: Faction) -> str:
    """How many assets a faction has: "2 weapons, 1 title"."""
    groups: dict[str, Sized] = {
        "weapon": faction.weapons,
        "upgrade": faction.upgrades,
        "hero": faction.heroes,
        "title": faction.titles,
    }
    many = {"hero": "heroes"}
    return ", ".join(
        f"{len(assets)} {what if len(assets) == 1 else many.get(what, f'{what}s')}"
        for what, assets in groups.items()
        if assets
    )


def verdict_of(fleet: Fleet, points: int) -> Verdict:
    """What the fleet costs in a game of so many points, and every reason why it may not be played."""
    return Verdict(fleet_points(fleet), points, refusals(fleet, points))


def cards_page(row: WarfleetsFleet) -> WarfleetsCardsPage:
    """The cards of a fleet."""
    return WarfleetsCardsPage(row.pk, paper_of(row), has_pdf())


def cards_pdf(row: WarfleetsFleet) -> WarfleetsCardsPdfPage:
    """The cards of a fleet, to be typeset."""
    return WarfleetsCardsPdfPage(paper_of(row))


def shared_page(row: WarfleetsFleet, user: User | None, said: str = "") -> WarfleetsSharedPage:
    """The page of the fleet behind a link, as it is now."""
    own = user is not None and user.pk == row.user_id
    return WarfleetsSharedPage(row.pk, paper_of(row), row.user.username, row.share_token or "", own, said)


def paper_of(row: WarfleetsFleet) -> WarfleetsPaper:
    """The cards: ships first, then squadrons."""
    fleet = fleet_in(row)
    known = fleet.assets
    cards = (*(ship_card(ship, known) for ship in fleet.ships), *map(squadron_card, fleet.squadrons))
    return WarfleetsPaper(
        name=row.name,
        faction=fleet.faction.name if fleet.faction else "",
        cost=fleet_points(fleet),
        points=row.points,
        reasons=refusals(fleet, row.points),
        cards=tuple(map(_paper_card, cards)),
    )


def _paper_card(card: Card) -> PaperCard:
    lines = [PaperLine(one.title, one.words, range(one.boxes)) for one in (*card.weapons, *card.upgrades)]
    if card.boxes:
        lines.append(PaperLine("Damage", "", range(card.boxes)))
    return PaperCard(card, (*lines, *(PaperLine(one.title, one.words, range(0)) for one in card.extras)))


def _line(row: WarfleetsFleet) -> FleetLine:
    fleet = fleet_in(row)
    verdict = verdict_of(fleet, row.points)
    return FleetLine(
        row.pk,
        row.name,
        row.points,
        verdict.cost,
        len(fleet.ships),
        len(fleet.squadrons),
        not verdict.reasons,
    )


def _ship_row(ship: Ship, known: Catalogue) -> ShipRow:
    size, mounted = known.ships[ship.size], {mount.facing: mount.weapon for mount in ship.weapons}
    return ShipRow(
        name=ship.name,
        size=ship.size,
        kind=size.title,
        places=size.upgrades,
        upgrades=tuple(Choice(key, one.title, key in ship.upgrades) for key, one in known.upgrades.items()),
        mountings=tuple(
            Mounting(
                facing,
                tuple(
                    Choice(key, one.title, mounted.get(facing) == key)
                    for key, one in known.weapons.items()
                    if facing in one.facings or mounted.get(facing) == key
                ),
            )
            for facing in FACINGS
        ),
        heroes=_extras(known.heroes, ship.hero),
        titles=_extras(known.titles, ship.title),
    )


def _extras(table: Mapping[str, Extra], chosen: str) -> tuple[Choice, ...]:
    return tuple(Choice(key, f"{one.title}, {one.points}", key == chosen) for key, one in table.items())
