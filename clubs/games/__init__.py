"""Games that are made for two players of a club: their terms, how they are made, and what they come to."""
