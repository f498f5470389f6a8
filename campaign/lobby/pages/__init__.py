"""What the lobby's pages show."""
