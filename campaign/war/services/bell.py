"""The bell for a war in which something waits for the computer."""

from accounts.work import Bell

BELL = Bell("campaign.tasks.command")
ring = BELL.ring
