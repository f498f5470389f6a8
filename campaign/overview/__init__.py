"""The page of a war: what waits, the map, this turn's battles, fleets and losses."""
