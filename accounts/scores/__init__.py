"""The lifetime score of each pair of opponents, and its pages."""
