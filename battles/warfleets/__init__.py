"""Fleets of Warfleets: FTL that players put together, keep, show and print. Its battles are not played here."""
