"""The tables of the clubs."""

from clubs.models.announcements import Announcement
from clubs.models.club import Candidate, Club, ClubNote, Joining, Member

__all__ = ["Announcement", "Candidate", "Club", "ClubNote", "Joining", "Member"]
