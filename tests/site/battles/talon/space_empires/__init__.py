"""Tests of battles/talon/space_empires/."""
