"""What the pages of a battle show, worked out before a template draws it."""
