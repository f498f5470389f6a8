"""The front page, my wars, open wars, invitations, and the way into a war."""
