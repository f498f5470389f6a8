"""A second, slow generator of legal orders, written from the rules' text alone, to check the engine's by."""
