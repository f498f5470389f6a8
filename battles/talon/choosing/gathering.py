"""Teams that choose their own fleets: who can, and the battle of teams once both fleets are chosen (25, 27)."""

from accounts.models import User
from battles.models import DesignedBattle, TeamBattle, Way
from battles.talon.teams.setting_up import check_many, gather
from engines.seam.documents import BattleSetup
from engines.seam.refusals import refuse
from engines.seam.sides import as_side
from engines.talon.set_ups.choosing import Design


def check_teams(user: User, against: str, way: Way) -> None:
    """Raise `Refused` if no teams can choose their fleets so."""
    if against != DesignedBattle.Opponent.LINK or way == Way.WORKER:
        raise refuse("25", "Teams play a friend by link, in the browser or at a table.")
    check_many(user)


def gathered(row: DesignedBattle, design: Design, setup: BattleSetup) -> TeamBattle:
    """The battle of teams of this set-up, in which both players have the first seat of their side."""
    return gather(
        setup=setup,
        user=row.user,
        rival=row.rival,
        side=as_side(row.side),
        players=design.players,
        tempo=row.tempo,
        clock=row.clock,
        at_table=row.way == Way.TABLE,
    )
