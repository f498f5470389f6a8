"""The board of a battle under way, its cards and its offers."""
