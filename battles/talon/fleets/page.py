"""What the pages of one's own fleets show: the list, one that is put together, and one behind a link."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

from accounts.models import User
from battles.kept_fleets import MOST_FLEETS
from battles.models import SavedFleet
from battles.talon.fleets.forms import FleetForm, NewFleetForm, form_of
from battles.talon.fleets.keeping import fleet_in
from battles.talon.fleets.odds import Odds, Rival, odds_against, rivals_of
from battles.talon.play.playing import DesignLine, designs_of
from config.pages import Page
from engines.seam.commitments import SEED_BYTES
from engines.seam.committed_dice import CommittedDice
from engines.seam.refusals import Refusal
from engines.seam.sides import Side, opponent
from engines.talon.catalogue import ShipClass, classes_of
from engines.talon.fleets.own import OwnFleet, not_possible, size_title
from engines.talon.set_ups.choosing import Design, Drawn, below_of, computers_fleet


@dataclass(frozen=True, slots=True)
class FleetLine:
    """A fleet in one line: what it is called, its ships in words, and what they cost."""

    number: int
    name: str
    faction: Side
    size: str
    cost: int
    left: int
    ships: str


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class of the fleet's faction: how many there are, and whether there may be one fewer.

    `brings` are its weapons, `speed` is the highest, and `why` says in brief why there may not be one more; "" if there
    may.
    """

    kind: ShipClass
    number: int
    brings: str
    speed: int
    fewer: bool
    why: str


@dataclass(frozen=True, slots=True)
class FleetsPage(Page):
    """The player's fleets and the form of a new one; `most`: how many one can have."""

    template: ClassVar = "battles/fleets.html"
    fleets: tuple[FleetLine, ...]
    form: NewFleetForm
    is_full: bool
    most: int


@dataclass(frozen=True, slots=True)
class FleetPage(Page):
    """A fleet that its player puts together.

    `refused` is why the last change was not made, `link` the address that shows the fleet to others or "", `play` the
    form of a battle with it, `designs` the battles for which the player is to choose one. `odds` are those against the
    rival that is chosen.
    """

    template: ClassVar = "battles/fleet.html"
    line: FleetLine
    rows: tuple[ClassRow, ...]
    refused: tuple[Refusal, ...]
    form: FleetForm
    link: str
    play: str
    designs: Sequence[DesignLine]
    rivals: list[Rival]
    odds: Odds | None


@dataclass(frozen=True, slots=True)
class FleetSharedPage(Page):
    """A fleet that its player shows to others by a link; `token` is that of the link, `said` why it was not copied."""

    template: ClassVar = "battles/fleet_shared.html"
    line: FleetLine
    rows: tuple[ClassRow, ...]
    maker: str
    token: str
    is_own: bool
    said: str


def fleets_page(user: User | None, form: NewFleetForm) -> FleetsPage:
    """The player's fleets; none for somebody who is not signed in."""
    rows = [] if user is None else user.fleets.order_by("name")
    lines = tuple(line_of(row) for row in rows)
    return FleetsPage(lines, form, len(lines) >= MOST_FLEETS, MOST_FLEETS)


def fleet_page(
    user: User,
    row: SavedFleet,
    link: str,
    *,
    refused: tuple[Refusal, ...] = (),
    form: FleetForm | None = None,
    against: str = "",
) -> FleetPage:
    """The page of one fleet."""
    fleet = fleet_in(row)
    return FleetPage(
        line=line_of(row),
        rows=_rows(fleet),
        refused=refused,
        form=form or FleetForm(initial=form_of(row.name, fleet)),
        link=link,
        play=play_query(row.name, fleet),
        designs=designs_of(user),
        rivals=rivals_of(user, row, against),
        odds=odds_against(user, fleet, against),
    )


def fleet_shared_page(row: SavedFleet, user: User | None, said: str = "") -> FleetSharedPage:
    """The page of the fleet behind a link, as it is now."""
    own = user is not None and user.pk == row.user_id
    rows = tuple(one for one in _rows(fleet_in(row)) if one.number)
    return FleetSharedPage(line_of(row), rows, row.user.username, row.share_token or "", own, said)


def line_of(row: SavedFleet) -> FleetLine:
    """A fleet in one line."""
    fleet = fleet_in(row)
    words = f"{size_title(fleet.size)}, {fleet.size} points"
    size = words if size_title(fleet.size) != f"{fleet.size} points" else size_title(fleet.size)
    return FleetLine(row.pk, row.name, fleet.faction, size, fleet.cost, fleet.left, ships_in_words(fleet))


def ships_in_words(fleet: OwnFleet) -> str:
    """The ships of a fleet, as "2 Destroyers, 1 Battleship"."""
    return ", ".join(
        f"{number} {kind.title if number == 1 else kind.plural}"
        for kind in classes_of(fleet.faction)
        if (number := fleet.number_of(kind.key))
    )


def play_query(name: str, fleet: OwnFleet) -> str:
    """The parameters with which the form of a single battle begins with the fleet, and an enemy for it."""
    enemy = enemy_for(fleet)
    limit = max(fleet.size, enemy.cost)
    named = size_title(limit) != f"{limit} points"
    fields = {
        "fleets": "own",
        "title": name,
        "side": fleet.faction,
        "size": str(limit) if named else "",
        "limit": "" if named else str(limit),
    }
    counts = {
        f"{one.faction}_{key}": str(number) for one in (fleet, enemy) for key, number in one.ships.items()
    }
    return urlencode({**fields, **counts})


def enemy_for(fleet: OwnFleet) -> OwnFleet:
    """What a captain brings against the fleet for about its points, always the same; one ship at the least."""
    enemy = opponent(fleet.faction)
    cheapest = min(kind.points for kind in classes_of(enemy) if kind.role == "warship")
    design = Design("sealed", max(fleet.cost, cheapest))
    ships = [[key, number] for key, number in sorted(fleet.ships.items())]
    dice = CommittedDice("enemy", "00" * SEED_BYTES, [fleet.faction, ships], {})
    return computers_fleet(design, Drawn("terran", "talon"), enemy, below_of(dice, "fleet"))


def too_dear(over: int) -> str:
    """Why a ship is not added that costs so many points more than are left, in brief."""
    return f"{over} point{'' if over == 1 else 's'} too many"


def _rows(fleet: OwnFleet) -> tuple[ClassRow, ...]:
    return tuple(_row(fleet, kind) for kind in classes_of(fleet.faction))


def _row(fleet: OwnFleet, kind: ShipClass) -> ClassRow:
    number = fleet.number_of(kind.key)
    more, short = not_possible(fleet, kind.key, number + 1), kind.points - fleet.left
    fewer = number > 0 and not_possible(fleet, kind.key, number - 1) is None
    why = "" if more is None else too_dear(short) if short > 0 else more.reason
    speed = max(fast for _, fast, _ in kind.power_curve) if kind.role != "base" else 0
    return ClassRow(kind, number, kind.weapons_in_short, speed, fewer, why)
