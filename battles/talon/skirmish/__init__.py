"""Battles of no war, between two fleets that somebody chose."""
