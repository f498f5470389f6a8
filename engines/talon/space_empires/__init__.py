"""Battles of Space Empires: 4X that are fought with Talon (32): what is told of one, its set-up, its end."""
