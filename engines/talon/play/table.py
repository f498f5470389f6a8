"""Everything that is drawn of a battle under way for one side: board, track, cards, sheet, and what has happened."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from msgspec import structs

from engines.seam.sides import Side
from engines.talon.aims import planet_name
from engines.talon.catalogue import pattern_title
from engines.talon.events import AnyEvent
from engines.talon.hexes import Hex
from engines.talon.onlooker import OpenView
from engines.talon.orders import MISSILES, PLANET, AnyOrder, Arrive, Deploy, Done, Launch, Undock
from engines.talon.play.aims import AimLine, aim_lines
from engines.talon.play.board import PlayBoard, play_board
from engines.talon.play.drawing.cards import ShipCard, ship_cards
from engines.talon.play.drawing.film import Step, film
from engines.talon.play.drawing.track import Track, track
from engines.talon.play.offered import NOBODY, Choice, Offer, Offers, Placing
from engines.talon.play.offers.dangers import in_turn
from engines.talon.play.offers.prompts import awaited, rule_of
from engines.talon.play.offers.volley import Suggested, needless, shots, volley
from engines.talon.play.offers.words import with_mark
from engines.talon.play.roster import Roster
from engines.talon.text.orders import tag, write_order
from engines.talon.view import View

SHEETS = {"ap": "No AP spent", "curves": "Stay as it is"}
"""The steps in which a page asks for all units at once, and what a row left open means."""
MOVE_LATER, NO_BURN = "Not yet", "No afterburner"
"""What a row of moves left open means: while some have to move, and when all have."""
MOVES_HINT = "Choose each ship's way, here or on the board."
HINTS = {
    "planet": "Choose its hex. Press the hex again to place it.",
    "worm-hole": "Choose its hex. Press the hex again to place it.",
    "terrain": "Choose a hex, then turn the pattern. Press the hex again to lay it.",
    "deploy": "Choose a ship, its hex and its facing. Press the hex again to place it.",
    "launch": "Choose a squadron, its hex and its facing. Press the hex again to place it.",
    "arrivals": "Choose a ship, its Speed, hex and facing. Press the hex again to bring it in.",
    "undock": "Choose its Speed and facing. Press the hex again to bring it out.",
    "ap": "Each ship may spend one AP.",
    "move": "Choose a ship, then where it goes.",
    "fire": "Choose a ship, then its target.",
    "curves": "Each ship keeps its Speed or goes one step up or down its curve.",
}
"""What to do in each step, for those who do not know the page yet."""


@dataclass(frozen=True, slots=True)
class Option:
    """One order of a unit; `suggested` says that the captain would give it.

    `label` are its words without the target, where that stands above it.
    """

    offer: Offer
    suggested: bool
    label: str


@dataclass(frozen=True, slots=True)
class AtTarget:
    """Orders of a unit about one target, which `title` names; those without a target are together under ""."""

    target: int
    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class UnitOptions:
    """What one unit or missile may do now; `suggested` is the notation of what the captain would order, or ""."""

    number: int
    name: str
    by_target: tuple[AtTarget, ...]
    suggested: str

    @property
    def options(self) -> list[Option]:
        """All its orders."""
        return [option for at in self.by_target for option in at.options]

    @property
    def burns(self) -> bool:
        """Whether it moves by its afterburners or not at all."""
        return all(option.offer.verb == "burn" for option in self.options)


@dataclass(frozen=True, slots=True)
class PlayTable:
    """What a side sees of a battle, and what it may order.

    `sheet` says what a row left open means if the step is asked as a sheet, else "". `close` is the order that ends
    the step, `suggested` the notation of what the captain would order in this step, in order, and `suggested_words` the
    same for people. `advised_unit` is what the captain would put down next, or NOBODY. `volley` is all that the captain
    would fire in this step, in words, and `shots` how many shots that are. `needless`: no fire in it can matter.
    `film` are the steps of the last published lines, by number. `aims` are what is fought for besides the field.
    """

    side: Side
    asked: bool
    words: str
    rule: str
    hint: str
    step: str
    question: bool
    board: PlayBoard
    track: Track
    cards: tuple[ShipCard, ...]
    units: tuple[UnitOptions, ...]
    placings: tuple[Placing, ...]
    choices: tuple[Choice, ...]
    leaving: tuple[Choice, ...]
    close: Choice | None
    sheet: str
    suggested: tuple[str, ...]
    suggested_words: str
    advised_unit: int
    volley: tuple[str, ...]
    shots: int
    film: list[tuple[int, list[Step]]]
    needless: bool = False
    aims: tuple[AimLine, ...] = ()

    @property
    def put_first(self) -> str:
        """The order of what is chosen to be put down at first: the captain's choice, or what stands first."""
        items = [item for placing in self.placings for item in placing.items]
        advised = (item.order for item in items if item.unit == self.advised_unit)
        return next(advised, items[0].order if items else "")


Line = tuple[int, Iterable[AnyEvent]]
"""The number of a published line, and what happened in it."""
LEAVING = ("concede", "offer-draw", "fight-on")


def play_table(
    view: View,
    offers: Offers,
    happened: Iterable[Line] = (),
    suggested: Iterable[AnyOrder] = (),
    *,
    patterns: int = 1,
) -> PlayTable:
    """The table of the view's side; `happened` are the last published lines, `suggested` the captain's next orders.

    `patterns` is how many terrain patterns the battle has in all (30.1).
    """
    advised, asked = _of_this_step(view, offers, suggested), offers.asks == view.side
    notation = tuple(text for text, _ in advised)
    fired = _fired(view, notation)
    close = next((choice for choice in offers.whole if choice.verb == "done"), None)
    units = [
        _unit_options(view, number, found, {*notation, *(one.line for one in fired)})
        for number, found in offers.units.items()
    ]
    sheet = _sheet(view, offers, notation, close)
    if sheet and offers.step == "move":
        units = _in_turn(view, units, advised)
    return PlayTable(
        view.side,
        asked,
        offers.words,
        offers.rule,
        _hint(view, offers.step, sheet, patterns) if asked and view.question is None else "",
        offers.step,
        asked and view.question is not None,
        play_board(view, offers, _place_of(advised)),
        track(view),
        ship_cards(view, set(offers.units)),
        tuple(units),
        offers.placed,
        tuple(choice for choice in offers.whole if choice is not close and choice.verb not in LEAVING),
        tuple(choice for choice in offers.whole if choice.verb in LEAVING),
        close,
        sheet,
        notation,
        _in_words(view, advised),
        _unit_of(advised),
        tuple(one.words for one in fired),
        shots(fired),
        [(number, film(view, events)) for number, events in happened],
        bool(advised) and needless(view),
        aim_lines(view),
    )


def open_table(view: OpenView, happened: Iterable[Line] = ()) -> PlayTable:
    """The table for onlookers: nothing on it can be ordered."""
    nothing = Offers("", view.step, rule_of(view), awaited(view, Roster(view)))
    return play_table(view, nothing, happened)


def _of_this_step(view: View, offers: Offers, suggested: Iterable[AnyOrder]) -> list[tuple[str, AnyOrder]]:
    """The captain's orders with their notation, up to the end of the step, or to what the step does not offer."""
    verbs = {offer.verb for found in offers.units.values() for offer in found}
    verbs |= {placing.verb for placing in offers.placed} | {choice.verb for choice in offers.whole}
    roster, found = Roster(view), []
    for order in suggested:
        if tag(order) not in verbs:
            break
        found.append((write_order(order, roster), order))
        if isinstance(order, Done):
            break
    return found


def _fired(view: View, advised: tuple[str, ...]) -> tuple[Suggested, ...]:
    """All that the captain would fire, if it begins with what was advised."""
    found = volley(view) if advised else ()
    return found if [one.line for one in found[:1]] == [*advised[:1]] else ()


def _hint(view: View, step: str, sheet: str, patterns: int) -> str:
    if step == "terrain" and view.pattern is not None:
        which = f"Pattern {patterns - view.patterns_after} of {patterns}" if patterns > 1 else "The pattern"
        return f"{which}: {pattern_title(*view.pattern)}. {HINTS[step]}"
    return MOVES_HINT if sheet and step == "move" else HINTS.get(step, "")


def _sheet(view: View, offers: Offers, advised: tuple[str, ...], close: Choice | None) -> str:
    """What a row left open means, if the step is asked as a sheet: moves only if there are several, with advice."""
    if not offers.units or view.question is not None:
        return ""
    if offers.step != "move":
        return SHEETS.get(offers.step, "")
    if len(offers.units) == 1 or not advised:
        return ""
    return MOVE_LATER if close is None else NO_BURN


def _in_turn(view: View, units: list[UnitOptions], advised: list[tuple[str, AnyOrder]]) -> list[UnitOptions]:
    """The rows in the captain's order, and its moves with the warnings that they have by then (7.4)."""
    turns = {text: at for at, (text, _) in enumerate(advised)}
    rows = sorted(units, key=lambda unit: turns.get(unit.suggested, len(turns)))
    if not any(option.suggested and option.offer.warn for unit in rows for option in unit.options):
        return rows
    warnings = in_turn(view, [order for _, order in advised])
    by_notation = dict(zip(turns, warnings, strict=False))
    return [_warned(unit, by_notation) for unit in rows]


def _warned(unit: UnitOptions, warnings: dict[str, str]) -> UnitOptions:
    """The row with other warnings of the orders named."""
    shown = (replace(at, options=_with(at.options, warnings)) for at in unit.by_target)
    return replace(unit, by_target=tuple(shown))


def _with(options: tuple[Option, ...], warnings: dict[str, str]) -> tuple[Option, ...]:
    return tuple(
        replace(one, offer=structs.replace(one.offer, warn=warnings.get(one.offer.order, one.offer.warn)))
        for one in options
    )


def _in_words(view: View, advised: list[tuple[str, AnyOrder]]) -> str:
    """What the captain suggests: one order in words, several as their number."""
    return with_mark(view, advised[0][1]) if len(advised) == 1 else f"{len(advised)} orders"


def _unit_of(advised: list[tuple[str, AnyOrder]]) -> int:
    """The unit that the captain suggests to put down next."""
    found = advised[0][1] if advised else None
    return found.unit if isinstance(found, Deploy | Launch | Arrive | Undock) else NOBODY


def _place_of(advised: list[tuple[str, AnyOrder]]) -> Hex | None:
    """The hex of the one order that the captain suggests."""
    return getattr(advised[0][1], "place", None) if len(advised) == 1 else None


def _unit_options(view: View, number: int, found: tuple[Offer, ...], advised: set[str]) -> UnitOptions:
    targets: dict[int, list[Offer]] = {}
    for offer in found:
        targets.setdefault(offer.target if offer.verb == "fire" else NOBODY, []).append(offer)
    suggested = next((offer.order for offer in found if offer.order in advised), "")
    rows = tuple(_at_target(view, target, offers, advised) for target, offers in targets.items())
    return UnitOptions(number, name_of(view, number), rows, suggested)


def _at_target(view: View, target: int, found: list[Offer], advised: set[str]) -> AtTarget:
    title = "" if target == NOBODY else name_of(view, target)
    options = (Option(one, one.order in advised, _label(one, title)) for one in found)
    return AtTarget(target, title, tuple(options))


def _label(offer: Offer, title: str) -> str:
    head, at, _ = offer.words.rpartition(" at ")
    return head if title and at and offer.fighter == NOBODY else offer.words


def name_of(view: View, number: int) -> str:
    """The name of a unit, or of a planet that is fired at; "Missile 4"."""
    if number == PLANET:
        return planet_name(view.aims)
    return f"Missile {number - MISSILES}" if number >= MISSILES else view.unit(number).name
