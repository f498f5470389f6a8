"""Who else is there while a battle is played by hand."""
