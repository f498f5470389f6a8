"""What a hit does: weapons, damage, criticals, explosions (8)."""
