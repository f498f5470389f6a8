"""Scenarios that players write."""
