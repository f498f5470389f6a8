"""The tables of the clubs."""

from clubs.models.announcements import Announcement, ChannelPost
from clubs.models.club import Candidate, Club, ClubNote, Joining, Member
from clubs.models.games import ArrangedGame, GameTerms, WarTerms
from clubs.models.seasons import Entrant, OwedRound, Pairing, Round, Season, SeasonCalendar

__all__ = [
    "Announcement",
    "ArrangedGame",
    "Candidate",
    "ChannelPost",
    "Club",
    "ClubNote",
    "Entrant",
    "GameTerms",
    "Joining",
    "Member",
    "OwedRound",
    "Pairing",
    "Round",
    "Season",
    "SeasonCalendar",
    "WarTerms",
]
