"""Battles of teams."""
