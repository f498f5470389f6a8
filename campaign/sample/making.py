"""The sample's two files, made from a war that two commanders have played."""

from campaign.files.document import FiledEntry, WholeWar, written
from campaign.rules.events import WarBegan
from campaign.war.log.documents import RULES_VERSION
from campaign.war.log.fold import BEGIN
from campaign.war.playing import Game
from engines.seam.sides import Side
from engines.seam.systems import FoughtBattle
from engines.talon.system import SYSTEM

NAME = "The sample war"
CALLSIGNS: dict[Side, str] = {"terran": "Terran commander", "talon": "Talon commander"}


def war_file(game: Game) -> bytes:
    """The war as an export."""
    began = game.events[0]
    if not isinstance(began, WarBegan):
        raise TypeError("a war begins with its settings and map")
    first = FiledEntry(number=1, turn=0, seat="both", kind=BEGIN, events=(began,))
    others = (
        FiledEntry(
            number=number,
            turn=given.turn,
            seat=given.side or "both",
            kind=str(given.order.__struct_config__.tag),
            events=given.events,
            order=given.order,
        )
        for number, given in enumerate(game.given, start=2)
    )
    war = WholeWar(
        name=NAME,
        callsigns=CALLSIGNS,
        settings=began.settings,
        chart=began.chart,
        rules_version=RULES_VERSION,
        entries=(first, *others),
    )
    return written(war)


def best_battle(game: Game) -> int:
    """The number of the battle in which the side that lost less lost most; ValueError if none was fought."""
    return max(game.records, key=lambda number: (_least_lost(game.records[number]), -number))


def _least_lost(record: FoughtBattle) -> int:
    return min(record.result.terran_lost, record.result.talon_lost)


def battle_file(game: Game) -> bytes:
    """The record of the best battle, as a site stores one."""
    return SYSTEM.pack(game.records[best_battle(game)])
