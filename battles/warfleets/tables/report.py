"""What a battle came to, as a game of Warfleets is told (S97)."""

from battles.models import WarfleetsBattle
from battles.warfleets.games.told import End, Game, part_of
from engines.seam.sides import Side, opponent
from engines.warfleets.records.match import Match
from engines.warfleets.state import NOBODY, Battle, Model


def game_of(row: WarfleetsBattle, match: Match) -> Game:
    """The battle as Terran's player would tell it."""
    battle, set_up = match.battle, match.set_up
    gave_up = opponent("terran" if row.winner == "terran" else "talon")
    return Game(
        points=set_up.points,
        rounds=battle.round,
        markers=len(battle.markers),
        own=part_of(set_up.terran, ends_of(battle, "terran"), held(battle, "terran")),
        theirs=part_of(set_up.talon, ends_of(battle, "talon"), held(battle, "talon")),
        gave_up=("own" if gave_up == "terran" else "theirs") if row.ended == row.Ended.CONCEDED else "",
    )


def held(battle: Battle, side: Side) -> int:
    """How many markers the ships of a side carry."""
    carried = [marker.carrier for marker in battle.markers if marker.carrier != NOBODY]
    return sum(battle.models[one].side == side for one in carried)


def ends_of(battle: Battle, side: Side) -> tuple[End, ...]:
    """What became of each model of a side, in the order of its fleet."""
    return tuple(_end(one) for one in battle.models if one.side == side)


def _end(model: Model) -> End:
    disabled = len(model.slots) - model.live if model.is_ship else 0
    if model.status == "destroyed":
        return End("destroyed", len(model.slots))
    return End("surrendered" if model.status == "surrendered" else "stands", disabled)
