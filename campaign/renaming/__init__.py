"""Ships with names that no battle record can hold get others."""
