"""A war as a log: its documents, what follows from them, and the whole of it in a file."""
