"""What comes before the first round, and ships that come later (W2, W4 to W6, WF28, WF42, WF43, WF53)."""

from typing import Final

from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.sides import SIDES, Side, opponent
from engines.warfleets.dice import half
from engines.warfleets.events import Deployed, Kept, Laid, Objectives, Picked, Placed, RolledOff, Went
from engines.warfleets.geometry import Place, ahead, gap, squared_distance, within
from engines.warfleets.orders import Deploy, Enough, Lay, LayMarker, PickEdge, Reserve, RollOff
from engines.warfleets.rules.damage import settle
from engines.warfleets.rules.passing import pass_along
from engines.warfleets.rules.spots import hint, over
from engines.warfleets.rules.tracks import crossing, halved, inches, speed
from engines.warfleets.state import Battle, Model
from engines.warfleets.stock import stock
from engines.warfleets.table import (
    LEAST_PIECES,
    OPPOSITE,
    SPACING,
    ZONE,
    Marker,
    base_on_table,
    far_from_edges,
    in_zone,
    lie_over,
    on_table,
    piece_fault,
)
from engines.warfleets.terrain import Terrain

MOST_PIECES: Final = 10
AWAY: Final = 900
"""A Tactical Master comes farther than this from every enemy."""
MASTER: Final = "tactical-master"


def roll_off(battle: Battle, _order: RollOff) -> None:
    """Both sides roll until the dice differ; the higher has the initiative (W4, WF4)."""
    while True:
        terran, talon = battle.roll(None, "roll-off"), battle.roll(None, "roll-off")
        battle.events.append(RolledOff(terran, talon))
        if terran != talon:
            break
    battle.initiative = battle.side = "terran" if terran > talon else "talon"
    battle.step = "edge" if battle.terrain else "terrain"


def lay(battle: Battle, order: Lay) -> None:
    """Lay a piece of terrain: 5 at least and 10 at most lie on the table, one over none (W2, WF53)."""
    piece = stock().get(order.piece)
    if piece is None:
        raise refuse("WF53", f"There is no piece “{order.piece}”. There are: {', '.join(stock())}.")
    count = sum(one.name.startswith(f"{piece.title} ") for one in battle.terrain)
    name = f"{piece.title} {count + 1}"

    def fault(place: Place) -> str:
        return fault_of_piece(battle, piece.laid(name, place, order.heading))

    place = order.place
    if wrong := fault(place):
        raise refuse("W2", f"{wrong}{hint(place, lambda other: not fault(other))}")
    battle.terrain = (*battle.terrain, piece.laid(name, place, order.heading))
    battle.events.append(Laid(order.piece, name, place, order.heading))
    if len(battle.terrain) == MOST_PIECES:
        _to_edge(battle)
    elif not battle.enough:
        battle.side = opponent(battle.side)


def fault_of_piece(battle: Battle, piece: Terrain) -> str:
    """Why a piece cannot be laid so, as a sentence; "" if it can (W2, WF53)."""
    if wrong := piece_fault(piece):
        return wrong
    lying = next((one for one in battle.terrain if lie_over(piece, one)), None)
    return f"{piece.name} would lie over {lying.name}." if lying else ""


def enough(battle: Battle, _order: Enough) -> None:
    """A side lays no more terrain; once both have enough, that is the table (WF53)."""
    if len(battle.terrain) < LEAST_PIECES:
        lying = len(battle.terrain)
        raise refuse("W2", f"Pieces of terrain on the table: {lying}. There are at least {LEAST_PIECES}.")
    if battle.enough:
        _to_edge(battle)
    else:
        battle.enough = True
        battle.side = opponent(battle.side)


def _to_edge(battle: Battle) -> None:
    battle.step, battle.side = "edge", battle.initiative


def pick(battle: Battle, order: PickEdge) -> None:
    """Each side has its edge; then a D3+1 says how many markers there are (W5, W6)."""
    battle.edges = {order.side: order.edge, opponent(order.side): OPPOSITE[order.edge]}
    battle.events.append(Picked(order.side, order.edge))
    die = battle.roll(None, "markers")
    battle.to_lay = half(die) + 1
    battle.events.append(Objectives(die, battle.to_lay))
    battle.step = "markers"


def lay_marker(battle: Battle, order: LayMarker) -> None:
    """Lay a marker far from the edges, the zones and the other markers; then the other side lays one (W5, WF28)."""
    place = order.place
    if wrong := fault_of_marker(battle, place):
        raise refuse("W5", f"{wrong}{hint(place, lambda other: not fault_of_marker(battle, other))}")
    battle.markers.append(Marker(place))
    battle.events.append(Placed(len(battle.markers) - 1, place))
    battle.to_lay -= 1
    battle.side = opponent(battle.side)
    if not battle.to_lay:
        battle.step, battle.side = "ships", battle.initiative


def fault_of_marker(battle: Battle, place: Place) -> str:
    """Why a marker cannot lie here, as a sentence; "" if it can (W5)."""
    if not far_from_edges(place, battle.edges["terran"]):
        return "A marker lies more than 9 inches from the edges of the table and from both zones."
    if any(squared_distance(place, one.place) <= SPACING * SPACING for one in battle.markers):
        return "A marker lies more than 9 inches from the others."
    return ""


def to_deploy(battle: Battle, side: Side) -> list[Model]:
    """What a side still has to set up in this step (W6)."""
    ships = battle.step == "ships"
    return [
        one for one in battle.models if one.side == side and one.status == "waiting" and one.is_ship == ships
    ]


def deploy(battle: Battle, order: Deploy) -> None:
    """Set a model up: in its zone before the first round, and later far from enemies (W6, WF29, WF42, WF43)."""
    model = _deployed(battle, order.model)
    place = order.place
    if wrong := _fault_of_place(battle, model, place):
        where = hint(place, lambda other: _fault_of_place(battle, model, other) is None)
        raise Refused(Refusal(wrong.rule, f"{wrong.reason}{where}", model.name))
    if order.ahead and (stopped := _fault_of_advance(battle, model, order)):
        raise Refused(stopped)
    model.status, model.place, model.heading = "table", place, order.heading
    battle.events.append(Deployed(model.number, place, order.heading))
    if order.ahead:
        model.place = ahead(place, order.heading, order.ahead)
        battle.events.append(Went(model.number, model.place, model.heading, "moved"))
        pass_along(battle, model, (place, model.place))
        settle(battle)
    _go_on(battle, model)


def reserve(battle: Battle, order: Reserve) -> None:
    """Keep a ship with a Tactical Master off the table; it is asked again at the start of each round (WF42)."""
    model = _deployed(battle, order.model)
    if model.hero != MASTER:
        raise refuse("W6", f"{model.name} has no Tactical Master and is set up now.", model.name)
    model.status = "reserve"
    battle.events.append(Kept(model.number))
    _go_on(battle, model)


def _deployed(battle: Battle, number: int) -> Model:
    """The model that is set up, if it may be now."""
    if battle.coming:
        model = battle.models[battle.coming[0]]
        if number != model.number:
            raise refuse("WF42", f"Now {model.name} may be set up, or is kept in reserve.", model.name)
        return model
    able = to_deploy(battle, battle.side)
    found = next((one for one in able if one.number == number), None)
    if found is None:
        what = "Ships are set up first" if battle.step == "ships" else "Squadrons are set up now"
        raise refuse("W6", f"{what}: {', '.join(one.name for one in able)}.")
    return found


def _go_on(battle: Battle, model: Model) -> None:
    """The other side sets up, if it still has anything; then squadrons, and then the battle (W6)."""
    if battle.coming:
        battle.coming = battle.coming[1:]
        return
    other = opponent(model.side)
    if to_deploy(battle, other):
        battle.side = other
    elif to_deploy(battle, model.side):
        battle.side = model.side
    elif battle.step == "ships":
        battle.step = "squadrons"
        first = battle.initiative
        battle.side = first if to_deploy(battle, first) else opponent(first)
        if not to_deploy(battle, battle.side):
            battle.step = "fighting"
    else:
        battle.step = "fighting"


def _fault_of_place(battle: Battle, model: Model, place: Place) -> Refusal | None:
    disc = (place, model.radius)
    edge = battle.edges[model.side]
    if not base_on_table(disc):
        rule = "WF29" if on_table(place) else "W2"
        return Refusal(rule, f"{model.name} would not lie on the table with its whole base.", model.name)
    if battle.coming:
        near = next((one for one in battle.enemies(model) if within(disc, one.disc, AWAY)), None)
        if near is not None:
            far = inches(gap(disc, near.disc))
            return Refusal(
                "WF42",
                f"{model.name} would be {far} inches from {near.name}; it comes more than 9 away.",
                model.name,
            )
    elif not in_zone(disc, edge):
        return Refusal(
            "W6",
            f"{model.name} is set up with its whole base within {inches(ZONE)} inches of the {edge} edge.",
            model.name,
        )
    if lying := over(battle, disc):
        return Refusal("WF29", f"{model.name} would lie over {lying}.", model.name)
    return None


def _fault_of_advance(battle: Battle, model: Model, order: Deploy) -> Refusal | None:
    """What is wrong with a Vanguard's move; None if it is lawful (WF43)."""
    if model.title != "vanguard":
        return Refusal(
            "WF43", f"{model.name} is no Vanguard, and does not move when it is set up.", model.name
        )
    place = order.place
    end = ahead(place, order.heading, order.ahead)
    corners = (place, end)
    full = speed(model, "move")
    if halved(battle, model, corners):
        full //= 2
    if order.ahead > full:
        return Refusal(
            "WF43", f"{model.name} moves {inches(full)} inches at most when it is set up.", model.name
        )
    if blocked := crossing(battle, model, corners, "blocking"):
        return Refusal("W20", f"{blocked[0].name} is in the way: nothing moves through it.", model.name)
    disc = (end, model.radius)
    if not base_on_table(disc):
        return Refusal("WF43", f"{model.name} would leave the table.", model.name)
    if lying := over(battle, disc):
        return Refusal("WF43", f"{model.name} would end over {lying}.", model.name)
    return None


def fits(battle: Battle, order: Lay | LayMarker | Deploy) -> bool:
    """Whether what is put on the table may lie where it is wanted, whoever's turn it is."""
    place = order.place
    if isinstance(order, LayMarker):
        return not fault_of_marker(battle, place)
    if isinstance(order, Lay):
        piece = stock().get(order.piece)
        return piece is not None and not fault_of_piece(battle, piece.laid(order.piece, place, order.heading))
    model = battle.models[order.model]
    return _fault_of_place(battle, model, place) is None and (
        not order.ahead or _fault_of_advance(battle, model, order) is None
    )


def waiting(battle: Battle) -> tuple[int, ...]:
    """The ships in reserve, those of the side with the initiative first."""
    sides = (battle.initiative, opponent(battle.initiative))
    return tuple(
        [
            one.number
            for side in sides
            for one in battle.models
            if one.status == "reserve" and one.side == side
        ]
    )


def count_ships(battle: Battle) -> None:
    """Note how many ships each side begins with (W19)."""
    battle.starting = {side: sum(one.side == side and one.is_ship for one in battle.models) for side in SIDES}
