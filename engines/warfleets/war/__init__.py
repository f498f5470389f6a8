"""The battles of an Empire War in miniatures: what its classes are, and how its documents become a battle here."""
