"""The tables of the clubs."""

from clubs.models.announcements import Announcement, ChannelPost
from clubs.models.club import Candidate, Club, ClubNote, Joining, Member

__all__ = ["Announcement", "Candidate", "ChannelPost", "Club", "ClubNote", "Joining", "Member"]
