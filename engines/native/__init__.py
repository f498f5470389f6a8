"""The builds of the engine: its plain Python, or the same source compiled to machine code."""
