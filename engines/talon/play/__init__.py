"""A battle played by hand: what may be ordered, what an order leads to, and what a captain would do."""
