"""Doctrines: given with the decision to engage, or before with an instruction (S36); secret till the battle is over."""

from battles.services.resolving import doctrines_of
from campaign.log.documents import decode_state
from campaign.models import Engagement, GivenDoctrine, War
from campaign.rules import events as e
from campaign.rules.instructions import instruction_for
from engines.seam import codec
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side


def give(war: War, number: int, side: Side, doctrine: Doctrine) -> None:
    """Keep the side's doctrine for a battle of the war; the last one given counts. In a transaction only."""
    document = codec.encode(doctrine)
    GivenDoctrine.objects.update_or_create(war=war, number=number, side=side, defaults={"document": document})


def doctrines_given(war: War, joined: e.BattleJoined) -> dict[Side, Doctrine]:
    """What each side gave for the battle that begins: with its answer, or else with its instruction for the sector."""
    rows = GivenDoctrine.objects.filter(war=war, number=joined.battle)
    given = {row.side: codec.decode_doctrine(bytes(row.document)) for row in rows}
    if len(given) == len(SIDES) or war.state is None:
        return {side: given[side] for side in SIDES if side in given}
    state = decode_state(bytes(war.state))
    battle = state.battle(joined.battle)
    for side in SIDES:
        if side not in given and battle is not None:
            given[side] = Doctrine(stance=instruction_for(battle, state.fleet(side).standing).stance)
    return {side: given[side] for side in SIDES if side in given}


def doctrines_kept(war: War, number: int) -> dict[Side, Doctrine]:
    """What each side wants of a battle that is not over, as it last said. For the host's safe alone."""
    fought = (
        Engagement.objects.filter(war=war, number=number, battle__isnull=False)
        .select_related("battle")
        .first()
    )
    if fought is not None and fought.battle is not None:
        return doctrines_of(fought.battle)
    rows = {row.side: row for row in GivenDoctrine.objects.filter(war=war, number=number)}
    return {side: codec.decode_doctrine(bytes(rows[side].document)) for side in SIDES if side in rows}
