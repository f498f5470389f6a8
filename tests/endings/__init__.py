"""Every printed ending of every scenario and mode, and the ways in which each is reached."""
