"""The tables of the clubs."""

from clubs.models.announcements import Announcement, ChannelPost
from clubs.models.club import Candidate, Club, ClubNote, Joining, Member
from clubs.models.games import ArrangedGame, GameTerms, WarTerms
from clubs.models.matches import Board, Match, TeamPlace
from clubs.models.seasons import Entrant, OwedRound, Pairing, Round, Season, SeasonCalendar

__all__ = [
    "Announcement",
    "ArrangedGame",
    "Board",
    "Candidate",
    "ChannelPost",
    "Club",
    "ClubNote",
    "Entrant",
    "GameTerms",
    "Joining",
    "Match",
    "Member",
    "OwedRound",
    "Pairing",
    "Round",
    "Season",
    "SeasonCalendar",
    "TeamPlace",
    "WarTerms",
]
