"""Seats that the computer plays."""
