"""The numbers of `make bench`: what a turn, a page and the site at rest cost, and whether each keeps its limit."""
