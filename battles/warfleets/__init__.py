"""Fleets of Warfleets: FTL that players put together, keep, show and print. Their battles are in `tables`."""
