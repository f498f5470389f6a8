"""The site under load: turns, pages, workers, upgrades."""
