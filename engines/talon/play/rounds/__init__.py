"""Orders for the round: their sheet, what they may say, how they are followed, and when a player is asked again."""
