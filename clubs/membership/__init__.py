"""Who belongs to a club, how one joins and leaves, and who organises it."""
