"""The fleets of a leg, chosen in secret once it is its turn, and its battle, which begins with both (27, S102)."""

from typing import cast

from django.db import transaction

from accounts.models import User
from battles.models import Battle, DesignedBattle, Leg
from battles.talon.choosing.designing import arrange_design, held_for, seal_late
from battles.talon.series.acting import acting_for
from battles.talon.series.arranging import locked, message, tell
from battles.talon.series.designs import design_of
from battles.talon.series.following import begun, check_on
from battles.talon.series.manners import clock_of, way_of_leg
from battles.talon.series.reading import LegState, SeriesState, player_in, state_of
from engines.seam import codec
from engines.seam.documents import BattleSetup, Level
from engines.seam.refusals import Refused, refuse
from engines.seam.series import PLAYERS
from engines.seam.sides import as_side, opponent
from engines.talon.set_ups.choosing import Design


@transaction.atomic
def choose_fleets(*, series_id: int, user: User, number: int) -> DesignedBattle | None:
    """Where the fleets of the leg of that number are chosen, arranged unless it is; None once its battle is known.

    `Refused` for anybody but the two players, and before it is the turn of the leg. What is chosen is held before the
    campaign game, as whoever seals a fleet holds it.
    """
    for one in Leg.objects.filter(series=series_id, number=number):
        held_for(one)
    row = locked(pk=series_id)
    if player_in(row, user) is None:
        raise refuse("S102", "Only the players choose their fleets.")
    check_on(row)
    found = state_of(row)
    leg = next((leg for leg in found.legs if leg.leg.number == number), None)
    if leg is None or not leg.unsealed:
        return None
    words = _not_now(found, leg)
    if words:
        raise refuse("28", words)
    return _designed(found, leg)


def _designed(found: SeriesState, leg: LegState) -> DesignedBattle:
    """Where the fleets of the leg are chosen; the campaign game is held."""
    row = found.series
    made = held_for(leg.leg)
    if made is not None:
        return made
    made = arrange_design(
        leg=leg.leg,
        user=row.user,
        rival=cast("User", row.rival),
        side=as_side(leg.leg.user_side),
        design=cast("Design", design_of(leg.leg)),
        level=cast("Level", row.level),
        clock=clock_of(row, leg.leg),
        tempo=row.tempo,
        way=way_of_leg(row, leg.leg),
    )
    tell(row)
    return made


def seal_for_late(found: SeriesState, leg: LegState) -> None:
    """Seal ready fleets for whoever has sealed none, so that the battle begins; the campaign game is held."""
    mine = as_side(leg.leg.user_side)
    sides = [mine if player == "user" else opponent(mine) for player in PLAYERS if player in leg.unsealed]
    seal_late(_designed(found, leg), sides)


def stopped(designed: DesignedBattle) -> str:
    """Why the fleets of a leg cannot be chosen now; "" if they can."""
    if designed.leg is None:
        return ""
    row = designed.leg.series
    try:
        check_on(row)
    except Refused as refusal:
        return refusal.reasons
    found = state_of(row)
    return _not_now(found, _leg_of(found, designed))


def open_chosen(designed: DesignedBattle, setup: BattleSetup) -> Battle:
    """The battle of the leg whose fleets are both chosen; `Refused` if it cannot begin any more."""
    if designed.leg is None:
        raise LookupError("the battle is that of a leg")
    row = locked(pk=designed.leg.series_id)
    check_on(row)
    found = state_of(row)
    leg = _leg_of(found, designed)
    words = _not_now(found, leg)
    if words:
        raise refuse("28", words)
    leg.leg.setup = codec.encode(setup)
    leg.leg.save(update_fields=["setup"])
    battle = begun(found, leg, None, None)
    if not battle.plays.exists():  # of a board, its own messages say whose turn it is
        words = f"Both fleets are chosen for leg {leg.leg.number}, {leg.leg.title}, and its battle has begun."
        for player in PLAYERS:
            for one in acting_for(row, player):
                message(row, one, f"begun:{battle.pk}", words)
    return battle


def _leg_of(found: SeriesState, designed: DesignedBattle) -> LegState:
    return next(leg for leg in found.legs if leg.leg.pk == designed.leg_id)


def _not_now(found: SeriesState, leg: LegState) -> str:
    """Why it is not the turn of a leg; "" if it is."""
    if found.going is not None:
        return f"Leg {found.going.leg.number} is being fought. Finish it first."
    return "" if found.next is leg else f"Leg {leg.leg.number} has its turn later."
