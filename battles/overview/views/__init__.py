"""The doors of a battle."""
