"""Trials of battles played by hand, too long for the tests: each does one thing some hundreds of times and counts."""
