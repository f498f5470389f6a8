"""A fleet as its commander sends it about: ships one by one, carriers with their squadrons."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from campaign.commanders.strength import Piece, piece
from campaign.rules.fleets.assignment import reach, ships_to_send
from campaign.rules.orders import Plan, Target
from campaign.rules.sight import WarView
from engines.seam.classes import Role
from engines.seam.sides import Side
from engines.seam.systems import role_of, unit_class


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent together: a ship, or a carrier with its squadrons. `reach` as of right (S8).

    `tired`: it is damaged, and would be made as new in the Fleet Reserve (31.4).
    """

    names: tuple[str, ...]
    pieces: tuple[Piece, ...]
    lp: int
    points: int
    reach: tuple[Target, ...]
    where: Target | None
    tired: bool

    @property
    def kind(self) -> tuple[object, ...]:
        """What makes two bodies the same to a plan."""
        return self.pieces, self.reach


def bodies(
    view: WarView, side: Side, plan: Plan, apart: Collection[str] = ()
) -> tuple[list[Body], list[Body]]:
    """All that fights, in a fixed order, and apart from it the transports; squadrons that stay `apart` join nobody."""
    ships = ships_to_send(view, side, plan)
    singles = []
    for name in sorted(ships):
        ship = ships[name]
        kind = ship.class_of(side)
        pieces = (piece(side, kind.key, ship.damage),)
        near = reach(view, ship)
        singles.append(Body((name,), pieces, kind.lp, kind.points, near, ship.where, tired=bool(ship.damage)))
    transports = [body for body in singles if role_of(body.pieces[0][0]) == "transport"]
    return _wings(side, (body for body in singles if body not in transports), apart), transports


def _wings(side: Side, singles: Iterable[Body], apart: Collection[str]) -> list[Body]:
    """The bodies with each fit carrier joined by the fit squadrons it takes that reach all that it reaches (16).

    First by those that reach no more than it; new ones, and those in the Reserve, go to whichever carrier has room.
    """
    left = list(singles)
    carriers = [body for body in left if _is(body, "carrier")]
    wings = {carrier: [carrier] for carrier in carriers}
    for joins in (_with, _after):
        for carrier, wing in wings.items():
            able = [body for body in left if _is(body, "squadron") and joins(body, carrier)]
            able = [body for body in able if body.names[0] not in apart]
            wing.extend(able[: unit_class(side, carrier.pieces[0][0]).carries + 1 - len(wing)])
            left = [body for body in left if body not in wing]
    return [_together(wing) for wing in wings.values()] + left


def _with(squadron: Body, carrier: Body) -> bool:
    """Whether a squadron reaches just what a carrier reaches."""
    return squadron.reach == carrier.reach


def _after(squadron: Body, carrier: Body) -> bool:
    """Whether a squadron reaches all that a carrier reaches."""
    return set(squadron.reach) >= set(carrier.reach)


def _is(body: Body, role: Role) -> bool:
    return role_of(body.pieces[0][0]) == role and not body.tired


def _together(wing: list[Body]) -> Body:
    return Body(
        names=tuple(name for body in wing for name in body.names),
        pieces=tuple(one for body in wing for one in body.pieces),
        lp=sum(body.lp for body in wing),
        points=sum(body.points for body in wing),
        reach=wing[0].reach,
        where=wing[0].where,
        tired=False,
    )


def assignment_of(sent: Mapping[Body, Target]) -> dict[str, Target]:
    """The targets of bodies as those of their ships."""
    return {name: target for body, target in sent.items() for name in body.names}
