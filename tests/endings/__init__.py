"""Every printed ending of every scenario, and the ways in which each is reached."""
