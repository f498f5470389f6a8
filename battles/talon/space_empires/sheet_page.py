"""What the pages of a told battle show: troops that are still to go aboard, and later what to carry back (32)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from accounts.models import User
from battles.battle.selectors import known_battle
from battles.models import Battle, SpaceEmpiresBattle, SpaceEmpiresGame, Status
from battles.talon.space_empires.access import acting_for
from battles.talon.space_empires.beginning import mark_of, troops_in, waiting_sides
from battles.talon.space_empires.forms import TroopsForm
from battles.talon.space_empires.words import (
    fate_words,
    lost_words,
    notes_of,
    place_words,
    tactics_words,
    technology_words,
)
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.talon.catalogue import ship_class
from engines.talon.events import Initiative
from engines.talon.records.record import FoughtBattle
from engines.talon.space_empires.brief import Brief, transports_of
from engines.talon.space_empires.carrying_back import CarryBack, ShipBack, carry_back
from engines.talon.space_empires.chart import chart_of
from engines.talon.space_empires.setting_up import Rolled
from engines.talon.space_empires.stored import decode_brief, decode_rolled


@dataclass(frozen=True, slots=True)
class SpaceEmpiresTroopsPage(Page):
    """A battle that waits for troops: the form for a side that has none aboard yet, and of the others that it waits.

    `waiting` are the sides for which the reader does not act, and `last` says that the battle begins once this is
    sealed. `forces` are the ships of both sides. `changed`: the reader wrote troops down for a battle that
    is another now; `written` is what was written, by transport, as far as it is not in the form, and `to_battle` the
    path of a battle for which no troops are asked any more.
    """

    template: ClassVar = "battles/space_empires_troops.html"
    game: SpaceEmpiresGame
    number: int
    name: str
    side: Side | None
    form: TroopsForm | None
    waiting: tuple[Side, ...]
    last: bool
    forces: tuple[tuple[Side, tuple[str, ...]], ...]
    refused: tuple[Refusal, ...] = ()
    changed: bool = False
    written: tuple[tuple[str, str], ...] = ()
    to_battle: str = ""


def space_empires_troops_page(
    row: SpaceEmpiresBattle,
    user: User,
    form: TroopsForm | None = None,
    refused: tuple[Refusal, ...] = (),
    written: Mapping[str, str] | None = None,
) -> SpaceEmpiresTroopsPage:
    """The page as this player sees it; `written` is what was written down for the battle as it was before."""
    brief = None if row.brief is None else decode_brief(bytes(row.brief))
    waiting, acts = waiting_sides(row), acting_for(row.game, user)
    side = next((one for one in waiting if one in acts), None)
    if form is None and side is not None and brief is not None:
        transports = transports_of(brief, side)
        form = TroopsForm(side=side, transports=transports, made_from=mark_of(row), written=written)
    shown = () if form is None else form.transports
    return SpaceEmpiresTroopsPage(
        game=row.game,
        number=row.number,
        name=f"Battle {row.number}" if brief is None else brief.place,
        side=side,
        form=form,
        waiting=tuple(one for one in waiting if one not in acts),
        last=len(waiting) == 1,
        forces=() if brief is None else tuple((one, _force_words(brief, one)) for one in SIDES),
        refused=refused,
        changed=written is not None,
        written=tuple((name, words) for name, words in (written or {}).items() if name not in shown),
        to_battle="" if waiting else row.get_absolute_url(),
    )


def _force_words(brief: Brief, side: Side) -> tuple[str, ...]:
    """The ships of a side as they were entered; of aliens only dice will say which they are."""
    ships = brief.force(side)
    if not ships:
        return ("Aliens: a die says which ships they have",)
    return tuple(
        f"{ship.name}, {ship_class(side, ship.ship_class).title}: {technology_words(ship)}" for ship in ships
    )


@dataclass(frozen=True, slots=True)
class ShipLine:
    """A line of the sheet; `blank`: the players write down where the ship has gone."""

    name: str
    title: str
    technology: str
    fate: str
    blank: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideBack:
    """The ships of a side on the sheet; `aliens`: they belong to nobody; `choose` is said of squadrons without room."""

    side: Side
    aliens: bool
    ships: tuple[ShipLine, ...]
    lost: str
    choose: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What to carry back, in words."""

    holds: str
    rounds: int
    tactics: str
    sides: tuple[SideBack, ...]
    ashore: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpaceEmpiresBattlePage(Page):
    """A battle that has begun: what dice said, where it is fought, and at its end the sheet.

    `battle_path` is "" for onlookers, `back` leads to the game. `called_off`: it can be changed and begun again.
    """

    template: ClassVar = "battles/space_empires_battle.html"
    game: SpaceEmpiresGame
    number: int
    name: str
    place: str
    defender: Side
    rolls: tuple[str, ...]
    battle_path: str
    back: str
    called_off: bool
    sheet: Sheet | None


def space_empires_battle_page(
    row: SpaceEmpiresBattle, readers: tuple[Side, ...], back: str, *, plays: bool
) -> SpaceEmpiresBattlePage:
    """The page for whoever plays the sides of `readers`, or for onlookers; troops are told to nobody else."""
    brief, rolled = (
        decode_brief(bytes(cast("bytes", row.brief))),
        decode_rolled(bytes(cast("bytes", row.rolled))),
    )
    found = carry_back_of(row, readers)
    battle = row.battle
    return SpaceEmpiresBattlePage(
        game=row.game,
        number=row.number,
        name=brief.place,
        place=place_words(brief),
        defender=brief.defender,
        rolls=_rolls(rolled),
        battle_path=battle.get_absolute_url() if plays and battle is not None else "",
        back=back,
        called_off=plays and battle is not None and battle.status == Status.VOID,
        sheet=None if found is None else _sheet(brief, found),
    )


def carry_back_of(row: SpaceEmpiresBattle, readers: tuple[Side, ...]) -> CarryBack | None:
    """What to carry back of a battle that is over; None before."""
    result = None if row.battle is None else row.battle.result_document
    if row.battle is None or result is None:
        return None
    brief, chart = decode_brief(bytes(cast("bytes", row.brief))), chart_of(row.game.chart)
    told = readers if row.game.rival_id != row.game.user_id else ()
    return carry_back(
        brief,
        row.battle.setup_document,
        result.report,
        chart,
        troops_in(row),
        readers=told,
        changed=_changed(row.battle),
    )


def _changed(battle: Battle) -> bool | None:
    """Whether tactics changed the initiative, by the record of the battle; None if it has none."""
    known = known_battle(battle)
    if known is None:
        return None
    record = cast("FoughtBattle", known.fought)
    events = (event for step in record.events for event in step)
    return any(isinstance(event, Initiative) and event.tactics is not None for event in events)


def _rolls(rolled: Rolled) -> tuple[str, ...]:
    """What dice decided, as sentences."""
    found = []
    if rolled.patterns:
        *again, last = rolled.patterns
        rolls = ", ".join(f"{column},{row}" for column, row in again)
        before = f" after {rolls}, of which too little was of the hex’s kind" if again else ""
        found.append(f"Terrain: {last[0]},{last[1]}{before}.")
    if rolled.aliens is not None:
        found.append(f"Aliens: {rolled.aliens}.")
    if rolled.initiative is not None:
        found.append(f"Initiative: {rolled.initiative}.")
    return tuple(found)


def _sheet(brief: Brief, found: CarryBack) -> Sheet:
    holder = (
        "Both sides are still in the hex"
        if found.winner is None
        else f"{SIDE_TITLES[found.winner]} holds the hex"
    )
    return Sheet(
        holds=holder,
        rounds=found.rounds,
        tactics=tactics_words(found, (brief.terran_tactics, brief.talon_tactics)),
        sides=tuple(
            SideBack(
                side,
                brief.aliens and side == brief.defender,
                tuple(_ship_line(ship) for ship in found.of(side)),
                lost_words(found, side),
                _choice(found, side),
            )
            for side in SIDES
        ),
        ashore=tuple(
            f"{SIDE_TITLES[ship.side]} {ship.name}: {ship.troops or 'no troops'}" for ship in found.ashore
        ),
    )


def _choice(found: CarryBack, side: Side) -> str:
    number = found.choose.get(side, 0)
    if not number:
        return ""
    which = "the squadron" if number == 1 else f"the {number} squadrons"
    return f"{SIDE_TITLES[side]} may name others in place of {which} without room."


def _ship_line(ship: ShipBack) -> ShipLine:
    return ShipLine(
        ship.name,
        ship_class(ship.side, ship.ship_class).title,
        technology_words(ship),
        fate_words(ship),
        ship.whither == "retreat",
        notes_of(ship),
    )
