"""The doors of the lobby."""
