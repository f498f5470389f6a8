"""Battles of Warfleets: FTL that are played on a table in the browser."""
