"""The doors of the battles."""
