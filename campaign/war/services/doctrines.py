"""What a side wants of a battle: its doctrine, and whether it plays the battle itself; secret till that begins.

Both are given with the decision to engage, or before with an instruction (S35, S36).
"""

from collections.abc import Collection

from accounts.models import User
from battles.battle.services.resolving import doctrines_of
from campaign.models import Engagement, GivenDoctrine, War
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.battles.instructions import instruction_for
from campaign.rules.settings import Settings
from campaign.war.log.documents import decode_state
from engines.seam import codec
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import system


def give(war: War, number: int, side: Side, doctrine: Doctrine, *, by_hand: bool = False) -> None:
    """Keep what the side wants of a battle of the war; the last that was given counts. In a transaction only."""
    found = {"document": codec.encode(doctrine), "by_hand": by_hand}
    GivenDoctrine.objects.update_or_create(war=war, number=number, side=side, defaults=found)


def may_play(war: War, settings: Settings, rival: User | None) -> bool:
    """Whether a side may play battles itself that the computer would fight: against it, and in no sandbox (S35)."""
    against_computer = rival is not None and rival.is_computer
    has_board = system(settings.system).by_hand is not None
    return against_computer and has_board and settings.settled_by == "worker" and not war.is_sandbox


def check_may_play(war: War, state: core.War, side: Side) -> None:
    """Raise `Refused` if the side may not play a battle itself; one query."""
    if side in state.lent:
        raise refuse(
            "S35", "The computer plays your side. Take command back, then choose to play the battle."
        )
    if not may_play(war, state.settings, war.seats.select_related("user").get(side=opponent(side)).user):
        raise refuse(
            "S35", "Battles are fought here as you have both agreed. Ask your opponent on the battle's page."
        )


def chosen_by_hand(war: War, side: Side) -> dict[int, bool]:
    """By battle for which the side has given a doctrine, whether it plays the battle itself; one query."""
    rows = GivenDoctrine.objects.filter(war=war, side=side)
    return dict(rows.values_list("number", "by_hand"))


def plays_itself(war: War, joined: e.BattleJoined, sides: Collection[Side]) -> bool:
    """Whether one of the sides plays the battle that begins itself: by its answer, or else by its instruction."""
    state = decode_state(bytes(war.state or b""))
    battle = state.battle(joined.battle)
    for side in sides:
        chosen = chosen_by_hand(war, side).get(joined.battle)
        if chosen is None and battle is not None:
            chosen = instruction_for(battle, state.fleet(side).standing).by_hand
        if chosen and side not in state.lent:
            return True
    return False


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


def kept_by_hand(war: War, number: int) -> set[Side]:
    """The sides that play a battle themselves which has not begun. For the host's safe alone."""
    rows = GivenDoctrine.objects.filter(war=war, number=number, by_hand=True)
    chosen = set(rows.values_list("side", flat=True))
    return {side for side in SIDES if side in chosen}


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
