"""Games of Warfleets: FTL fought on a table: entered by one player, confirmed by the other, and counted."""
