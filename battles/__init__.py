"""One battle: its documents, its catalogue of ships, and what is kept of it."""
