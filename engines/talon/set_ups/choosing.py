"""Fleets that both sides choose for themselves: in secret (27), or ship by ship from one box (33.2, R105 to R107)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from engines.seam.documents import BattleSetup, Unit
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.catalogue import ShipClass, class_of, classes_of, role_of
from engines.talon.dice import Dice, Label
from engines.talon.fleets.lists import named_fleets
from engines.talon.fleets.mixes import BEST
from engines.talon.fleets.own import LEAST_SIZE, MOST_SIZE, OwnFleet, fleet_refusals, with_number
from engines.talon.set_ups.bases import with_bases_that_fall
from engines.talon.set_ups.modes import BattleMode, Demand, battle_modes, faults_of, in_mode
from engines.talon.set_ups.random_terrain import with_terrain
from engines.talon.terms import MOST_PLAYERS
from engines.talon.terrain import TalonTerrain

How = Literal["sealed", "in_turn"]
Players = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
Fleets = Mapping[Side, OwnFleet]
STOP: Final = ""
"""What stands for a class where a side chooses no more ships."""
STANDARD: Final = "Last Ship Standing"
"""What a battle without a mode is called (29.1)."""
FACES: Final = 6
HALF: Final = 3
"""Up to this face a die gives the part or the initiative to Terran."""
UNDER_WEIGHED: Final = 1
"""The share of a class that is not among the best, for a captain that has nothing better to spend its points on."""


class Design(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="document", tag="design"
):
    """What both agree on before they choose their ships.

    `faction` is whose ships both have where they choose in turn (33.2). `initiative` is None if a die decides it.
    `ground` is the terrain as a form names it, and `holes` that both agree to black holes (30.3): what is rolled of it
    is rolled once both lists are shown (27). Each side has so many players (25), and its list is chosen by the first.
    """

    how: How
    size: Annotated[int, Meta(ge=LEAST_SIZE, le=MOST_SIZE)]
    mode: str = ""
    faction: Side | None = None
    initiative: Side | None = "talon"
    ground: str = "open"
    holes: bool = False
    terran_players: Players = 1
    talon_players: Players = 1
    format: Literal[1] = 1

    @property
    def players(self) -> dict[Side, int]:
        """How many players each side has."""
        return {"terran": self.terran_players, "talon": self.talon_players}

    @property
    def in_teams(self) -> bool:
        """Whether a side has several players."""
        return max(self.players.values()) > 1

    @property
    def battle_mode(self) -> BattleMode | None:
        """The mode; None for a standard battle."""
        return battle_modes()[self.mode] if self.mode else None

    def faction_of(self, side: Side) -> Side:
        """Whose ships a side has."""
        return self.faction or side

    def empty(self, side: Side) -> OwnFleet:
        """The side's fleet before it has chosen a ship."""
        return OwnFleet(self.faction_of(side), self.size)


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """A die that was rolled before any ship was chosen: for what, the face, and whom it fell to."""

    what: str
    die: int
    side: Side


class Drawn(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="drawn"):
    """What dice decided before either side chose: who has the first part of a mode, and the initiative (R86, R105)."""

    first: Side
    initiative: Side
    draws: tuple[Draw, ...] = ()
    format: Literal[1] = 1


def drawn(design: Design, dice: Dice) -> Drawn:
    """What the dice decide: the parts of the mode, and the initiative if it is not agreed on."""
    mode, first, initiative = design.battle_mode, SIDES[0], design.initiative
    draws: list[Draw] = []
    if mode is not None and mode.roles:
        draws.append(_draw(mode.roles[0], dice))
        first = draws[-1].side
    if initiative is None:
        draws.append(_draw("initiative", dice))
        initiative = draws[-1].side
    return Drawn(first, initiative, tuple(draws))


def _draw(what: str, dice: Dice) -> Draw:
    die = dice.roll(Label(0, 0, 0, what))
    return Draw(what, die, "terran" if die <= HALF else "talon")


def design_refusals(design: Design) -> Iterator[Refusal]:
    """Every reason why ships cannot be chosen in this way."""
    mode = design.battle_mode
    cheapest = max(min(kind.points for kind in classes_of(side) if kind.role == "warship") for side in SIDES)
    if design.size < cheapest:
        yield Refusal("27", f"The size is too small for a ship: choose {cheapest} points or more.")
    if (design.how == "in_turn") != (design.faction is not None):
        yield Refusal(
            "33.2", "Ships are chosen in turn where both sides have the same ships, and only there."
        )
    if design.how == "in_turn" and design.in_teams:
        yield Refusal("25", "Teams choose their ships in secret: the first player of a side seals its fleet.")
    if mode is None:
        return
    for demand in mode.demands:
        if demand.least > 1 and design.how == "in_turn":
            words = f"This mode asks for {demand.least} transports; where both have the same ships one is allowed."
            yield Refusal("33.2", words)
        prices = [kind.points for side in SIDES for kind in classes_of(side) if kind.role == demand.ship]
        if demand.least * max(prices) > design.size:
            yield Refusal(
                mode.rule, f"The size is too small: this mode asks for {demand.least} {demand.ship}."
            )
    if mode.most_points is not None and design.size > mode.most_points:
        yield Refusal(mode.rule, f"In this mode each side may spend {mode.most_points} points at most.")


def list_refusals(design: Design, settled: Drawn, side: Side, fleet: OwnFleet) -> Iterator[Refusal]:
    """Every reason why a side cannot bring this fleet (27, R105)."""
    if fleet.faction != design.faction_of(side):
        yield Refusal("27", f"{SIDE_TITLES[side]} brings {design.faction_of(side).title()} ships here.")
        return
    yield from fleet_refusals(fleet)
    if not fleet.is_armed:
        yield Refusal("27", "The fleet has no ship and no base.")
    if fleet.cost > design.size:
        yield Refusal("27", f"The fleet costs {fleet.cost} points, and {design.size} are allowed.")
    units, players = len(_units(side, fleet)), design.players[side]
    if units < players:
        yield Refusal("25", f"{SIDE_TITLES[side]} has {players} players, and each needs a ship of their own.")
    mode = design.battle_mode
    if mode is not None:
        for words in faults_of(mode, side, _units(side, fleet), settled.first):
            yield Refusal(mode.rule, words)


def setup_of(design: Design, settled: Drawn, fleets: Fleets, terrain: TalonTerrain) -> BattleSetup:
    """The set-up of the battle between two fleets that may be brought."""
    units = named_fleets({side: fleets[side].keys(side) for side in SIDES})
    mode = design.battle_mode
    title = mode.title if mode else "Fleets of choice"
    forces = units["terran"], units["talon"]
    setup = with_terrain(
        BattleSetup(title, "last_ship_standing", *forces, initiative=settled.initiative), terrain
    )
    return with_bases_that_fall(setup if mode is None else in_mode(mode, setup, settled.first))


class Choice(Struct, frozen=True):
    """A ship that a side chose where both choose in turn; `ship_class` is STOP if it chose no more."""

    side: Side
    ship_class: str


def fleets_chosen(design: Design, choices: Sequence[Choice]) -> dict[Side, OwnFleet]:
    """What each side has chosen so far."""
    fleets = {side: design.empty(side) for side in SIDES}
    for one in choices:
        if one.ship_class != STOP:
            fleet = fleets[one.side]
            fleets[one.side] = with_number(fleet, one.ship_class, fleet.number_of(one.ship_class) + 1)
    return fleets


def chooser(design: Design, settled: Drawn, choices: Sequence[Choice]) -> Side | None:
    """Whose turn it is to choose a ship: the Second Player's first, then in turn (33.2); None once both are done.

    A side is done when it has said so, or when there is nothing that it may choose. Then the other goes on (R106).
    """
    going_on = [side for side in SIDES if not _is_done(design, settled, choices, side)]
    if len(going_on) != len(SIDES):
        return going_on[0] if going_on else None
    return opponent(choices[-1].side) if choices else opponent(settled.initiative)


def _is_done(design: Design, settled: Drawn, choices: Sequence[Choice], side: Side) -> bool:
    if Choice(side, STOP) in choices:
        return True
    return not any(
        ship_refusal(design, settled, choices, side, kind.key) is None
        for kind in classes_of(design.faction_of(side))
    )


def stop_refusal(design: Design, choices: Sequence[Choice], side: Side) -> Refusal | None:
    """Why a side cannot stop choosing yet; None if it can."""
    if not fleets_chosen(design, choices)[side].is_armed:
        return Refusal("33.2", "Choose a ship first.")
    return None


def ship_refusal(
    design: Design, settled: Drawn, choices: Sequence[Choice], side: Side, key: str
) -> Refusal | None:
    """Why a side cannot choose a ship of a class next, by the key its faction has for it; None if it can.

    KeyError if there is no such class.
    """
    fleets = fleets_chosen(design, choices)
    kind = next((kind for kind in classes_of(design.faction_of(side)) if kind.key == key), None)
    if kind is None:
        raise KeyError(key)
    shared = [one for one in SIDES if design.faction_of(one) == design.faction_of(side)]
    if sum(fleets[one].number_of(key) for one in shared) >= kind.counters and kind.role != "base":
        return Refusal("33.2", f"The box has no {kind.title} left.")
    after = with_number(fleets[side], key, fleets[side].number_of(key) + 1)
    unfit = _unfit(design, settled, side, kind, fleets[side], after)
    return unfit or next(fleet_refusals(after), None)


def _unfit(
    design: Design, settled: Drawn, side: Side, kind: ShipClass, before: OwnFleet, after: OwnFleet
) -> Refusal | None:
    """Why the ship does not fit what the mode asks of the side (29, 33.2, R106)."""
    mode = design.battle_mode
    demands = (
        ()
        if mode is None
        else [one for one in mode.demands if side in mode.sides_of(one.side, settled.first)]
    )
    missing = [one.ship for one in demands if _of_role(before, one.ship) < one.least]
    if missing and kind.role not in missing:
        return Refusal(mode.rule if mode else "29", f"Choose the {missing[0]} first that this mode asks for.")
    if kind.role in ("transport", "base") and not _has_room(design, kind, demands, before):
        asks = f"{mode.title} asks {SIDE_TITLES[side]}" if mode else f"{STANDARD} asks"
        what = f"more {kind.role}s" if _of_role(before, kind.role) else kind.role
        return Refusal("33.2", f"{asks} for no {what}.")
    if mode is not None and any(aim["aim"] == "target" for aim in mode.aims) and not _has_target(side, after):
        return Refusal(mode.rule, "Your dearest ship is your target, so no other may cost as much.")
    return None


def _has_room(design: Design, kind: ShipClass, demands: Sequence[Demand], before: OwnFleet) -> bool:
    """Whether one more transport or base may come: in turn only as many as a mode asks for, else as many as it lets."""
    number, asked = _of_role(before, kind.role), [one for one in demands if one.ship == kind.role]
    if design.how == "in_turn":
        return any(number < one.least for one in asked)
    return all(number < one.most for one in asked)


def _of_role(fleet: OwnFleet, role: str) -> int:
    return sum(number for key, number in fleet.ships.items() if role_of(key) == role)


def _has_target(side: Side, fleet: OwnFleet) -> bool:
    """Whether one ship of the fleet costs more than any other, or there is none yet (29.8)."""
    costs = sorted(
        class_of(side, unit).points
        for unit in _units(side, fleet)
        if role_of(unit.ship_class) not in ("base", "squadron")
    )
    return len(costs) < 2 or costs[-1] != costs[-2]


def _units(side: Side, fleet: OwnFleet) -> tuple[Unit, ...]:
    return named_fleets({side: fleet.keys(side)})[side]


def computers_choice(
    design: Design, settled: Drawn, choices: Sequence[Choice], side: Side, below: Callable[[int], int]
) -> Choice:
    """What a captain chooses next: what the mode asks for, then by the shares of the classes that are best.

    `below` gives a number by chance, from 0 and below the one it is asked for. It chooses no transport or base that is
    not asked for, and stops when nothing is left that it wants.
    """
    faction = design.faction_of(side)
    kinds = [
        kind for kind in classes_of(faction) if ship_refusal(design, settled, choices, side, kind.key) is None
    ]
    asked = [
        kind
        for kind in kinds
        if kind.role in ("transport", "base") and _is_asked(design, settled, side, kind)
    ]
    wanted = asked or [kind for kind in kinds if kind.role == "warship"]
    shares = [BEST[faction].get(kind.key, UNDER_WEIGHED) for kind in wanted]
    if not wanted:
        return Choice(side, STOP)
    place = below(sum(shares))
    for kind, share in zip(wanted, shares, strict=True):
        if place < share:
            return Choice(side, kind.key)
        place -= share
    raise AssertionError("the shares add up")


def _is_asked(design: Design, settled: Drawn, side: Side, kind: ShipClass) -> bool:
    mode: Any = design.battle_mode
    return mode is not None and any(
        one.ship == kind.role and one.least and side in mode.sides_of(one.side, settled.first)
        for one in mode.demands
    )


def computers_fleet(design: Design, settled: Drawn, side: Side, below: Callable[[int], int]) -> OwnFleet:
    """The fleet that a captain brings where both choose in secret; it knows nothing of the other's (R105)."""
    choices: list[Choice] = []
    while (choice := computers_choice(design, settled, choices, side, below)).ship_class != STOP:
        choices.append(choice)
    return fleets_chosen(design, choices)[side]


def below_of(dice: Dice, what: str) -> Callable[[int], int]:
    """Numbers by chance from dice: each as likely, from as many dice as it takes."""

    def below(number: int) -> int:
        most, value = 1, 0
        while True:
            while most < number:
                value = value * FACES + dice.roll(Label(0, 0, 0, what)) - 1
                most *= FACES
            fair = most - most % number
            if value < fair:
                return value % number
            most, value = 1, 0

    return below
