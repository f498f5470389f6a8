"""Tags for the templates of every app."""
