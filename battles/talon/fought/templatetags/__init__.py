"""Boards in templates."""
