"""Deputies of the players of a campaign game: asked, answering, revoked, stepping down (S96)."""
