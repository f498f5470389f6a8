"""What is asked now, and within which ranges an answer is lawful."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.seam.refusals import Refusal
from engines.seam.sides import Side
from engines.warfleets.geometry import ahead, rounded, turn_to, within
from engines.warfleets.rules import damage, preparing, ramming
from engines.warfleets.rules.activating import NEAR
from engines.warfleets.rules.movement import room_beside
from engines.warfleets.rules.ramming import TRACTOR
from engines.warfleets.rules.sequence import Question, followers, to_act
from engines.warfleets.rules.tracks import PIVOT, Action, speed
from engines.warfleets.shots import ShotOffer, offers
from engines.warfleets.state import NOBODY, Battle, Model
from engines.warfleets.stock import stock
from engines.warfleets.table import EDGES, LEAST_PIECES, RETURN, Edge
from engines.warfleets.terrain import TerrainKind

WARP: Final = (300, 800)
"""How far a Warp Drive takes a ship, by its die."""


class Straight(Struct, frozen=True):
    """A way of a ship: its full length, where its pivot may be, and the greatest turn to either side (W10)."""

    action: Action
    full: int
    pivot_from: int
    pivot_to: int
    turn: int


class Rammed(Struct, frozen=True):
    """An enemy ship that can be rammed, and one pivot by which it is reached."""

    target: int
    before: int
    turn: int


class Ranges(Struct, frozen=True):
    """What a model may do as it is activated; each is empty or 0 if it may not.

    `turn` is that of a hold. A ship has `ways`, a squadron the `reach` of a move and of a cruise. `warp` is the least
    and the greatest way of a Warp Drive. `mine` is how far from its edge a mine may be laid. `skips` is whether a rogue
    squadron may wait for another phase.
    """

    model: int
    turn: int
    ways: tuple[Straight, ...] = ()
    reach: tuple[int, ...] = ()
    rams: tuple[Rammed, ...] = ()
    warp: tuple[int, ...] = ()
    mine: int = 0
    repairs: tuple[int, ...] = ()
    pulls: tuple[int, ...] = ()
    skips: bool = False


class PieceOffer(Struct, frozen=True):
    """A piece of terrain that can be laid, round its middle: a polygon, or a disc if it has no corners."""

    key: str
    title: str
    kinds: tuple[TerrainKind, ...]
    corners: tuple[tuple[int, int], ...]
    radius: int


class Asked(Struct, frozen=True):
    """What is to be decided, and by whom; the rest is for the side that is asked.

    `ranges` are for each model that may act, `shots` what the model in turn can shoot, `slots` what can take the next
    point of damage. `done` is whether it may be let go. A squadron is put aside within `reach` of the ship `beside`. A
    model comes back touching its `edge` within `reach` of its place. `warp` is how far a Warp Drive takes its ship.
    Before the first round `pieces` can be laid, `edges` taken, so many `markers` are still to be laid, and `models` set
    up within the zone, or later farther than `away` from enemies; `reserve` are those of them that may wait.
    """

    side: Side
    word: str
    model: int
    ranges: tuple[Ranges, ...] = ()
    shots: tuple[ShotOffer, ...] = ()
    slots: tuple[int, ...] = ()
    done: bool = False
    beside: int = NOBODY
    edge: Edge | None = None
    reach: int = 0
    warp: Straight | None = None
    pieces: tuple[PieceOffer, ...] = ()
    edges: tuple[Edge, ...] = ()
    markers: int = 0
    models: tuple[int, ...] = ()
    reserve: tuple[int, ...] = ()
    away: int = 0


def asked_of(battle: Battle, question: Question, offered: bool) -> Asked:
    """The question, with its ranges if they are `offered`."""
    bare = Asked(*question)
    if not offered:
        return bare
    if battle.step != "fighting" or question.word == "arrive":
        return _early(battle, bare)
    if question.word in ("damage", "displace", "return"):
        return _waiting(battle, bare)
    return _in_turn(battle, bare)


def _early(battle: Battle, bare: Asked) -> Asked:
    """What is decided before the first round, and where a ship comes that was in reserve."""
    if bare.word == "damage":
        return _waiting(battle, bare)
    if bare.word == "terrain":
        laid = len(battle.terrain) >= LEAST_PIECES
        pieces = tuple(
            PieceOffer(key, one.title, one.kinds, one.corners, one.radius) for key, one in stock().items()
        )
        return replace(bare, done=laid, pieces=pieces)
    if bare.word == "edge":
        return replace(bare, edges=EDGES)
    if bare.word == "marker":
        return replace(bare, markers=battle.to_lay)
    if bare.word not in ("deploy", "arrive"):
        return bare
    comes = bare.word == "arrive"
    able = [battle.models[bare.model]] if comes else preparing.to_deploy(battle, bare.side)
    return replace(
        bare,
        edge=battle.edges[bare.side],
        models=tuple([one.number for one in able]),
        reserve=tuple([one.number for one in able if one.hero == preparing.MASTER]),
        away=preparing.AWAY if comes else 0,
    )


def _waiting(battle: Battle, bare: Asked) -> Asked:
    """What is decided before the activation goes on."""
    model = battle.models[bare.model]
    if bare.word == "damage":
        return replace(bare, slots=tuple(damage.choices(model)))
    if bare.word == "return":
        return replace(bare, edge=model.edge, reach=RETURN)
    ship = battle.displaced[0][1]
    return replace(bare, beside=ship, reach=room_beside(battle, model, battle.models[ship]))


def _in_turn(battle: Battle, bare: Asked) -> Asked:
    model = battle.models[bare.model]
    if bare.word == "shoot":
        return replace(bare, shots=offers(battle, model), done=True)
    if bare.word == "warp":
        full = battle.warp
        return replace(bare, warp=Straight("move", full, rounded(full, 2), full, PIVOT["move"]))
    if bare.word == "lead":
        return replace(bare, ranges=tuple(ranges(battle, one) for one in followers(battle)), done=True)
    able = to_act(battle, bare.side) if bare.word == "activate" else [model]
    return replace(bare, ranges=tuple(ranges(battle, one) for one in able))


def ranges(battle: Battle, model: Model) -> Ranges:
    """What a model may do that is activated."""
    if not model.is_ship:
        engaged = bool(battle.engaged_with(model))
        reach = () if engaged else (speed(model, "move"), speed(model, "cruise"))
        skips = "rogue" in model.specials and battle.active == battle.ace == NOBODY
        return Ranges(model.number, PIVOT["hold"], reach=reach, skips=skips)
    return Ranges(
        model.number,
        PIVOT["hold"],
        (_straight(model, "move"), _straight(model, "cruise"), _straight(model, "ram")),
        (),
        _rams(battle, model),
        WARP if model.has("warp-drive") else (),
        NEAR if model.hero == "expert-sapper" and "Mine" not in model.used else 0,
        _repairs(battle, model) if model.has("repair-bay") and "Repair" not in model.used else (),
        _pulls(battle, model) if model.has("tractor-beam") and "Pull" not in model.used else (),
    )


def _straight(model: Model, action: Action) -> Straight:
    full = speed(model, action)
    return Straight(action, full, rounded(full, 2), full, PIVOT[action])


def _rams(battle: Battle, model: Model) -> tuple[Rammed, ...]:
    """Who can be rammed: with the pivot at the half, at three quarters or at the end of the way, as straight as can be.

    From each of these points no turn comes nearer to a target than the one that faces it.
    """
    full = speed(model, "ram")
    found: list[Rammed] = []
    for target in battle.enemies(model):
        if not target.is_ship or not within(model.disc, target.disc, full):
            continue
        pivot = _straight_ram(battle, model, target, full)
        if pivot is not None:
            found.append(Rammed(target.number, *pivot))
    return tuple(found)


def _straight_ram(battle: Battle, model: Model, target: Model, full: int) -> tuple[int, int] | None:
    if not isinstance(ramming.reaching(battle, model, target, full, 0), Refusal):
        return full, 0
    for before in (rounded(full, 2), rounded(3 * full, 4), full):
        aim = turn_to(ahead(model.place, model.heading, before), model.heading, target.place)
        turn = min(max(aim, -PIVOT["ram"]), PIVOT["ram"])
        if not isinstance(ramming.reaching(battle, model, target, before, turn), Refusal):
            return before, turn
    return None


def _repairs(battle: Battle, model: Model) -> tuple[int, ...]:
    return tuple(
        [
            one.number
            for one in battle.ships()
            if one is not model
            and one.side == model.side
            and within(model.disc, one.disc, NEAR)
            and one.order
            and one.works(one.order[-1])
        ]
    )


def _pulls(battle: Battle, model: Model) -> tuple[int, ...]:
    return tuple(
        [one.number for one in battle.enemies(model) if one.is_ship and within(model.disc, one.disc, TRACTOR)]
    )
