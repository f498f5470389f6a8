"""What is stored of battles."""

from battles.models.battle import (
    GOING_ON,
    KNOWN_BY_ORDERS,
    LESSON,
    MOST_CONFIRM_HOURS,
    OVER,
    SANDBOX,
    SEATED,
    Battle,
    LevelName,
    SettledHow,
    SideName,
    Status,
    turn_topic_of,
)
from battles.models.chat import BattleChatLine, BattleReader, SeriesChatLine, SeriesReader
from battles.models.clock import PlayClock, Time, decode_times, encode_times
from battles.models.company import OnlookerLink
from battles.models.deputies import AskedDeputy, DeputyTerm, SeriesDeputy, SeriesDeputyRequest
from battles.models.designs import ChosenShip, DesignedBattle, SealedFleet
from battles.models.fighting import ACTIVE, BroughtRecord, DiceSeal, EntropySource, Resolution, Way, Wish
from battles.models.fleets import SavedFleet
from battles.models.given_round import GivenRound
from battles.models.lessons import LessonRun
from battles.models.notes import BattleNote, ReportDraft
from battles.models.play import (
    Challenge,
    DraftLine,
    Play,
    PlayedBy,
    PlayedLine,
    SeatPlayer,
    Tempo,
    decode_players,
    encode_players,
    side_by,
)
from battles.models.scenarios import OwnScenario, OwnScenarioVersion
from battles.models.series import (
    MOST_LEGS,
    Leg,
    LegBattle,
    Series,
    SeriesDeadline,
    SeriesHoliday,
    SeriesRecord,
)
from battles.models.space_empires import MOST_BATTLES, SealedTroops, SpaceEmpiresBattle, SpaceEmpiresGame
from battles.models.teams import TeamBattle, TeamLine, TeamSeat
from battles.models.warfleets import WarfleetsBattle, WarfleetsFleet, WarfleetsOrder

__all__ = [
    "ACTIVE",
    "GOING_ON",
    "KNOWN_BY_ORDERS",
    "LESSON",
    "MOST_BATTLES",
    "MOST_CONFIRM_HOURS",
    "MOST_LEGS",
    "OVER",
    "SANDBOX",
    "SEATED",
    "AskedDeputy",
    "Battle",
    "BattleChatLine",
    "BattleNote",
    "BattleReader",
    "BroughtRecord",
    "Challenge",
    "ChosenShip",
    "DeputyTerm",
    "DesignedBattle",
    "DiceSeal",
    "DraftLine",
    "EntropySource",
    "GivenRound",
    "Leg",
    "LegBattle",
    "LessonRun",
    "LevelName",
    "OnlookerLink",
    "OwnScenario",
    "OwnScenarioVersion",
    "Play",
    "PlayClock",
    "PlayedBy",
    "PlayedLine",
    "ReportDraft",
    "Resolution",
    "SavedFleet",
    "SealedFleet",
    "SealedTroops",
    "SeatPlayer",
    "Series",
    "SeriesChatLine",
    "SeriesDeadline",
    "SeriesDeputy",
    "SeriesDeputyRequest",
    "SeriesHoliday",
    "SeriesReader",
    "SeriesRecord",
    "SettledHow",
    "SideName",
    "SpaceEmpiresBattle",
    "SpaceEmpiresGame",
    "Status",
    "TeamBattle",
    "TeamLine",
    "TeamSeat",
    "Tempo",
    "Time",
    "WarfleetsBattle",
    "WarfleetsFleet",
    "WarfleetsOrder",
    "Way",
    "Wish",
    "decode_players",
    "decode_times",
    "encode_players",
    "encode_times",
    "side_by",
    "turn_topic_of",
]
