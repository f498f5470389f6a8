"""A war as a log: its documents, and what follows from them."""
