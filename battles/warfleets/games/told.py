"""A game of Warfleets: FTL as one of its players tells it, and what the rules have against it (S97)."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from battles.warfleets.games.costs import costs
from engines.seam.refusals import Refusal
from engines.warfleets.building import refusals
from engines.warfleets.fleet import Fleet, fleet_points

ROUNDS: Final = 4
LEAST_MARKERS, MOST_MARKERS = 2, 4
"""A game has D3+1 markers (W5)."""

Fate = Literal["stands", "destroyed", "surrendered"]
Who = Literal["own", "theirs"]

UNLESS: Final = "unless they belong to a faction"


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of a model; `disabled` counts the upgrades that a ship lost, all of them if it was destroyed."""

    fate: Fate = "stands"
    disabled: int = 0


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side of a game: the points of its fleet, the markers that it held at the end, and its losses.

    `lost` counts squadrons. Where its player has named the `fleet`, `ends` says it of each model, ships first.
    `faction`: a fleet that is told in numbers may have heroes and titles of a faction, which cost what its file says.
    """

    points: int
    markers: int
    ships: int
    destroyed: int
    surrendered: int
    squadrons: int
    lost: int
    fleet: Fleet | None = None
    ends: tuple[End, ...] = ()
    faction: bool = False

    @property
    def left(self) -> int:
        """How many ships it had at the end."""
        return self.ships - self.destroyed - self.surrendered

    @property
    def losses(self) -> str:
        """What it has lost, in words."""
        ships = f"Ships destroyed: {self.destroyed}. Ships surrendered: {self.surrendered}."
        return f"{ships} Squadrons lost: {self.lost} of {self.squadrons}." if self.squadrons else ships

    @property
    def fleet_size(self) -> tuple[int, int, int]:
        """What its fleet cost, and how many ships and squadrons it had."""
        return self.points, self.ships, self.squadrons

    @property
    def counts(self) -> tuple[int, ...]:
        """What two who tell of one game have to agree on."""
        return (
            self.points,
            self.markers,
            self.ships,
            self.destroyed,
            self.surrendered,
            self.squadrons,
            self.lost,
        )


class Game(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game from the side of who tells it; `gave_up` is who gave up, "" if nobody did."""

    points: int
    rounds: int
    markers: int
    own: Part
    theirs: Part
    gave_up: Literal["", "own", "theirs"] = ""


def part_of(fleet: Fleet, ends: tuple[End, ...], markers: int) -> Part:
    """The side with this fleet, of whose models this became."""
    ships, squadrons = ends[: len(fleet.ships)], ends[len(fleet.ships) :]
    return Part(
        points=fleet_points(fleet),
        markers=markers,
        ships=len(ships),
        destroyed=sum(end.fate == "destroyed" for end in ships),
        surrendered=sum(end.fate == "surrendered" for end in ships),
        squadrons=len(squadrons),
        lost=sum(end.fate != "stands" for end in squadrons),
        fleet=fleet,
        ends=ends,
        faction=bool(fleet.faction),
    )


def winner(game: Game) -> Who | None:
    """Who has won, None for a draw: by ships left, then by giving up, then by markers (W5, S97)."""
    own, theirs = game.own, game.theirs
    if not own.left or not theirs.left:
        return None if own.left == theirs.left else "own" if own.left else "theirs"
    if game.gave_up:
        return "theirs" if game.gave_up == "own" else "own"
    if own.markers == theirs.markers:
        return None
    return "own" if own.markers > theirs.markers else "theirs"


def impossible(game: Game) -> tuple[Refusal, ...]:
    """Every reason why the game cannot have been like this; none if it can."""
    return (
        *_of_the_game(game),
        *_of_a_part(game.own, game.points, "your fleet"),
        *_of_a_part(game.theirs, game.points, "the other fleet"),
        *_of_the_fleet(game.own, game.points),
    )


def _of_the_game(game: Game) -> Iterator[Refusal]:
    held = game.own.markers + game.theirs.markers
    if held > game.markers:
        yield Refusal("W5", f"Markers held: {held}. The game had {game.markers}.")
    if game.rounds < ROUNDS and game.own.left and game.theirs.left and not game.gave_up:
        yield Refusal(
            "W5",
            f"A game has {ROUNDS} rounds. It ends sooner if a fleet has no ship left, or if a side gives up.",
        )


def _of_a_part(part: Part, points: int, whose: str) -> Iterator[Refusal]:
    yield from _of_its_points(part, points, whose)
    if part.destroyed + part.surrendered > part.ships:
        yield Refusal("W18", f"In {whose} more ships are gone than it had.")
    if part.lost > part.squadrons:
        yield Refusal("W18", f"In {whose} more squadrons are gone than it had.")
    if part.surrendered and 2 * (part.ships - part.destroyed) > part.ships:
        yield Refusal(
            "W19",
            f"In {whose} no ship can have surrendered: fewer than half of its {part.ships} ships were destroyed.",
        )
    if part.left < 1 and part.lost < part.squadrons:
        yield Refusal("W19", f"In {whose} no ship is left, so all of its squadrons have surrendered.")
    if part.left < 1 and part.markers:
        yield Refusal("W5", f"In {whose} no ship is left that could hold a marker.")
    if part.fleet is not None and part.left > 0 and _surrendered_squadrons(part):
        yield Refusal("W19", f"In {whose} no squadron can have surrendered while a ship was left.")


def _of_its_points(part: Part, points: int, whose: str) -> Iterator[Refusal]:
    if part.fleet is not None:
        return
    possible = costs(part.ships, part.squadrons, points)
    if part.points > points:
        yield Refusal("W3", f"The points of {whose} are {part.points - points} more than the game allows.")
    elif not possible:
        yield Refusal("W3", f"In {whose} there are more squadrons than its ships can have upgrades.")
    elif part.points < min(possible):
        yield Refusal("W3", f"Its ships and squadrons make {whose} cost {min(possible)} points at least.")
    elif part.faction:
        return
    elif part.points > max(possible):
        yield Refusal("W3", f"{_those(whose)} cost {max(possible)} points at most, {UNLESS}.")
    elif part.points not in possible:
        yield Refusal("W3", f"{_those(whose)} cannot cost {part.points} points, {UNLESS}.")


def _those(whose: str) -> str:
    return f"The ships and squadrons of {whose}"


def _surrendered_squadrons(part: Part) -> int:
    return sum(end.fate == "surrendered" for end in part.ends[part.ships :])


def _of_the_fleet(part: Part, points: int) -> tuple[Refusal, ...]:
    return () if part.fleet is None else refusals(part.fleet, points)
