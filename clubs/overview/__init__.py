"""The pages of the clubs: the list, and a club."""
