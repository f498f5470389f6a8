"""The doors of the wars."""
