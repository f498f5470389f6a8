"""Which build of the engine runs, and how one is made."""
