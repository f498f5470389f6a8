"""What the pages of a battle show."""
