"""The doors of a battle played by hand."""
