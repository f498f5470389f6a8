"""What the host of a site does: the admin, and guests that are forgotten."""
