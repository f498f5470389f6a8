"""Lessons: battles with a coach."""
