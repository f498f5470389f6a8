"""Scenarios that players write: copied, changed on the board or as text, played, and shared by link or file."""
