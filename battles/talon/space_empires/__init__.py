"""Battles for a game of Space Empires: 4X on the table of two players (32)."""
