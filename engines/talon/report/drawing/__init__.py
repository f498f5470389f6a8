"""The board of a report as a drawing."""
