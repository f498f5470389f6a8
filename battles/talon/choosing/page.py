"""What the pages show on which both sides choose their fleets: a side sees of the other what is open, and no more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from accounts.models import User
from battles.clocks import clock_words
from battles.models import DesignedBattle, Way
from battles.talon.choosing.designing import closed_words
from battles.talon.choosing.forms import DesignForm
from battles.talon.choosing.reading import choices_in, design_in, dice_name, drawn_in, sealed_in, seats_in
from battles.talon.fleets.keeping import fleet_in
from battles.talon.fleets.page import ships_in_words, too_dear
from battles.talon.skirmish.ground import grounds
from config.pages import Page
from engines.seam.classes import key_in
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.talon.catalogue import ShipClass, classes_of
from engines.talon.fleets.own import OwnFleet, size_title
from engines.talon.set_ups.choosing import (
    STANDARD,
    Design,
    Draw,
    Drawn,
    chooser,
    fleets_chosen,
    list_refusals,
    ship_refusal,
    stop_refusal,
)


@dataclass(frozen=True, slots=True)
class DesignNewPage(Page):
    """The form of a battle of one's own design."""

    template: ClassVar = "battles/design_new.html"
    form: DesignForm


@dataclass(frozen=True, slots=True)
class Candidate:
    """A saved fleet that the player may seal: `wrong` says why not."""

    number: int
    name: str
    cost: int
    ships: str
    wrong: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Fleet:
    """What a side has, in words."""

    side: Side
    cost: int
    left: int
    ships: str


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A class of the box: `key` is that of the side that chooses, `left` its counters, `why` it may not be chosen."""

    kind: ShipClass
    key: str
    left: int
    why: str


@dataclass(frozen=True, slots=True)
class Sealing:
    """What one side sees while both choose in secret; `mine` is what it has sealed, None if nothing.

    `rival_sealed` is all that it learns of the other.
    """

    side: Side
    mine: Fleet | None
    name: str
    rival_sealed: bool
    candidates: tuple[Candidate, ...]
    new: str

    @property
    def is_ready(self) -> bool:
        """Whether there is a fleet that may be sealed."""
        return any(not one.wrong for one in self.candidates)

    @property
    def only(self) -> int | None:
        """The number of the one fleet that may be sealed; None if there is none, or a choice."""
        possible = [one.number for one in self.candidates if not one.wrong]
        return possible[0] if len(possible) == 1 else None


@dataclass(frozen=True, slots=True)
class Choosing:
    """What everybody sees while both choose in turn: whose turn it is, and for whom the reader may choose, if so."""

    turn: Side
    number: int
    fleets: tuple[Fleet, ...]
    rows: tuple[BoxRow, ...]
    yours: bool
    stop: bool


@dataclass(frozen=True, slots=True)
class SealedDice:
    """The dice of a battle whose fleets are being chosen: what they drew, and how that is checked.

    `seed` and `entropy` are shown once the battle has begun, "" before.
    """

    draws: tuple[Draw, ...]
    name: str
    commitment: str
    seed: str
    entropy: str


@dataclass(frozen=True, slots=True)
class DesignPage(Page):
    """A battle whose fleets are being chosen, as this reader may see it.

    `state` is "open" until somebody has accepted, "sealing" or "choosing" while ships are chosen, "begun" or "closed".
    `waits`: the reader plays in it, and ships are still to be chosen. `fleets` are both lists, once the battle has
    begun. `refused` is why nothing came of the last request. `rival` is who plays against
    the reader, "" while nobody does. `seats` is where those of teams are taken once both fleets are chosen, "" for any
    other battle, and `series` the page of the campaign game of whose leg it is.
    """

    template: ClassVar = "battles/design.html"
    token: str
    title: str
    terms: tuple[tuple[str, str], ...]
    state: str
    in_turn: bool
    teams: bool
    own: bool
    waits: bool
    accepts: bool
    maker: str
    rival: str
    side: Side
    link: str
    closed: str
    dice: SealedDice
    rolled: str
    """What dice decide before anybody chooses, as a sentence; "" if they decide nothing."""
    sealing: Sealing | None
    choosing: Choosing | None
    fleets: tuple[Fleet, ...]
    battle: int | None
    seats: str
    series: str
    way: Way
    refused: tuple[Refusal, ...]
    at: int


def design_page(
    row: DesignedBattle, user: User | None, link: str, at: int, refused: tuple[Refusal, ...] = ()
) -> DesignPage:
    """The page as this user sees it; `at` is the number of the user's latest notice."""
    design, settled, seats = design_in(row), drawn_in(row), seats_in(row, user)
    own = user is not None and user.pk == row.user_id
    by_link = row.opponent == DesignedBattle.Opponent.LINK
    state, begun, mode = _state(row, design), row.is_chosen, design.battle_mode
    sealing = choosing = None
    if user is not None and seats and settled is not None and state == "sealing":
        sealing = _sealing(row, design, settled, seats[0], user)
    if settled is not None and state == "choosing":
        choosing = _choosing(row, design, settled, seats)
    return DesignPage(
        token=row.token,
        title=f"{mode.title if mode else STANDARD}, {design.size} points",
        terms=tuple(_terms(row, design)),
        state=state,
        in_turn=design.how == "in_turn",
        teams=design.in_teams,
        own=own,
        waits=bool(seats) and state not in ("begun", "closed"),
        accepts=state == "open" and own != by_link,
        maker=row.user.username,
        rival=_against(row, own=own),
        side=as_side(row.side) if own else opponent(as_side(row.side)),
        link=link if own and by_link and row.leg_id is None else "",
        closed=closed_words(row) if state == "closed" else "",
        dice=SealedDice(
            draws=() if settled is None else settled.draws,
            name=dice_name(row),
            commitment=row.commitment,
            seed=row.seed if begun else "",
            entropy=row.entropy if begun else "",
        ),
        rolled=_rolled(design),
        sealing=sealing,
        choosing=choosing,
        fleets=_both(row, design) if begun and seats else (),
        battle=row.battle_id if seats else None,
        series="" if row.leg is None else row.leg.series.get_absolute_url(),
        seats=reverse("team", args=[row.team.token]) if row.team is not None and seats else "",
        way=Way(row.way),
        refused=refused,
        at=at,
    )


def _rolled(design: Design) -> str:
    """What dice decide before anybody chooses: the part of each side in the mode, and the initiative."""
    mode, found = design.battle_mode, list[str]()
    if mode is not None and mode.roles:
        part = mode.roles[0]
        found.append(f"who has the {part}" if part == "convoy" else f"who is the {part}")
    if design.initiative is None:
        found.append("who has the top edge and the initiative")
    return f"Dice decide first {' and '.join(found)}." if found else ""


def _against(row: DesignedBattle, *, own: bool) -> str:
    """Who plays against the reader, by whose battle it is; "" while nobody has accepted."""
    other = row.rival if own else row.user
    return "" if other is None else "The computer" if other.is_computer else other.username


def _state(row: DesignedBattle, design: Design) -> str:
    if row.is_chosen:
        return "begun"
    if row.withdrawn or (row.leg_id is not None and closed_words(row)):
        return "closed"
    if row.rival_id is None:
        return "open"
    return "sealing" if design.how == "sealed" else "choosing"


def _terms(row: DesignedBattle, design: Design) -> list[tuple[str, str]]:
    """What is agreed on, each with its name."""
    mode = design.battle_mode
    edge = "by die" if design.initiative is None else design.initiative.title()
    how = (
        "in secret" if design.faction is None else f"in turn, from one box of {design.faction.title()} ships"
    )
    return [
        ("Points a side", str(design.size)),
        *([("Players", _players(design))] if design.in_teams else []),
        ("Ships are chosen", how),
        ("Mode", f"{mode.title} ({mode.rule}): {mode.words}" if mode else "Last Ship Standing (29.1)"),
        ("Terrain", dict(grounds())[design.ground]),
        ("Top edge and initiative", edge),
        *([("Clock", clock_words(row.clock))] if row.clock else []),
        ("Fought", row.get_way_display()),
        *([("Tempo", row.get_tempo_display())] if row.way == Way.HAND else []),
    ]


def _players(design: Design) -> str:
    """How many players each side has, as "2 of Terran, 3 of Talon"."""
    return ", ".join(f"{players} of {side.title()}" for side, players in design.players.items())


def _sealing(row: DesignedBattle, design: Design, settled: Drawn, side: Side, user: User) -> Sealing:
    """What the side sees; of the other's list only whether there is one."""
    mine = row.sealed.filter(side=side).first()
    faction = design.faction_of(side)
    saved = [(one, fleet_in(one)) for one in user.fleets.order_by("name")]
    return Sealing(
        side=side,
        mine=None if mine is None else _fleet(side, sealed_in(mine)),
        name="" if mine is None else mine.name,
        rival_sealed=row.sealed.exclude(side=side).exists(),
        candidates=tuple(
            Candidate(
                one.pk,
                one.name,
                fleet.cost,
                ships_in_words(fleet),
                tuple(list_refusals(design, settled, side, fleet)),
            )
            for one, fleet in saved
            if fleet.faction == faction
        ),
        new=f"faction={faction}&limit={design.size}&size={_named(design.size)}",
    )


def _named(size: int) -> str:
    return "" if size_title(size) == f"{size} points" else str(size)


def _choosing(row: DesignedBattle, design: Design, settled: Drawn, seats: tuple[Side, ...]) -> Choosing:
    choices = choices_in(row)
    turn = chooser(design, settled, choices)
    if turn is None:
        raise LookupError("both sides have chosen, and the battle has not begun")
    fleets = fleets_chosen(design, choices)
    yours = turn in seats
    return Choosing(
        turn=turn,
        number=len(choices) + 1,
        fleets=tuple(_fleet(side, fleets[side]) for side in SIDES),
        rows=tuple(
            _box_row(kind, turn, fleets, ship_refusal(design, settled, choices, turn, kind.key))
            for kind in classes_of(design.faction_of(turn))
        ),
        yours=yours,
        stop=yours and stop_refusal(design, choices, turn) is None,
    )


def _box_row(kind: ShipClass, turn: Side, fleets: Mapping[Side, OwnFleet], wrong: Refusal | None) -> BoxRow:
    left = kind.counters - sum(fleets[side].number_of(kind.key) for side in SIDES)
    over = kind.points - fleets[turn].left
    why = "" if wrong is None else too_dear(over) if over > 0 and wrong.rule == "27" else wrong.reason
    return BoxRow(kind, key_in(turn, fleets[turn].faction, kind.key), left, why)


def _both(row: DesignedBattle, design: Design) -> tuple[Fleet, ...]:
    """Both lists of a battle that has begun."""
    if design.how == "in_turn":
        fleets = fleets_chosen(design, choices_in(row))
    else:
        fleets = {as_side(one.side): sealed_in(one) for one in row.sealed.all()}
    return tuple(_fleet(side, fleets[side]) for side in SIDES)


def _fleet(side: Side, fleet: OwnFleet) -> Fleet:
    return Fleet(side, fleet.cost, fleet.left, ships_in_words(fleet))
