"""The tables of the clubs."""

from clubs.models.announcements import Announcement, ChannelPost
from clubs.models.club import Candidate, Club, ClubNote, Joining, Member
from clubs.models.seasons import Entrant, OwedRound, Pairing, Round, Season, SeasonCalendar

__all__ = [
    "Announcement",
    "Candidate",
    "ChannelPost",
    "Club",
    "ClubNote",
    "Entrant",
    "Joining",
    "Member",
    "OwedRound",
    "Pairing",
    "Round",
    "Season",
    "SeasonCalendar",
]
