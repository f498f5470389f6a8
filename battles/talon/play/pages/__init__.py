"""What the pages of a battle played by hand show."""
