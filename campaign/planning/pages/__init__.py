"""What the pages of secret orders show."""
