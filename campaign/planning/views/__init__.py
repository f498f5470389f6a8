"""The doors to secret orders."""
